// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/composedialog.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/tap/breakpointtext.h"
#include "rpc/message.h"
#include "session/tap/tapcomposer.h"
#include "tap/breakpoint/breakpoint.h"
#include "json/document.h"

#include <QComboBox>
#include <QFormLayout>
#include <QPushButton>
#include <QShortcut>
#include <QVBoxLayout>

#include <algorithm>
#include <string>

namespace sonde::widgets {

using models::ColorRole;
using session::TapComposer;

namespace {

constexpr QSize kFirstSize(640, 480);
constexpr int kMargin = 12;
const QList<int> kMessageAndResponse{220, 160};

const QString kDetail = QStringLiteral("· %1");

} // namespace

ComposeDialog::ComposeDialog(
    TapComposer &composer, models::TapClient client, const QString &title, QWidget *parent)
    : QDialog(parent)
    , m_composer(&composer)
    , m_client(client)
    , m_direction(new QComboBox(this))
    , m_kind(new QComboBox(this))
    , m_title(new look::PanelTitle(tr("Message"), this))
    , m_text(new content::JsonEditor(this))
    , m_responseTitle(new look::PanelTitle(tr("Response"), this))
    , m_response(new content::JsonEditor(this))
    , m_problem(new look::ColorLabel(ColorRole::Error, this))
    , m_done(new look::ColorLabel(ColorRole::Ok, this))
    , m_newId(new QPushButton(tr("Insert new id"), this))
    , m_send(new QPushButton(tr("Send"), this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    m_problem->setWordWrap(true);
    m_done->setWordWrap(true);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
    layout->addWidget(makeFields());
    layout->addWidget(makeTexts(), 1);
    layout->addWidget(m_problem);
    layout->addWidget(m_done);
    layout->addWidget(makeButtons());
    insertTemplate();
    connect(m_text, &content::JsonEditor::edited, this, &ComposeDialog::refresh);
    for (const Qt::Key key : {Qt::Key_Return, Qt::Key_Enter})
        connect(new QShortcut(QKeySequence(Qt::CTRL | key), this), &QShortcut::activated, this,
            &ComposeDialog::send);
    connectTo(composer);
    m_text->setFocus();
    look::setFirstSize(this, kFirstSize);
}

bool ComposeDialog::isFor(const TapComposer &composer) const
{
    return m_composer == &composer;
}

void ComposeDialog::connectTo(TapComposer &composer)
{
    connect(&composer, &QObject::destroyed, this, &QDialog::reject);
    connect(&composer, &TapComposer::liveChanged, this, &ComposeDialog::refresh);
    connect(&composer, &TapComposer::sent, this, [this](quint64 number) {
        if (number == m_number)
            wasSent();
    });
    connect(
        &composer, &TapComposer::responded, this, [this](quint64 number, const Bytes &response) {
            if (number == m_number)
                showResponse(response);
        });
    connect(&composer, &TapComposer::refused, this, [this](quint64 number, tap::TapRefusal why) {
        if (number != m_number)
            return;
        awaitResponse(false);
        say(models::refusalText(why), true);
    });
}

QWidget *ComposeDialog::makeFields()
{
    for (const rpc::Channel channel : {rpc::Channel::Sent, rpc::Channel::Received})
        m_direction->addItem(
            models::tapDirectionText(channel, m_client), static_cast<int>(channel));
    m_direction->setObjectName(QStringLiteral("composeDirection"));
    m_direction->setAccessibleName(tr("Direction of the message"));
    m_kind->setObjectName(QStringLiteral("composeKind"));
    m_kind->setAccessibleName(tr("Kind of the message"));
    m_kind->addItem(tr("Request"));
    m_kind->addItem(tr("Notification"));
    for (QComboBox *box : {m_direction, m_kind})
        connect(box, &QComboBox::currentIndexChanged, this, &ComposeDialog::insertTemplate);
    auto *fields = new QWidget(this);
    auto *form = new QFormLayout(fields);
    form->setContentsMargins(0, 0, 0, 0);
    form->setVerticalSpacing(look::metrics().unit);
    form->addRow(tr("Direction"), m_direction);
    form->addRow(tr("Kind"), m_kind);
    return fields;
}

QWidget *ComposeDialog::makeTexts()
{
    m_text->setLineNumbers(false);
    m_text->setTabMovesFocus(true);
    m_text->setObjectName(QStringLiteral("composed"));
    m_text->setAccessibleName(tr("Message as it will be sent"));
    m_response->setLineNumbers(false);
    m_response->setReadOnly(true);
    m_response->setObjectName(QStringLiteral("composedResponse"));
    m_response->setAccessibleName(tr("Response to your request"));
    m_responsePart = look::titled(m_responseTitle, m_response);
    m_responsePart->hide();
    auto *texts = new look::Splitter(Qt::Vertical, this);
    texts->addWidget(look::titled(m_title, m_text));
    texts->addWidget(m_responsePart);
    texts->setDefaultSizes(kMessageAndResponse);
    texts->setChildrenCollapsible(false);
    return texts;
}

QWidget *ComposeDialog::makeButtons()
{
    m_newId->setObjectName(QStringLiteral("newId"));
    m_newId->setToolTip(tr("Replace the id with one that is not in use"));
    m_newId->setAutoDefault(false);
    m_send->setObjectName(QStringLiteral("sendComposed"));
    m_send->setDefault(true);
    m_send->setToolTip(tr("Send the message (Ctrl+Return)"));
    auto *close = new QPushButton(tr("Close"), this);
    close->setAutoDefault(false);
    connect(close, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_newId, &QPushButton::clicked, this, &ComposeDialog::insertNewId);
    connect(m_send, &QPushButton::clicked, this, &ComposeDialog::send);
    auto *buttons = new QWidget(this);
    auto *layout = new QHBoxLayout(buttons);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_newId);
    layout->addStretch();
    layout->addWidget(close);
    layout->addWidget(m_send);
    return buttons;
}

rpc::Channel ComposeDialog::channel() const
{
    return static_cast<rpc::Channel>(m_direction->currentData().toInt());
}

// Methods that every server or host of the first revision has.
void ComposeDialog::insertTemplate()
{
    if (m_text->isEmpty() || m_text->bytes() == m_inserted) {
        const bool toServer = channel() == rpc::Channel::Sent;
        if (m_kind->currentIndex() == 0)
            m_inserted =
                rpc::request(TapComposer::newId(), toServer ? "tools/list" : "roots/list", "{}");
        else
            m_inserted = rpc::notification(
                toServer ? "notifications/roots/list_changed" : "notifications/tools/list_changed",
                "");
        m_text->setBytes(m_inserted);
    }
    refresh();
}

// Every other byte stays.
void ComposeDialog::insertNewId()
{
    rpc::Message message;
    const Bytes text = m_text->bytes();
    if (!rpc::decodeOne(text, message) || message.id.empty())
        return;
    const bool untouched = text == m_inserted;
    const auto at =
        static_cast<std::size_t>(message.root()["id"].raw().data() - message.bytes().view().data());
    std::string changed(text.view());
    changed.replace(at, message.id.size(), TapComposer::newId());
    const std::size_t caret = m_text->caret();
    m_text->setBytes(Bytes::copyOf(changed));
    m_text->setCaret(std::min(caret, changed.size()));
    if (untouched)
        m_inserted = m_text->bytes();
    refresh();
}

void ComposeDialog::send()
{
    refresh();
    if (!m_send->isEnabled() || !m_composer)
        return;
    // A refusal that is known at once comes before send() returns.
    bool refused = false;
    const auto first = connect(
        m_composer, &TapComposer::refused, this, [this, &refused](quint64, tap::TapRefusal why) {
            refused = true;
            say(models::refusalText(why), true);
        });
    m_sent = m_text->bytes();
    m_number = m_composer->send(channel(), m_sent);
    disconnect(first);
    rpc::Message message;
    awaitResponse(
        !refused && rpc::decodeOne(m_sent, message) && message.kind == rpc::Kind::Request);
}

// The text stays; only its id is in use now.
void ComposeDialog::wasSent()
{
    rpc::Message message;
    const bool isRequest = rpc::decodeOne(m_sent, message) && message.kind == rpc::Kind::Request;
    if (isRequest && m_text->bytes() == m_sent)
        insertNewId();
    if (!isRequest)
        say(tr("Sent. The message is in the trace."), false);
    else if (m_client == models::TapClient::Sonde)
        say(tr("Sent. The response is shown here and in the trace."), false);
    else if (channel() == rpc::Channel::Sent)
        say(tr("Sent. The response is shown here and in the trace, and not passed on to the host."),
            false);
    else
        say(tr("Sent. The response is shown here and in the trace, and not passed on to the "
               "server."),
            false);
}

void ComposeDialog::awaitResponse(bool awaited)
{
    m_responsePart->setVisible(awaited);
    m_response->setBytes({});
    m_responseTitle->setDetail(kDetail.arg(tr("waiting")));
}

void ComposeDialog::showResponse(const Bytes &response)
{
    m_responsePart->show();
    const QString size = bytesText(response.size());
    m_responseTitle->setDetail(kDetail.arg(m_response->setBytes(response)
            ? size
            : tr("%1, too long to be shown here: it is in the trace").arg(size)));
}

void ComposeDialog::say(const QString &sentence, bool isProblem)
{
    m_problem->setText(isProblem ? sentence : QString());
    m_done->setText(isProblem ? QString() : sentence);
    m_problem->setVisible(!m_problem->text().isEmpty());
    m_done->setVisible(!m_done->text().isEmpty());
}

void ComposeDialog::refresh()
{
    const QString why = problem();
    m_title->setDetail(kDetail.arg(bytesText(m_text->bytes().size())));
    m_send->setEnabled(why.isEmpty());
    say(why, true);
}

QString ComposeDialog::problem()
{
    m_newId->hide();
    if (!m_composer || !m_composer->isLive())
        return tr("The conversation has ended, so nothing can be sent.");
    const Bytes text = m_text->bytes();
    const json::Document document = json::Document::parse(text);
    if (!document.isValid()) {
        const json::ParseError error = document.error().value_or(json::ParseError());
        return tr("The text is not valid JSON: line %1, column %2: %3")
            .arg(error.line)
            .arg(error.column)
            .arg(error.reason);
    }
    const auto refusal = m_composer->refusalOf(channel(), text);
    if (!refusal)
        return {};
    if (refusal == tap::TapRefusal::TooLong)
        return tr("The message is longer than %1. Shorten it.")
            .arg(bytesText(tap::BreakpointAction::kMaxText));
    if (refusal == tap::TapRefusal::StrangeId) {
        m_newId->show();
        return tr("The id must be a string that begins with \"sonde-\" and is not in use. "
                  "Otherwise the response could be taken for one that the other side waits for.");
    }
    return tr("The text is not a request or a notification of JSON-RPC 2.0: one object with "
              "\"jsonrpc\": \"2.0\" and a \"method\".");
}

QString ComposeDialog::status() const
{
    return m_problem->text().isEmpty() ? m_done->text() : m_problem->text();
}

} // namespace sonde::widgets
