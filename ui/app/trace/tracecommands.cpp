// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/tracecommands.h"

#include "app/window/actions.h"
#include "look/emptymenu.h"
#include "models/document/tracedocument.h"
#include "models/trace/tracemodel.h"
#include "session/call/toolcall.h"
#include "widgets/activity/logspanel.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/annotations.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/foundplace.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/statisticswindow.h"
#include "widgets/trace/tracecolumns.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QDockWidget>
#include <QMenu>

#include <utility>

namespace sonde::app {

TraceCommands::TraceCommands(Actions &actions, const Parts &parts, QWidget *window)
    : QObject(window)
    , m_parts(parts)
    , m_model(parts.trace.document().model())
    , m_window(window)
{
    connectActions(actions);
    connectParts();
}

// From the trace to its detail and back, and from a call to the trace.
void TraceCommands::connectParts()
{
    using widgets::MessageDetail;
    using widgets::ToolsPanel;
    using widgets::TracePanel;
    TracePanel *trace = &m_parts.trace;
    MessageDetail *detail = &m_parts.detail;
    connect(&m_parts.tools, &ToolsPanel::callRequestedInTrace, this, &TraceCommands::showCall);
    connect(&m_parts.tools, &ToolsPanel::logRequested, this, &TraceCommands::showCallLog);
    connect(&m_parts.logs, &widgets::LogsPanel::numberRequested, this, &TraceCommands::showNumber);
    connect(trace, &TracePanel::messageSelected, detail, &MessageDetail::showMessage);
    connect(detail, &MessageDetail::messageRequested, trace, &TracePanel::showMessage);
    new widgets::FoundPlace(*trace, *detail);
    connect(detail, &MessageDetail::noteRequested, &trace->messageActions().annotations(),
        &widgets::Annotations::edit);
    connect(detail, &MessageDetail::conditionUsed, &trace->filterBar(),
        &widgets::FilterBar::useCondition);
}

void TraceCommands::connectActions(Actions &actions)
{
    widgets::TracePanel &trace = m_parts.trace;
    QList<QAction *> inMenu = trace.titleActions() + trace.messageActions().all();
    inMenu << trace.exportAction() << trace.searchAction() << m_parts.detail.rawAction()
           << m_parts.detail.bytesAction();
    for (QAction *action : std::as_const(inMenu))
        actions.adopt(actions.traceMenu, action);
    actions.fileMenu->insertAction(actions.afterImport, trace.exportAction());
    connect(actions.statistics, &QAction::triggered, this, &TraceCommands::showStatistics);
    connect(actions.trace, &QAction::triggered, this, [this] {
        m_parts.dock.show();
        m_parts.trace.view().setFocus(Qt::ShortcutFocusReason);
    });
    connect(actions.filterTrace, &QAction::triggered, this, [this] {
        m_parts.dock.show();
        m_parts.trace.focusFilter();
    });
    connect(actions.columnsMenu, &QMenu::aboutToShow, this,
        [this, menu = actions.columnsMenu] { fillColumns(menu); });
}

void TraceCommands::fillColumns(QMenu *menu)
{
    look::emptyMenu(*menu);
    m_parts.trace.view().columns().addActions(menu);
}

void TraceCommands::showMessage(qint64 steadyNs, rpc::Channel channel)
{
    showNumber(findNewest([=](const trace::Record &record) {
        return record.steadyNs == steadyNs && record.channel == channel;
    }));
}

void TraceCommands::showNumber(trace::Number number)
{
    m_parts.dock.show();
    if (number == 0) {
        Q_EMIT succeeded(tr("The message is no longer in the trace."));
        return;
    }
    m_parts.trace.showMessage(number);
    m_parts.trace.view().setFocus(Qt::OtherFocusReason);
}

void TraceCommands::showCall()
{
    if (m_parts.tools.currentCall())
        showNumber(findCall());
}

void TraceCommands::showCallLog()
{
    trace::Number number = findCall();
    const int row = m_model.rowOf(number);
    if (row >= 0 && m_model.record(row).kind != rpc::Kind::Request)
        number = m_model.record(row).pair;
    if (m_model.rowOf(number) < 0) {
        Q_EMIT succeeded(tr("The message is no longer in the trace."));
        return;
    }
    Q_EMIT m_parts.logs.showRequested();
    m_parts.logs.showCall(number);
}

trace::Number TraceCommands::findNewest(const std::function<bool(const trace::Record &)> &matches)
{
    m_model.drainNow();
    for (int row = m_model.rowCount() - 1; row >= 0; --row) {
        if (matches(m_model.record(row)))
            return m_model.number(row);
    }
    return 0;
}

// Rows are in the order of recording, and their times differ from it by less than this.
trace::Number TraceCommands::findSince(
    const session::Request &request, const std::function<bool(const trace::Record &)> &matches)
{
    constexpr std::int64_t kSlackNs = 1'000'000'000;
    m_model.drainNow();
    for (int row = m_model.rowCount() - 1; row >= 0; --row) {
        const trace::Record &record = m_model.record(row);
        if (record.steadyNs < request.begunNs() - kSlackNs)
            return 0;
        if (matches(record))
            return m_model.number(row);
    }
    return 0;
}

trace::Number TraceCommands::findOutcome(const session::Request &request)
{
    if (request.answer()) {
        return findSince(request, [place = request.answer()->place](const trace::Record &record) {
            return record.stream == place.stream && record.offset == place.offset
                && record.kind != rpc::Kind::Exchange;
        });
    }
    return findSince(request, [this, &request](const trace::Record &record) {
        return record.kind == rpc::Kind::Request && record.channel == rpc::Channel::Sent
            && record.steadyNs >= request.begunNs()
            && m_model.store().string(record.method) == request.method()
            && (request.target().isEmpty()
                || m_model.store().string(record.target) == request.target());
    });
}

trace::Number TraceCommands::findCall()
{
    const session::ToolCall *call = m_parts.tools.currentCall();
    return call ? findOutcome(*call) : 0;
}

std::optional<Bytes> TraceCommands::sentBytes(const session::Request &request)
{
    int row = m_model.rowOf(findOutcome(request));
    if (row >= 0 && m_model.record(row).kind != rpc::Kind::Request)
        row = m_model.rowOf(m_model.record(row).pair);
    if (row < 0)
        return {};
    auto bytes = m_model.store().read(m_model.record(row));
    return bytes ? std::optional(std::move(bytes).value()) : std::nullopt;
}

void TraceCommands::showStatistics()
{
    if (!m_statistics) {
        m_statistics = new widgets::StatisticsWindow(m_model, m_parts.trace.proxy(), m_window);
        m_statistics->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_statistics, &widgets::StatisticsWindow::filterRequested, this,
            [this](const QString &filter) {
                m_parts.dock.show();
                m_parts.trace.filterBar().edit().setText(filter);
            });
    }
    m_statistics->show();
    m_statistics->raise();
    m_statistics->activateWindow();
}

} // namespace sonde::app
