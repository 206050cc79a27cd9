// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/rawrequestpanel.h"

#include "content/json/jsoneditor.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "mcp/message/methods.h"
#include "session/call/toolcall.h"
#include "widgets/kit/button/doingbutton.h"
#include "widgets/kit/button/stayingbutton.h"
#include "widgets/kit/frame/pagescroll.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/request/rawedit.h"
#include "widgets/request/requestpreview.h"
#include "widgets/request/resultpane.h"
#include "json/singleline.h"

#include <QComboBox>
#include <QCompleter>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using models::Sign;

namespace {

const QList<int> kShares{560, 420};
constexpr int kMaxMethod = 500; // characters

} // namespace

RawRequestPanel::RawRequestPanel(QWidget *parent)
    : Panel(parent)
    , m_columns(new look::Splitter(Qt::Horizontal, this))
    , m_call(new session::ToolCall({}, this))
    , m_result(new ResultPane(this))
{
    m_columns->addWidget(new PageScroll(makeRequest(), PageScroll::Height::Asked));
    m_columns->addWidget(m_result);
    m_columns->setDefaultSizes(kShares);
    m_columns->setChildrenCollapsible(false);
    m_result->setCall(m_call);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->addWidget(m_columns);
    look::passFocus(*this, *m_method);
    connect(m_method, &QComboBox::editTextChanged, this, &RawRequestPanel::refresh);
    connect(m_params, &content::JsonEditor::edited, this, &RawRequestPanel::refresh);
    connect(&m_preview->rawEdit(), &RawEdit::toggled, this, &RawRequestPanel::editRaw);
    connect(&m_preview->rawEdit(), &RawEdit::confirmed, this, &RawRequestPanel::sendNow);
    connect(m_preview, &RequestPreview::outdated, this, &RawRequestPanel::refresh);
    connect(m_call, &session::ToolCall::changed, this, &RawRequestPanel::refresh);
    connect(m_call, &session::ToolCall::sentUnanswered, this, [this] {
        Q_EMIT succeeded(
            tr("Sent. No response can be matched to it; see the trace for received messages."));
    });
    connect(m_result, &ResultPane::lateResponseRequested, this,
        [this](qint64 at) { Q_EMIT messageRequested(at, rpc::Channel::Received); });
    connect(m_result, &ResponsePane::traceRequested, this, [this] {
        if (m_call->response())
            Q_EMIT messageRequested(m_call->response()->received.steady, rpc::Channel::Received);
    });
    refresh();
}

QWidget *RawRequestPanel::makeRequest()
{
    auto *panel = new QWidget(this);
    auto *label = new look::ColorLabel(tr("Method"), models::ColorRole::Normal, panel);
    m_method = new QComboBox(panel);
    m_method->setEditable(true);
    m_method->setInsertPolicy(QComboBox::NoInsert);
    m_method->setFont(look::fixedFont());
    m_method->setAccessibleName(tr("Method: any text; the revision's methods are suggested"));
    m_method->lineEdit()->setMaxLength(kMaxMethod);
    m_method->completer()->setCompletionMode(QCompleter::PopupCompletion);
    label->setBuddy(m_method);
    auto *row = new QHBoxLayout;
    row->setSpacing(6);
    row->addWidget(label);
    row->addWidget(m_method, 1);
    auto *paramsTitle = new look::PanelTitle(tr("Params"), panel);
    paramsTitle->setDetail(tr("· sent byte for byte; omitted when empty"));
    m_params = new content::JsonEditor(panel);
    m_params->setAccessibleName(tr("Params, sent byte for byte"));
    m_problem = new SignLabel(panel);
    m_problem->hide();
    auto *layout = new QVBoxLayout(panel);
    layout->setContentsMargins({});
    layout->setSpacing(4);
    layout->addLayout(row);
    layout->addWidget(paramsTitle);
    layout->addWidget(m_params, 2);
    layout->addWidget(m_problem);
    m_preview = new RequestPreview(panel);
    m_preview->setOpen(true);
    layout->addWidget(m_preview, 2);
    m_send = new StayingButton(look::icon("play"), tr("Send"), panel);
    m_send->setDefault(true);
    m_cancel = new QPushButton(look::icon("cancel"), tr("Cancel"), panel);
    connect(m_send, &QPushButton::clicked, this, &RawRequestPanel::send);
    connect(m_cancel, &QPushButton::clicked, this, &RawRequestPanel::cancel);
    m_doing = new DoingButton(*m_send, panel);
    connect(m_doing, &QToolButton::clicked, this, &RawRequestPanel::doingRequested);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(6);
    buttons->setContentsMargins(3, 4, 3, 3); // room for the focus ring
    buttons->addWidget(m_send);
    buttons->addWidget(m_cancel);
    buttons->addWidget(m_doing);
    buttons->addStretch();
    layout->addLayout(buttons);
    return panel;
}

Panel::Tab RawRequestPanel::tab() const
{
    return {"raw", tr("Ra&w"), "json", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R)};
}

void RawRequestPanel::setServer(const QString &name, mcp::Client *client)
{
    if (m_client)
        disconnect(m_client, nullptr, this, nullptr);
    if (m_server != name)
        m_preview->rawEdit().end();
    m_server = name;
    m_client = client;
    m_preview->follow(client);
    if (client)
        connect(client, &mcp::Client::stateChanged, this, &RawRequestPanel::refresh);
    refresh();
}

void RawRequestPanel::focusFilter()
{
    m_method->setFocus(Qt::ShortcutFocusReason);
    m_method->lineEdit()->selectAll();
}

void RawRequestPanel::fillMethods()
{
    const bool ready = m_client && m_client->state() == mcp::ClientState::Ready;
    if (!ready || m_revision == m_client->negotiated().revision)
        return;
    m_revision = m_client->negotiated().revision;
    const QString typed = m_method->currentText();
    const QSignalBlocker quiet(m_method);
    m_method->clear();
    m_method->addItems(mcp::methodsOf(m_revision));
    m_method->setEditText(typed.isEmpty() ? QStringLiteral("tools/list") : typed);
}

bool RawRequestPanel::canRunCommand(Command command) const
{
    switch (command) {
    case Command::Call:
        return canSend();
    case Command::Cancel:
        return m_call->isPending();
    default:
        return false;
    }
}

void RawRequestPanel::runCommand(Command command)
{
    if (command == Command::Call)
        send();
    else if (command == Command::Cancel)
        cancel();
}

bool RawRequestPanel::canSend() const
{
    return m_client && m_client->state() == mcp::ClientState::Ready && !m_call->isPending()
        && (m_preview->rawEdit().isOn() || !m_method->currentText().isEmpty());
}

Bytes RawRequestPanel::composed() const
{
    const QString method = m_method->currentText();
    const Bytes params = json::singleLine(m_params->bytes());
    return mcp::isNotification(method) ? rpc::notification(method.toStdString(), params.view())
                                       : m_client->previewRequest(method, params);
}

wire::HttpHeaders RawRequestPanel::headers() const
{
    return m_client->previewRequestHeaders(
        m_method->currentText(), json::singleLine(m_params->bytes()));
}

void RawRequestPanel::refresh()
{
    fillMethods();
    m_send->setEnabled(canSend());
    m_cancel->setEnabled(m_call->isPending());
    // Another server may be current by now, which does something else.
    m_doing->setPending(m_call->isPending() && m_called == m_client, m_client);
    Q_EMIT actionsChanged();
    const auto &wrong = m_params->checkNow();
    m_problem->setVisible(wrong.has_value());
    if (wrong)
        m_problem->setSign(Sign::ProtocolError,
            tr("The params are not valid JSON: line %1, column %2: %3")
                .arg(wrong->line)
                .arg(wrong->column)
                .arg(wrong->reason));
    if (!m_client || m_client->state() != mcp::ClientState::Ready)
        m_preview->showNothing(tr("the server is not connected"));
    else
        m_preview->showRequest(composed(), headers());
}

void RawRequestPanel::editRaw(bool on)
{
    if (on && m_client)
        m_preview->edit(m_client, composed(), headers());
    refresh();
}

void RawRequestPanel::send()
{
    if (!canSend())
        return;
    if (m_preview->rawEdit().isOn()) {
        if (m_preview->rawEdit().mayBeSent())
            sendNow();
        return;
    }
    if (m_params->problem()) {
        m_params->goToProblem();
        return;
    }
    m_called = m_client;
    m_call->callRaw(m_client, composed(), {}, {});
}

void RawRequestPanel::sendNow()
{
    if (!canSend())
        return;
    const Bytes bytes = m_preview->rawEdit().bytes();
    const auto headers = m_preview->rawEdit().headers();
    m_preview->rawEdit().end();
    m_called = m_client;
    m_call->callRaw(m_client, bytes, headers, {});
}

void RawRequestPanel::setRequest(const QString &method, const Bytes &params)
{
    m_preview->rawEdit().end();
    m_method->setEditText(method.left(kMaxMethod));
    m_params->setBytes(params);
    refresh();
}

void RawRequestPanel::cancel()
{
    m_call->cancel();
}

} // namespace sonde::widgets
