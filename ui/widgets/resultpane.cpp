// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/resultpane.h"

#include "content/iconengine.h"
#include "content/jsoneditor.h"
#include "content/jsontreeview.h"
#include "content/metrics.h"
#include "content/theme.h"
#include "content/tonelabel.h"
#include "widgets/contentblocks.h"
#include "widgets/serverpage.h"
#include "widgets/signlabel.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QLocale>
#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using content::ToneLabel;
using models::Sign;
using models::Tone;

namespace {

constexpr int kRunningMs = 100;

Sign signOf(ToolCall::State state)
{
    switch (state) {
    case ToolCall::State::Idle:
        return Sign::None;
    case ToolCall::State::Pending:
        return Sign::Pending;
    case ToolCall::State::Ok:
        return Sign::Ok;
    case ToolCall::State::ToolError:
        return Sign::ToolError;
    case ToolCall::State::ProtocolError:
        return Sign::ProtocolError;
    case ToolCall::State::Cancelled:
        return Sign::Cancelled;
    case ToolCall::State::TimedOut:
    case ToolCall::State::Failed:
        return Sign::NoAnswer;
    }
    return Sign::None;
}

QString wordOf(const ToolCall &call)
{
    switch (call.state()) {
    case ToolCall::State::ProtocolError:
        return ResultPane::tr("error %1")
            .arg(QString::number(call.error()->code).replace(QLatin1Char('-'), QChar(0x2212)));
    case ToolCall::State::TimedOut:
        return ResultPane::tr("timed out");
    case ToolCall::State::Failed:
        return ResultPane::tr("failed");
    default:
        return {};
    }
}

} // namespace

ResultPane::ResultPane(QWidget *parent)
    : QWidget(parent)
    , m_state(new SignLabel(this))
    , m_numbers(new ToneLabel(Tone::Muted, this))
    , m_inTrace(new QToolButton(this))
    , m_tabs(new QTabWidget(this))
    , m_tree(new content::JsonTreeView(this))
    , m_blocks(new ContentBlocks(this))
    , m_raw(new content::JsonEditor(this))
{
    auto *title = new ToneLabel(tr("Result"), Tone::Normal, this);
    title->setFont(content::boldFont());
    m_numbers->setAccessibleName(tr("Time, size and progress of the call"));
    m_inTrace->setText(tr("show in trace"));
    m_inTrace->setAutoRaise(true);
    m_inTrace->setFocusPolicy(Qt::TabFocus);
    const auto paintAsLink = [this] {
        QPalette colors;
        colors.setColor(QPalette::Active, QPalette::ButtonText, content::theme().accent);
        colors.setColor(QPalette::Inactive, QPalette::ButtonText, content::theme().accent);
        m_inTrace->setPalette(colors);
    };
    paintAsLink();
    connect(&content::CurrentTheme::instance(), &content::CurrentTheme::changed, this, paintAsLink);
    connect(m_inTrace, &QToolButton::clicked, this, &ResultPane::showInTraceWanted);
    auto *first = new QHBoxLayout;
    first->addWidget(title);
    first->addSpacing(4);
    first->addWidget(m_state, 1);
    auto *second = new QHBoxLayout;
    second->addWidget(m_numbers, 1);
    second->addWidget(m_inTrace);

    m_tree->setAccessibleName(tr("Result as a tree"));
    m_raw->setAccessibleName(tr("Answer as it arrived"));
    m_raw->setReadOnly(true);
    m_tabs->addTab(m_tree, tr("Tree"));
    m_tabs->addTab(m_blocks, tr("Content"));
    m_tabs->addTab(m_raw, tr("Raw"));
    auto *copy = new QToolButton(this);
    copy->setIcon(content::icon("copy"));
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy the answer as it arrived"));
    copy->setAccessibleName(copy->toolTip());
    connect(copy, &QToolButton::clicked, this, [this] {
        if (!m_shown)
            return;
        const QByteArray bytes = m_shown->message.bytes().toByteArray();
        QGuiApplication::clipboard()->setText(QString::fromUtf8(bytes));
        Q_EMIT copied(bytes.size());
    });
    connect(m_tree, &content::JsonTreeView::copied, this, &ResultPane::copied);
    m_tabs->setCornerWidget(copy);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addLayout(second);
    layout->addWidget(m_tabs, 1);
    m_running.setInterval(kRunningMs);
    connect(&m_running, &QTimer::timeout, this, &ResultPane::refreshNumbers);
    refresh();
}

void ResultPane::setCall(ToolCall *call)
{
    if (m_call)
        disconnect(m_call, nullptr, this, nullptr);
    m_call = call;
    if (call)
        connect(call, &ToolCall::changed, this, &ResultPane::refresh);
    refresh();
}

void ResultPane::refresh()
{
    const auto state = m_call ? m_call->state() : ToolCall::State::Idle;
    m_state->setSign(signOf(state), m_call ? wordOf(*m_call) : QString());
    m_inTrace->setEnabled(state != ToolCall::State::Idle);
    if (state == ToolCall::State::Pending)
        m_running.start();
    else
        m_running.stop();
    refreshNumbers();
    if (m_call && m_call->answer())
        showAnswer(m_call->answer());
    else if (m_call && m_call->error())
        showError(*m_call->error());
    else
        showNothing(state == ToolCall::State::Pending ? tr("The answer has not come yet.")
                                                      : tr("This tool was not called yet."));
}

void ResultPane::refreshNumbers()
{
    if (!m_call || m_call->state() == ToolCall::State::Idle) {
        m_numbers->clear();
        return;
    }
    QStringList parts{millisecondsText(m_call->elapsedNs())};
    if (m_call->answer())
        parts << tr("%1 bytes").arg(QLocale().toString(m_call->answer()->message.bytes().size()));
    if (m_call->progressCount() > 0)
        parts << tr("%1 progress").arg(m_call->progressCount());
    if (m_call->isPending() && !m_call->progressText().isEmpty())
        parts << m_call->progressText();
    m_numbers->setText(parts.join(QStringLiteral(" · ")));
}

void ResultPane::showAnswer(const std::shared_ptr<const mcp::Answer> &answer)
{
    if (m_shown == answer)
        return;
    m_shown = answer;
    const std::shared_ptr<const json::Document> document(answer, &answer->message.document);
    m_tree->setDocument(document, answer->result().exists() ? answer->result().id() : 0);
    m_blocks->setContent(answer->result()["content"]);
    m_raw->setBytes(answer->message.bytes());
}

void ResultPane::showError(const Error &error)
{
    m_shown.reset();
    m_blocks->setNothing(error.detail.isEmpty()
            ? error.sentence
            : error.sentence % QStringLiteral("\n\n") % error.detail);
    if (error.data.isEmpty()) {
        m_tree->clear();
    } else {
        m_tree->setDocument(std::make_shared<const json::Document>(
            json::Document::parse(Bytes::fromByteArray(error.data))));
    }
    m_raw->setBytes(Bytes::fromByteArray(error.data));
    if (error.data.isEmpty())
        m_tabs->setCurrentWidget(m_blocks); // the only place that says something
}

void ResultPane::showNothing(const QString &why)
{
    m_shown.reset();
    m_tree->clear();
    m_blocks->setNothing(why);
    m_raw->setBytes({});
}

} // namespace sonde::widgets
