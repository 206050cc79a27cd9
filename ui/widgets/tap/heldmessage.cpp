// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/heldmessage.h"

#include "base/clock.h"
#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/tap/breakpointtext.h"
#include "session/tap/tapbreakpoints.h"
#include "tap/breakpoint/breakpointeffect.h"
#include "widgets/tap/editlist.h"
#include "widgets/tap/heldbuttons.h"
#include "widgets/tap/responddialog.h"
#include "widgets/tap/waitbar.h"
#include "json/document.h"

#include <QLabel>
#include <QPainter>
#include <QStringBuilder>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

namespace sonde::widgets {

using look::InlineMessage;
using models::ColorRole;
using models::HeldRow;
using models::TapClient;

namespace {

constexpr int kBannerBar = 3; // as an inline message has
const QList<int> kSideShares{1, 1};
constexpr int kLines = 2; // of an editor, at least
// Of the TypeScript SDK, and so of most hosts.
constexpr std::chrono::seconds kUsualLimit{60};

// The range of `before` that `after` has otherwise.
std::pair<std::size_t, std::size_t> changedRange(std::string_view before, std::string_view after)
{
    const std::size_t most = std::min(before.size(), after.size());
    std::size_t head = 0;
    while (head < most && before[head] == after[head])
        ++head;
    std::size_t tail = 0;
    while (tail < most - head && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    return {head, before.size() - tail};
}

// The bar over a held message, in the colour of a warning.
class HeldBanner final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), look::theme().warnBg);
        painter.fillRect(QRect(0, 0, kBannerBar, height()), look::theme().warn);
    }
};

QString sideTitle(rpc::Channel channel, bool comes, TapClient client)
{
    const bool isServer = (channel == rpc::Channel::Received) == comes;
    if (isServer)
        return comes ? HeldMessage::tr("From the server") : HeldMessage::tr("To the server");
    if (client == TapClient::Host)
        return comes ? HeldMessage::tr("From the host") : HeldMessage::tr("To the host");
    return comes ? HeldMessage::tr("From Sonde") : HeldMessage::tr("To Sonde");
}

QString wayText(rpc::Channel channel, TapClient client)
{
    const bool toServer = channel == rpc::Channel::Sent;
    if (client == TapClient::Host)
        return toServer ? HeldMessage::tr("from the host to the server")
                        : HeldMessage::tr("from the server to the host");
    return toServer ? HeldMessage::tr("from Sonde to the server")
                    : HeldMessage::tr("from the server to Sonde");
}

QString heldFacts(const HeldRow &row, TapClient client, bool isRemoved)
{
    QStringList facts{row.target.isEmpty() ? row.name() : row.name() % u' ' % row.target};
    if (!row.id.isEmpty())
        facts += HeldMessage::tr("id %1").arg(row.id);
    facts += wayText(row.message.channel, client);
    facts += isRemoved ? HeldMessage::tr("breakpoint %1, removed").arg(row.message.breakpoint)
                       : HeldMessage::tr("breakpoint %1").arg(row.message.breakpoint);
    return facts.join(QStringLiteral(" · "));
}

QString aboutText(std::chrono::nanoseconds time)
{
    return limitText(std::chrono::ceil<std::chrono::seconds>(time));
}

QString signedBytes(std::size_t now, std::size_t before)
{
    constexpr QChar kMinus(0x2212);
    if (now == before)
        return {};
    if (now > before)
        return u'+' + countText(now - before);
    return kMinus + countText(before - now);
}

} // namespace

HeldMessage::HeldMessage(QWidget *parent)
    : QWidget(parent)
{
    QWidget *const banner = makeBanner();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(banner);
    layout->addWidget(makeSides(), 1);
    m_edits = new EditList(this);
    layout->addWidget(m_edits);
    m_decisions = makeDecisions();
    layout->addWidget(m_decisions);
    connect(m_edits, &EditList::compared, m_buttons,
        [this] { m_buttons->setMisfit(m_edits->isMisfit()); });
}

QWidget *HeldMessage::makeBanner()
{
    m_lead = new QLabel(this);
    m_lead->setObjectName(QStringLiteral("heldFor"));
    m_lead->setFont(look::boldFont());
    m_facts = new look::ColorLabel(ColorRole::Normal, this);
    m_facts->setTextFormat(Qt::PlainText);
    m_facts->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // cut first
    m_evidence = new look::ColorLabel(ColorRole::Muted, this);
    m_evidence->setObjectName(QStringLiteral("waitEvidence"));
    m_evidence->setFont(look::smallFont());
    m_evidence->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_bar = new WaitBar(this);
    auto *inTrace = new QToolButton(this);
    inTrace->setObjectName(QStringLiteral("heldInTrace"));
    inTrace->setText(tr("Show in trace"));
    inTrace->setToolTip(tr("Show the held message in the trace"));
    inTrace->setAutoRaise(true);
    inTrace->setFocusPolicy(Qt::StrongFocus);
    connect(inTrace, &QToolButton::clicked, this, &HeldMessage::traceRequested);
    // One line, so that the buttons below are in sight in a small window.
    auto *banner = new HeldBanner(this);
    auto *layout = new QHBoxLayout(banner);
    layout->setContentsMargins(look::metrics().margin, 0, look::metrics().margin, 0);
    layout->setSpacing(2 * look::metrics().unit);
    layout->addWidget(m_lead);
    layout->addWidget(m_facts, 1);
    layout->addWidget(m_evidence, 1);
    layout->addWidget(m_bar);
    layout->addWidget(inTrace);
    return banner;
}

QWidget *HeldMessage::makeSides()
{
    m_came = new content::JsonEditor(this);
    m_came->setReadOnly(true);
    m_came->setLineNumbers(false);
    m_came->setTabMovesFocus(true);
    m_came->setAccessibleName(tr("Message as it came"));
    m_editor = new content::JsonEditor(this);
    m_editor->setLineNumbers(false);
    m_editor->setTabMovesFocus(true); // it is a form with one line of text
    m_editor->setAccessibleName(tr("Message as it will be sent"));
    connect(m_editor, &content::JsonEditor::edited, this, &HeldMessage::edited);
    for (content::JsonEditor *const editor : {m_came, m_editor})
        editor->setMinimumHeight(kLines * look::metrics().row);
    m_cameTitle = new look::PanelTitle(QString(), this);
    m_goesTitle = new look::PanelTitle(QString(), this);
    m_sides = new look::Splitter(Qt::Horizontal, this);
    m_sides->addWidget(look::titled(m_cameTitle, m_came));
    m_sides->addWidget(look::titled(m_goesTitle, m_editor));
    m_sides->setDefaultSizes(kSideShares);
    m_sides->setChildrenCollapsible(false);
    return m_sides;
}

QWidget *HeldMessage::makeDecisions()
{
    auto *decisions = new QWidget(this);
    decisions->setMinimumWidth(1); // in a narrow window the buttons become narrower
    m_question = new InlineMessage(decisions);
    m_question->setObjectName(QStringLiteral("question"));
    m_question->hide();
    connect(m_question, &InlineMessage::buttonClicked, this, [this] { send(m_editor->bytes()); });
    auto *layout = new QVBoxLayout(decisions);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_question);
    layout->addWidget(makeButtons());
    return decisions;
}

HeldButtons *HeldMessage::makeButtons()
{
    m_buttons = new HeldButtons(this);
    const auto decide = [this](auto decision) {
        return [this, decision] {
            if (!m_held || !m_breakpoints)
                return;
            m_decided = true;
            (m_breakpoints->*decision)(*shown());
        };
    };
    connect(m_buttons, &HeldButtons::dropRequested, this, decide(&session::TapBreakpoints::drop));
    connect(m_buttons, &HeldButtons::sendAsItWasRequested, this,
        decide(&session::TapBreakpoints::sendAsItWas));
    connect(m_buttons, &HeldButtons::delayRequested, this, [this](std::chrono::milliseconds time) {
        if (!m_held || !m_breakpoints)
            return;
        m_decided = true;
        m_breakpoints->delay(*shown(), time);
    });
    connect(m_buttons, &HeldButtons::respondRequested, this, &HeldMessage::respond);
    connect(m_buttons, &HeldButtons::sendChangedRequested, this, &HeldMessage::sendChanged);
    return m_buttons;
}

std::optional<std::uint64_t> HeldMessage::shown() const
{
    return m_held ? std::optional(m_held->message.message) : std::nullopt;
}

// The dialog belongs to the message that it was opened for, whatever is shown later.
void HeldMessage::respond()
{
    if (!m_held || !m_breakpoints || m_decoded.kind != rpc::Kind::Request)
        return;
    auto *dialog = new RespondDialog(m_decoded, tr("Respond to %1").arg(m_held->name()), this);
    dialog->setObjectName(QStringLiteral("respondDialog"));
    session::TapBreakpoints *const breakpoints = m_breakpoints;
    const std::uint64_t message = *shown();
    connect(breakpoints, &QObject::destroyed, dialog, &QDialog::reject);
    connect(
        breakpoints, &session::TapBreakpoints::heldChanged, dialog, [dialog, breakpoints, message] {
            if (!breakpoints->isHeld(message))
                dialog->setGone();
        });
    connect(dialog, &RespondDialog::sent, breakpoints,
        [this, breakpoints, message](const Bytes &response) {
            m_decided = m_decided || shown() == message;
            breakpoints->respond(message, response);
        });
    dialog->open();
}

void HeldMessage::setBreakpoints(session::TapBreakpoints *breakpoints)
{
    if (m_breakpoints)
        disconnect(m_breakpoints, nullptr, this, nullptr);
    m_breakpoints = breakpoints;
    m_held.reset();
    if (!breakpoints)
        return;
    connect(breakpoints, &session::TapBreakpoints::refused, this, &HeldMessage::showRefusal);
    connect(breakpoints, &session::TapBreakpoints::listChanged, this, &HeldMessage::showFacts);
}

void HeldMessage::showFacts()
{
    if (m_held)
        m_facts->setText(heldFacts(*m_held, m_breakpoints->client(),
            !m_breakpoints->hasNumber(m_held->message.breakpoint)));
}

void HeldMessage::setNarrow(bool narrow)
{
    m_sides->setOrientation(narrow ? Qt::Vertical : Qt::Horizontal);
}

void HeldMessage::setMessage(const std::optional<HeldRow> &message)
{
    m_decided = false;
    m_refusal.clear();
    m_question->hide();
    m_came->setHighlight(0, 0);
    m_held = message;
    m_schema = nullptr;
    m_decoded = {};
    if (!m_held || !m_breakpoints)
        return;
    const Bytes &came = m_held->message.bytes;
    const rpc::Channel channel = m_held->message.channel;
    rpc::decodeOne(came, m_decoded);
    showFacts();
    m_cameTitle->setTitle(sideTitle(channel, true, m_breakpoints->client()));
    m_cameTitle->setDetail(QStringLiteral("· ") + bytesText(came.size()));
    m_goesTitle->setTitle(sideTitle(channel, false, m_breakpoints->client()));
    m_setting = true;
    m_came->setBytes(came);
    const bool editable = m_editor->setBytes(m_breakpoints->draft(*shown()).value_or(came));
    m_setting = false;
    m_editor->setReadOnly(!editable);
    m_buttons->setCanSendChanged(editable);
    m_buttons->setMisfit(false); // until it is compared
    m_buttons->setCanRespond(m_held->kind == rpc::Kind::Request);
    m_goesTitle->setDetail({});
    if (!editable)
        m_question->showMessage(InlineMessage::Kind::Info,
            tr("The message is too long for the editor. It can be sent as it was, or dropped."));
    edited();
    if (const auto refusal = m_breakpoints->refusal(*shown()))
        showRefusal(*shown(), *refusal);
}

// A refused decision leaves the message where it is, or the message went away before.
void HeldMessage::showRefusal(quint64 message, tap::TapRefusal why)
{
    if (shown() != message)
        return;
    m_decided = false;
    m_refusal = models::refusalText(why);
    m_question->showMessage(InlineMessage::Kind::Warning, m_refusal);
}

void HeldMessage::setHeldFor(const QString &time)
{
    if (m_held)
        m_lead->setText(tr("Held %1").arg(time) % beingSent() % givingUp());
}

QString HeldMessage::beingSent() const
{
    const std::int64_t until = m_held->message.untilNs;
    if (until == 0)
        return {};
    const std::int64_t left = until - SystemClock::instance().now().wall;
    return QStringLiteral(" · ")
        % tr("sent as it was in %1")
              .arg(aboutText(std::chrono::nanoseconds(std::max<std::int64_t>(0, left))));
}

// Sonde waits for what its own breakpoints hold.
std::optional<rpc::Channel> HeldMessage::waitingSide() const
{
    const rpc::Channel channel = m_held->message.channel;
    std::optional<rpc::Channel> side;
    if (m_decoded.kind == rpc::Kind::Request)
        side = channel;
    else if (m_decoded.kind == rpc::Kind::Response || m_decoded.kind == rpc::Kind::ErrorResponse)
        side = tap::otherWay(channel);
    return m_breakpoints && m_breakpoints->client() == TapClient::Host ? side : std::nullopt;
}

// The limit is learned, so it is said as about.
QString HeldMessage::givingUp()
{
    const tap::TapHeld &message = m_held->message;
    const auto side = waitingSide();
    m_evidence->setVisible(side.has_value());
    const auto limit = side
        ? m_breakpoints->patience().limitOf(message.channel, m_decoded, message.client)
        : std::nullopt;
    const bool host = side == rpc::Channel::Sent;
    if (!limit) {
        m_bar->setWait({}, {});
        m_evidence->setText(host
                ? tr("How long this host waits is not known yet. Many clients give up after %1.")
                      .arg(limitText(kUsualLimit))
                : tr("How long this server waits is not known yet."));
        return {};
    }
    m_evidence->setText(
        tr("It has cancelled a request after about %1 (%n time(s))", nullptr, limit->seen)
            .arg(aboutText(limit->time)));
    const std::int64_t begun = limit->begunNs > 0 ? limit->begunNs : message.sinceNs;
    const std::chrono::nanoseconds waited(SystemClock::instance().now().wall - begun);
    m_bar->setWait(waited, limit->time);
    if (waited >= limit->time)
        return QStringLiteral(" · ")
            % (host ? tr("the host has probably given up")
                    : tr("the server has probably given up"));
    return QStringLiteral(" · ")
        % (host ? tr("the host gives up in about %1") : tr("the server gives up in about %1"))
              .arg(aboutText(limit->time - waited));
}

void HeldMessage::edited()
{
    if (m_setting || !m_breakpoints || !m_held)
        return;
    if (m_editor->isReadOnly())
        return m_edits->clear();
    const Bytes &came = m_held->message.bytes;
    const Bytes goes = m_editor->bytes();
    m_question->hide();
    m_breakpoints->setDraft(*shown(), goes);
    const auto range = changedRange(came.view(), goes.view());
    m_came->setHighlight(range.first, range.second);
    QStringList facts{bytesText(goes.size())};
    if (const QString difference = signedBytes(goes.size(), came.size()); !difference.isEmpty())
        facts += difference;
    if (!(goes == came))
        facts += tr("edited");
    m_goesTitle->setDetail(QStringLiteral("· ") + facts.join(QStringLiteral(", ")));
    compare();
}

void HeldMessage::compare()
{
    const Bytes goes = m_editor->bytes();
    std::string tool = goes.size() > models::kMaxEdited ? std::string() : models::calledTool(goes);
    if (tool != m_tool || !m_schema) { // the list of tools may be loaded meanwhile
        m_schema = tool.empty() || !m_inputSchema ? nullptr : m_inputSchema(tool);
        m_tool = std::move(tool);
    }
    m_edits->compare(m_held->message.bytes, goes, m_schema);
}

void HeldMessage::sendChanged()
{
    if (!m_held || !m_buttons->canSendChanged())
        return;
    const Bytes text = m_editor->bytes();
    if (json::Document::parse(text).isValid()) {
        send(text);
        return;
    }
    const bool can = session::TapBreakpoints::canSend(text);
    m_question->showMessage(InlineMessage::Kind::Warning,
        can ? tr("The text is not valid JSON.")
            : tr("The text is not valid JSON, and only one line of text is one message. Join its "
                 "lines, or drop the message."),
        can ? tr("Send anyway") : QString());
    m_editor->goToProblem();
}

void HeldMessage::send(const Bytes &text)
{
    if (!m_held || !m_breakpoints)
        return;
    m_question->hide();
    m_decided = true;
    m_breakpoints->sendChanged(*shown(), text);
}

QString HeldMessage::banner() const
{
    return m_held ? m_lead->text() % QStringLiteral(" · ") % m_facts->text() : QString();
}

QString HeldMessage::question() const
{
    return m_question->isHidden() ? QString() : m_question->sentence();
}

} // namespace sonde::widgets
