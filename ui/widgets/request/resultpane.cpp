// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/resultpane.h"

#include "base/formatting.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/inlinemessage.h"
#include "mcp/task/task.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/signlabel.h"
#include "widgets/request/answerstrip.h"
#include "widgets/request/outputcheck.h"

#include <QTabWidget>
#include <QToolButton>

namespace sonde::widgets {

using models::Sign;

namespace {

using DocumentPtr = std::shared_ptr<const json::Document>;
using CallState = session::ToolCall::State;

std::vector<content::Content> contentsOfCall(const DocumentPtr &document, const json::Value &result)
{
    if (mcp::isTaskCreated(result))
        return {content::contentOfValue(document, result, ResultPane::tr("The task, as created"))};
    const json::Value blocks = result["content"];
    const json::Value structured = result["structuredContent"];
    std::vector<content::Content> contents;
    if (blocks.isArray()) {
        contents = content::contentsOfBlocks(document, blocks);
    } else {
        contents.push_back(
            blocks.exists() ? content::contentOfValue(document, blocks) : content::Content());
        contents.back().kind = QStringLiteral("content");
        contents.back().note =
            ResultPane::tr("The result has no content array; every revision requires one.");
    }
    if (structured.exists())
        contents.push_back(
            content::contentOfValue(document, structured, ResultPane::tr("Structured content")));
    return contents;
}

} // namespace

ResultPane::ResultPane(QWidget *parent)
    : AnswerPane(tr("Result"), contentsOfCall, parent)
    , m_mismatch(new look::InlineMessage(this))
    , m_fits(new SignLabel(this))
    , m_check(new OutputCheck(this))
{
    addNote(m_mismatch);
    addNote(m_fits);
    QToolButton *const log = strip().addLink(tr("log"));
    log->setToolTip(tr("Show log messages and progress received during the call"));
    log->setAccessibleName(log->toolTip());
    connect(log, &QToolButton::clicked, this, &ResultPane::logRequested);
    connect(this, &AnswerPane::answered, this, &ResultPane::checkOutput);
    connect(m_check, &OutputCheck::changed, this, &ResultPane::showVerdict);
    connect(&note(), &look::InlineMessage::buttonClicked, this, [this] {
        if (shown() && mcp::isTaskCreated(shown()->result()))
            Q_EMIT tasksRequested();
        else if (m_call && m_call->late())
            Q_EMIT lateAnswerRequested(m_call->late()->answeredNs);
    });
    connect(m_mismatch, &look::InlineMessage::buttonClicked, this, &ResultPane::goToMismatch);
    setCall(nullptr);
    showVerdict();
}

void ResultPane::setCall(session::ToolCall *call, const Bytes &outputSchema)
{
    if (outputSchema != m_outputSchema)
        forgetShown(); // what came is checked against the other one
    m_call = call;
    m_outputSchema = outputSchema;
    setRequest(call, tr("This tool has not been called yet."));
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
        note.showMessage(Kind::Info,
            tr("The server runs the call as a task. Its progress and its result are in Tasks."),
            tr("Show in Tasks"));
    else if (m_call && m_call->late())
        note.showMessage(Kind::Warning,
            tr("A response arrived %1 after the call was given up; it was ignored.")
                .arg(durationText(std::chrono::nanoseconds(
                    m_call->late()->answeredNs - m_call->late()->givenUpNs))),
            tr("Show in trace"), models::signWord(Sign::Late));
    else
        AnswerPane::showNote(note);
}

QStringList ResultPane::numbers() const
{
    QStringList parts = AnswerPane::numbers();
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
    const json::Value result = shown()->result();
    m_check->start(DocumentPtr(shown(), &shown()->message.document), result["structuredContent"],
        m_outputSchema, result["isError"].toBool().value_or(false));
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
