// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/rulerunner.h"

#include "review/responseprogram.h"
#include "review/serverrequestqueue.h"
#include "rpc/lifecycle.h"
#include "json/builder.h"

#include <QTimer>

namespace sonde::review {

namespace {

using How = ResponseRule::How;

bool isUrls(const QueuedRequest &queued)
{
    return queued.isRound() && queued.round().facts().kind == mcp::InputRound::Kind::Urls;
}

// For the trace, which is not translated.
QString ruleNote(int rule, const QString &what)
{
    return QStringLiteral("rule %1: %2").arg(rule).arg(what);
}

QString nameForTrace(const RequestedInput &question)
{
    return question.key.empty() ? question.method
                                : question.method + u' ' + QString::fromStdString(question.key);
}

} // namespace

RuleRunner::RuleRunner(ServerRequestQueue *queue, QObject *parent)
    : QObject(parent)
    , m_queue(queue)
{
    connect(queue, &ServerRequestQueue::added, this, &RuleRunner::apply);
    connect(queue, &ServerRequestQueue::changed, this, [this](quint64 number) {
        if (const auto queued = m_queue->find(number); queued && queued->waits())
            return;
        const auto run = m_runs.extract(number); // what it does still must not respond
        if (run)
            run.mapped().program.cancel();
    });
}

RuleRunner::~RuleRunner()
{
    for (auto &[number, run] : m_runs)
        run.program.cancel();
}

void RuleRunner::setRules(const QString &server, std::vector<ResponseRule> rules)
{
    m_rules[server] = std::move(rules);
}

void RuleRunner::apply(quint64 number)
{
    const auto queued = m_queue->find(number);
    const auto known = queued ? m_rules.find(queued->server) : m_rules.end();
    if (!queued || !queued->waits() || known == m_rules.end())
        return;
    Run run;
    for (const RequestedInput &question : queued->questions) {
        for (std::size_t at = 0; at < known->second.size(); ++at) {
            const ResponseRule &rule = known->second[at];
            if (!fits(rule, question.method.toStdString(), question.params, queued->cause.target))
                continue;
            if (rule.how != How::Ask) {
                run.rules.push_back(rule);
                run.numbers.push_back(static_cast<int>(at) + 1);
            }
            break;
        }
    }
    // Some of it alone cannot be answered: then a person responds to all of it.
    if (run.rules.empty() || run.rules.size() != queued->questions.size())
        return;
    m_runs.emplace(number, std::move(run));
    step(number);
}

std::shared_ptr<const QueuedRequest> RuleRunner::waiting(quint64 number)
{
    auto queued = m_queue->find(number);
    if (queued && queued->waits() && m_runs.count(number) != 0)
        return queued;
    m_runs.erase(number);
    return nullptr;
}

// Never from inside the call that asked.
void RuleRunner::step(quint64 number)
{
    const Run &run = m_runs.at(number);
    QTimer::singleShot(
        run.rules[run.responses.size()].delay, this, [this, number] { act(number); });
}

void RuleRunner::act(quint64 number)
{
    const auto queued = waiting(number);
    if (!queued)
        return;
    Run &run = m_runs.at(number);
    const std::size_t at = run.responses.size();
    const ResponseRule &rule = run.rules[at];
    const RequestedInput &question = queued->questions[at];
    const QString by = tr("rule %1").arg(run.numbers[at]);
    switch (rule.how) {
    case How::Response:
        return answered(number, expandResponse(rule.response, question.params));
    case How::Program:
        return runProgram(number, rule, question.params);
    case How::Decline:
    case How::Cancel:
        return refuse(number, rule.how);
    case How::Error:
        queued->logStopped(ruleNote(run.numbers[at], rule.message));
        (void)m_queue->automatically(by, [&] {
            return queued->isRound() ? m_queue->stop(number)
                                     : m_queue->refuse(number, {rule.code, rule.message});
        });
        return;
    case How::Ask:
        break;
    }
}

// 2026-07-28 basic/patterns/mrtr: a form or URL is declined or cancelled by a response there too.
void RuleRunner::refuse(quint64 number, How how)
{
    const auto queued = m_queue->find(number);
    const Run &run = m_runs.at(number);
    const std::size_t at = run.responses.size();
    const Kind kind = queued->questions[at].kind;
    const bool elicits = (kind == Kind::Form || kind == Kind::Url) && !isUrls(*queued);
    const bool cancels = elicits && how == How::Cancel;
    const char *const response = cancels ? R"({"action":"cancel"})" : R"({"action":"decline"})";
    if (elicits && queued->isRound())
        return answered(number, response);
    queued->logStopped(ruleNote(
        run.numbers[at], cancels ? QStringLiteral("cancelled") : QStringLiteral("declined")));
    (void)m_queue->automatically(tr("rule %1").arg(run.numbers[at]), [&] {
        return cancels ? m_queue->respond(number, Bytes::copyOf(response), tr("cancelled"))
                       : m_queue->decline(number);
    });
}

void RuleRunner::runProgram(quint64 number, const ResponseRule &rule, const json::Value &params)
{
    Run &run = m_runs.at(number);
    if (m_programs >= kMaxPrograms) {
        m_runs.erase(number);
        return;
    }
    ++m_programs;
    ResponseProgram program;
    program.launch.program = rule.program.front();
    program.launch.arguments = rule.program.mid(1);
    run.program = program.run(Bytes::copyOf(params ? params.raw() : "{}"), this,
        [this, number](const Result<Bytes> &response) {
            --m_programs;
            const auto queued = waiting(number);
            if (!queued)
                return;
            if (response)
                return answered(number, std::string(response->view()));
            // Without its response a person has to give one.
            const Run &failed = m_runs.at(number);
            const int at = failed.numbers[failed.responses.size()];
            queued->logLifecycle(
                rpc::lifecycle::kRuleFailed, ruleNote(at, response.error().sentence));
            m_runs.erase(number);
        });
}

void RuleRunner::answered(quint64 number, std::string response)
{
    Run &run = m_runs.at(number);
    run.responses.push_back(std::move(response));
    if (run.responses.size() < run.rules.size())
        step(number);
    else
        send(number);
}

void RuleRunner::send(quint64 number)
{
    const auto queued = m_queue->find(number);
    const Run run = m_runs.at(number);
    for (std::size_t i = 0; i < run.rules.size(); ++i)
        queued->logAutomatic(ruleNote(run.numbers[i], nameForTrace(queued->questions[i])));
    const QString by = tr("rule %1").arg(run.numbers.front());
    const auto sent = m_queue->automatically(by, [&]() -> Result<void> {
        if (!queued->isRound())
            return m_queue->respond(number, Bytes::copyOf(run.responses.front()));
        if (isUrls(*queued))
            return m_queue->goOn(number, {});
        json::Builder responses;
        responses.beginObject();
        for (std::size_t i = 0; i < run.responses.size(); ++i)
            responses.rawMember(queued->questions[i].key, run.responses[i]);
        return m_queue->goOn(number, Bytes::copyOf(responses.endObject().takeString()));
    });
    if (!sent) // it still waits, for a person
        m_runs.erase(number);
}

} // namespace sonde::review
