// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/resultpane.h"

#include "base/formatting.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/clipboard.h"
#include "look/colorlabel.h"
#include "look/iconengine.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "look/theme.h"
#include "models/trace/tracetext.h"
#include "widgets/kit/signlabel.h"
#include "widgets/request/outputcheck.h"
#include "widgets/request/requeststate.h"

#include <QTabWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;
using models::Sign;

namespace {

using DocumentPtr = std::shared_ptr<const json::Document>;

constexpr int kRunningMs = 100;
constexpr qsizetype kMaxSentence = 500; // of a server

} // namespace

ResultPane::ResultPane(QWidget *parent)
    : QWidget(parent)
    , m_state(new SignLabel(this))
    , m_numbers(new ColorLabel(ColorRole::Muted, this))
    , m_log(makeLink(tr("log")))
    , m_inTrace(makeLink(tr("show in trace")))
    , m_problem(new look::InlineMessage(this))
    , m_mismatch(new look::InlineMessage(this))
    , m_fits(new SignLabel(this))
    , m_tabs(new QTabWidget(this))
    , m_contents(new content::ContentList(this))
    , m_tree(new content::JsonTreeView(this))
    , m_raw(new content::JsonEditor(this))
    , m_check(new OutputCheck(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(makeHead());
    layout->addWidget(m_problem);
    layout->addWidget(m_mismatch);
    layout->addWidget(m_fits);
    makeTabs();
    layout->addWidget(m_tabs, 1);
    m_running.setInterval(kRunningMs);
    connect(&m_running, &QTimer::timeout, this, &ResultPane::refreshNumbers);
    connect(m_check, &OutputCheck::changed, this, &ResultPane::showVerdict);
    connect(m_problem, &look::InlineMessage::buttonClicked, this, [this] {
        if (m_call && m_call->late())
            Q_EMIT lateAnswerRequested(m_call->late()->answeredNs);
    });
    connect(m_mismatch, &look::InlineMessage::buttonClicked, this, &ResultPane::goToMismatch);
    refresh();
}

QToolButton *ResultPane::makeLink(const QString &text)
{
    auto *link = new QToolButton(this);
    link->setText(text);
    link->setAutoRaise(true);
    link->setFocusPolicy(Qt::TabFocus);
    const auto paint = [link] {
        QPalette colors;
        colors.setColor(QPalette::Active, QPalette::ButtonText, look::theme().accent);
        colors.setColor(QPalette::Inactive, QPalette::ButtonText, look::theme().accent);
        link->setPalette(colors);
    };
    paint();
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, link, paint);
    return link;
}

QLayout *ResultPane::makeHead()
{
    auto *title = new ColorLabel(tr("Result"), ColorRole::Normal, this);
    title->setFont(look::boldFont());
    m_numbers->setAccessibleName(tr("Time, size and progress of the call"));
    m_log->setToolTip(tr("Show log messages and progress received during the call"));
    m_log->setAccessibleName(m_log->toolTip());
    connect(m_log, &QToolButton::clicked, this, &ResultPane::logRequested);
    connect(m_inTrace, &QToolButton::clicked, this, &ResultPane::showInTraceRequested);
    auto *first = new QHBoxLayout;
    first->addWidget(title);
    first->addSpacing(4);
    first->addWidget(m_state, 1);
    auto *second = new QHBoxLayout;
    second->addWidget(m_numbers, 1);
    second->addWidget(m_log);
    second->addWidget(m_inTrace);
    auto *head = new QVBoxLayout;
    head->setSpacing(4);
    head->addLayout(first);
    head->addLayout(second);
    return head;
}

void ResultPane::makeTabs()
{
    m_contents->setAccessibleName(tr("Content blocks and structured content"));
    m_tree->setAccessibleName(tr("Result as a tree"));
    m_raw->setAccessibleName(tr("Response as received"));
    m_raw->setReadOnly(true);
    m_tabs->addTab(m_contents, tr("Content"));
    m_tabs->addTab(m_tree, tr("Tree"));
    m_tabs->addTab(m_raw, tr("Raw"));
    auto *copy = new QToolButton(this);
    copy->setIcon(look::icon("copy"));
    copy->setAutoRaise(true);
    copy->setToolTip(tr("Copy the response as received"));
    copy->setAccessibleName(copy->toolTip());
    connect(copy, &QToolButton::clicked, this, [this] {
        if (!m_shown)
            return;
        const QByteArray bytes = m_shown->message.bytes().toByteArray();
        look::copyToClipboard(bytes);
    });
    m_tabs->setCornerWidget(copy);
    connect(m_contents, &content::ContentList::saved, this, &ResultPane::saved);
    connect(m_contents, &content::ContentList::linkRequested, this, &ResultPane::linkRequested);
}

void ResultPane::setCall(session::ToolCall *call, const Bytes &outputSchema)
{
    if (m_call)
        disconnect(m_call, nullptr, this, nullptr);
    m_call = call;
    m_outputSchema = outputSchema;
    m_shown.reset();
    if (call)
        connect(call, &session::ToolCall::changed, this, &ResultPane::refresh);
    refresh();
}

void ResultPane::refresh()
{
    const auto state = m_call ? m_call->state() : session::ToolCall::State::Idle;
    m_state->setSign(requestSign(state), m_call ? requestStateText(*m_call) : QString());
    m_inTrace->setEnabled(state != session::ToolCall::State::Idle);
    if (state == session::ToolCall::State::Pending)
        m_running.start();
    else
        m_running.stop();
    refreshNumbers();
    showProblem(state);
    if (m_call && m_call->answer())
        showAnswer(m_call->answer());
    else if (m_call && m_call->error())
        showError(*m_call->error());
    else
        showNothing(state == session::ToolCall::State::Pending
                ? tr("Waiting for the response.")
                : tr("This tool has not been called yet."));
}

// A tool that failed ran, and its content says why; a protocol error is no result at all.
void ResultPane::showProblem(session::ToolCall::State state)
{
    using Kind = look::InlineMessage::Kind;
    if (state == session::ToolCall::State::ToolError)
        m_problem->showMessage(Kind::Warning, tr("The tool ran and reported a failure (isError)."),
            {}, tr("Tool error"));
    else if (state == session::ToolCall::State::ProtocolError)
        m_problem->showMessage(Kind::Error,
            tr("The server refused the request; there is no result. %1")
                .arg(m_call->error()->sentence.left(kMaxSentence)),
            {}, requestStateText(*m_call));
    else if (m_call && m_call->late())
        m_problem->showMessage(Kind::Warning,
            tr("A response arrived %1 after the call was given up; it was ignored.")
                .arg(durationText(std::chrono::nanoseconds(
                    m_call->late()->answeredNs - m_call->late()->givenUpNs))),
            tr("Show in trace"), models::signWord(Sign::Late));
    else
        m_problem->hide();
}

void ResultPane::refreshNumbers()
{
    if (!m_call || m_call->state() == session::ToolCall::State::Idle) {
        m_numbers->clear();
        return;
    }
    QStringList parts{durationText(std::chrono::nanoseconds(m_call->elapsedNs()))};
    if (m_call->answer())
        parts << bytesText(m_call->answer()->message.bytes().size());
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
    const DocumentPtr document(answer, &answer->message.document);
    const json::Value result = answer->result();
    m_tree->setDocument(document, result.exists() ? result.id() : 0);
    m_raw->setBytes(answer->message.bytes());
    showContents(answer);
    m_check->start(document, result["structuredContent"], m_outputSchema,
        result["isError"].toBool().value_or(false));
}

void ResultPane::showContents(const std::shared_ptr<const mcp::Answer> &answer)
{
    const DocumentPtr document(answer, &answer->message.document);
    const json::Value blocks = answer->result()["content"];
    const json::Value structured = answer->result()["structuredContent"];
    std::vector<content::Content> contents;
    if (blocks.isArray())
        contents = content::contentsOfBlocks(document, blocks);
    else if (blocks.exists())
        contents.push_back(content::contentOfValue(document, blocks));
    if (!blocks.isArray()) {
        if (contents.empty())
            contents.emplace_back();
        contents.back().kind = QStringLiteral("content");
        contents.back().note = tr("The result has no content array; every revision requires one.");
    }
    m_structured = contents.size();
    if (structured.exists())
        contents.push_back(content::contentOfValue(document, structured, tr("Structured content")));
    if (contents.empty())
        m_contents->setNothing(tr("The content array is empty."));
    else
        m_contents->setContents(std::move(contents));
}

void ResultPane::showError(const Error &error)
{
    m_shown.reset();
    m_check->clear();
    const auto document = error.data.isEmpty()
        ? DocumentPtr()
        : std::make_shared<const json::Document>(
            json::Document::parse(Bytes::fromByteArray(error.data)));
    if (document && document->isValid())
        m_contents->setContents({content::contentOfValue(
            document, document->root(), tr("The error object, as received"))});
    else
        m_contents->setNothing(error.sentence, error.detail);
    m_tree->setDocument(document);
    m_raw->setBytes(Bytes::fromByteArray(error.data));
}

void ResultPane::showNothing(const QString &sentence)
{
    m_shown.reset();
    m_check->clear();
    m_contents->setNothing(sentence);
    m_tree->clear();
    m_raw->setBytes({});
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
    m_contents->setMarks(m_structured, m_check->marks());
}

void ResultPane::goToMismatch()
{
    m_tabs->setCurrentWidget(m_contents);
    m_contents->scrollTo(m_structured);
    if (content::ContentView *view = m_contents->view(m_structured))
        view->goToMark();
}

} // namespace sonde::widgets
