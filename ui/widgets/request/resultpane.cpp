// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/resultpane.h"

#include "base/formatting.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/controls/inlinemessage.h"
#include "mcp/task/task.h"
#include "mcp/task/taskstore.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/request/callcontents.h"
#include "widgets/request/outputcheck.h"
#include "widgets/request/responsestrip.h"

#include <QTabWidget>
#include <QToolButton>

namespace sonde::widgets {

using models::Sign;

namespace {

using DocumentPtr = std::shared_ptr<const json::Document>;
using CallState = session::ToolCall::State;

} // namespace

ResultPane::ResultPane(QWidget *parent)
    : ResponsePane(
        tr("Result"),
        [this](const DocumentPtr &document, const json::Value &result) {
            return contentsOf(document, result);
        },
        parent)
    , m_decoding(this)
    , m_mismatch(new look::InlineMessage(this))
    , m_fits(new SignLabel(this))
    , m_check(new OutputCheck(this))
{
    addNote(m_mismatch);
    addNote(m_fits);
    QToolButton *const log = strip().addLink(tr("Log"));
    log->setToolTip(tr("Show log messages and progress received during the call"));
    log->setAccessibleName(log->toolTip());
    connect(log, &QToolButton::clicked, this, &ResultPane::logRequested);
    connect(this, &ResponsePane::answered, this, [this] {
        m_decoding.stop();
        m_taskResult.reset();
        checkOutput();
    });
    connect(this, &ResponsePane::requestChanged, this, &ResultPane::showTaskResult);
    connect(m_check, &OutputCheck::changed, this, &ResultPane::showVerdict);
    connect(&note(), &look::InlineMessage::buttonClicked, this, [this] {
        if (shown() && mcp::isTaskCreated(shown()->result()))
            Q_EMIT tasksRequested();
        else if (m_call && m_call->late())
            Q_EMIT lateResponseRequested(m_call->late()->answeredNs);
    });
    connect(m_mismatch, &look::InlineMessage::buttonClicked, this, &ResultPane::goToMismatch);
    setCall(nullptr);
    showVerdict();
}

// In the Raw panel it may be the result of any request.
std::vector<content::Content> ResultPane::contentsOf(
    const DocumentPtr &document, const json::Value &result) const
{
    const bool isOther = m_call && m_call->tool().isEmpty()
        && m_call->method() != QLatin1String("tools/call") && !result["content"].isArray();
    if (isOther)
        return {content::contentOfValue(document, result, tr("The result, as received"))};
    return callContents(document, result);
}

void ResultPane::setCall(session::ToolCall *call, const Bytes &outputSchema)
{
    if (outputSchema != m_outputSchema)
        forgetShown(); // what came is checked against the other one
    if (call != m_call) {
        m_decoding.stop(); // its result belongs to the other call
        m_taskResult.reset();
    }
    m_call = call;
    m_outputSchema = outputSchema;
    const bool isTyped = call && call->tool().isEmpty(); // in the Raw panel
    setRequest(call,
        isTyped ? tr("Nothing has been sent yet.") : tr("This tool has not been called yet."));
}

bool ResultPane::isTraceable() const
{
    return m_call && m_call->state() != CallState::Idle;
}

// A tool that failed ran, and its content says why.
void ResultPane::showNote(look::InlineMessage &note)
{
    using Kind = look::InlineMessage::Kind;
    if (m_call && m_call->state() == CallState::ToolError)
        note.showMessage(Kind::Warning, tr("The tool ran and reported a failure (isError)."), {},
            tr("Tool error"));
    else if (shown() && mcp::isTaskCreated(shown()->result()))
        showTaskNote(note);
    else if (m_call && m_call->late())
        note.showMessage(Kind::Warning,
            tr("A response arrived %1 after the call was given up; it was ignored.")
                .arg(durationText(std::chrono::nanoseconds(
                    m_call->late()->answeredNs - m_call->late()->givenUpNs))),
            tr("Show in trace"), models::signWord(Sign::Late));
    else
        ResponsePane::showNote(note);
}

void ResultPane::showTaskNote(look::InlineMessage &note)
{
    using Kind = look::InlineMessage::Kind;
    const mcp::TaskMachine *task = m_call ? m_call->task() : nullptr;
    const QString inTasks = tr("Show in Tasks");
    if (!task || !task->isFinished())
        note.showMessage(Kind::Info,
            tr("The server runs the call as a task. The result appears here when the task ends."),
            inTasks, task ? task->facts().statusText : QString());
    else if (task->outcome().result.empty())
        note.showMessage(Kind::Warning,
            tr("The task ended without a result. %1").arg(task->outcome().why), inTasks,
            task->facts().statusText);
    else if (m_taskResult && m_taskResult->root()["isError"].toBool().value_or(false))
        note.showMessage(Kind::Warning,
            tr("The tool ran as a task and reported a failure (isError)."), inTasks,
            tr("Tool error"));
    else
        note.showMessage(Kind::Info, tr("The call ran as a task, with this result."), inTasks);
}

// The call has answered with the task only.
void ResultPane::showTaskResult()
{
    const mcp::TaskMachine *task = m_call ? m_call->task() : nullptr;
    if (!task || !shown() || m_taskResult || !mcp::isTaskCreated(shown()->result()))
        return;
    const auto &outcome = task->outcome();
    const bool isResult = !outcome.result.empty();
    const std::string &text = isResult ? outcome.result : outcome.error;
    if (text.empty())
        return;
    m_decoding.start<DocumentPtr>(
        [text](const std::stop_token &) {
            return std::make_shared<const json::Document>(
                json::Document::parse(Bytes::copyOf(text)));
        },
        [this, isResult](const DocumentPtr &decoded) {
            m_taskResult = decoded;
            showDecoded(isResult);
        });
}

void ResultPane::showDecoded(bool isResult)
{
    refreshNote();
    const json::Value root = m_taskResult->root();
    if (!isResult) {
        showResult(m_taskResult,
            {content::contentOfValue(m_taskResult, root, tr("The error object, as received"))});
        return;
    }
    showResult(m_taskResult, callContents(m_taskResult, root));
    checkResult(m_taskResult, root);
}

QStringList ResultPane::numbers() const
{
    QStringList parts = ResponsePane::numbers();
    if (m_call->progressCount() > 0)
        parts << tr("%1 progress").arg(m_call->progressCount());
    if (m_call->isPending() && !m_call->progressText().isEmpty())
        parts << m_call->progressText();
    return parts;
}

void ResultPane::checkOutput()
{
    if (!shown() || mcp::isTaskCreated(shown()->result()))
        return m_check->clear();
    checkResult(DocumentPtr(shown(), &shown()->message.document), shown()->result());
}

void ResultPane::checkResult(const DocumentPtr &document, const json::Value &result)
{
    m_check->start(document, result["structuredContent"], m_outputSchema,
        result["isError"].toBool().value_or(false));
}

// The structured content is the last of the contents.
std::size_t ResultPane::structuredIndex() const
{
    const std::size_t count = contents().count();
    return count > 0 ? count - 1 : 0;
}

void ResultPane::showVerdict()
{
    using Verdict = OutputCheck::Verdict;
    const Verdict verdict = m_check->verdict();
    m_fits->setVisible(verdict == Verdict::Fits);
    m_fits->setSign(Sign::Ok, m_check->sentence());
    if (verdict == Verdict::Fits || verdict == Verdict::None)
        m_mismatch->hide();
    else
        m_mismatch->showMessage(verdict == Verdict::DoesNotFit || verdict == Verdict::Missing
                ? look::InlineMessage::Kind::Error
                : look::InlineMessage::Kind::Warning,
            m_check->sentence(), m_check->marks().empty() ? QString() : tr("Show"));
    contents().setMarks(structuredIndex(), m_check->marks());
}

void ResultPane::goToMismatch()
{
    tabs().setCurrentWidget(&contents());
    contents().scrollTo(structuredIndex());
    if (content::ContentView *view = contents().view(structuredIndex()))
        view->goToMark();
}

} // namespace sonde::widgets
