// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/serverrequests.h"

#include "base/formatting.h"
#include "json/singleline.h"

#include <QTimer>

#include <algorithm>
#include <iterator>

namespace sonde::agent {

namespace {

constexpr std::string_view kDeclined = R"({"action":"decline"})";
constexpr std::string_view kNoRoots = R"({"roots":[]})";
constexpr int kUserRejected = -1; // 2025-11-25 client/sampling#error-handling
// The others are refused at once.
constexpr std::string_view kKnown[] = {
    "elicitation/create", "roots/list", "sampling/createMessage"};
constexpr std::size_t kMaxShown = 3; // requests whose params are shown with a result

bool isSame(const std::weak_ptr<PausableCall> &a, const std::weak_ptr<PausableCall> &b)
{
    const auto call = a.lock();
    return call && call == b.lock();
}

std::string namedRequest(std::int64_t number, std::string_view method)
{
    return "request " + std::to_string(number) + " (" + std::string(method) + ')';
}

} // namespace

void ServerRequests::add(const std::shared_ptr<PausableCall> &call)
{
    std::erase_if(m_calls, [](const auto &each) { return each.expired(); });
    m_calls.push_back(call);
    bool isWanted = false;
    for (Waiting &waiting : m_waiting) {
        if (waiting.call.expired()) {
            waiting.call = call;
            isWanted = true;
        }
    }
    if (isWanted)
        pause(call);
}

// The call that a server request belongs to as far as that is known, or else the oldest one.
std::shared_ptr<PausableCall> ServerRequests::causeOf(
    std::string_view method, std::string_view target) const
{
    std::shared_ptr<PausableCall> oldest;
    for (const auto &each : m_calls) {
        auto call = each.lock();
        if (!call || call->isOver())
            continue;
        if (call->matches(method, target))
            return call;
        if (!oldest)
            oldest = call;
    }
    return oldest;
}

void ServerRequests::handleRequest(const mcp::ServerRequest &request)
{
    if (m_automatic)
        return m_automatic(request);
    const rpc::Message &message = request.message();
    Waiting waiting;
    waiting.method = std::string(std::string_view(message.method));
    if (std::find(std::begin(kKnown), std::end(kKnown), waiting.method) == std::end(kKnown))
        return request.refuse(rpc::kMethodNotFound, QStringLiteral("Method not found"));
    waiting.params = message.params() ? json::singleLine(message.params().raw()) : "{}";
    waiting.request = request;
    const auto call = causeOf(request.cause().method, request.cause().target);
    park(std::move(waiting), call);
    declineTooMany();
    if (call)
        pause(call);
}

void ServerRequests::handleInput(const mcp::InputRound &round)
{
    const auto questions = round.questions();
    if (questions.empty())
        return goOn(round);
    if (questions.size() > kMaxWaiting)
        return round.stop(); // then the caller gets what asks for them
    const auto call = causeOf(round.facts().method.toStdString(), round.facts().target);
    for (const mcp::InputRequest &question : questions) {
        const bool isUrl = round.facts().kind == mcp::InputRound::Kind::Urls;
        Waiting waiting;
        waiting.method =
            isUrl ? "elicitation/create" : std::string(question.request["method"].text());
        const json::Value params = isUrl ? question.request : question.request["params"];
        waiting.params = params ? json::singleLine(params.raw()) : "{}";
        waiting.round = round;
        waiting.key = question.key;
        park(std::move(waiting), call);
    }
    declineTooMany();
    if (call)
        pause(call);
}

// Only when all questions of a round are there.
void ServerRequests::declineTooMany()
{
    const auto open = [](const Waiting &waiting) { return waiting.response.empty(); };
    while (std::size_t(std::count_if(m_waiting.begin(), m_waiting.end(), open)) > kMaxWaiting) {
        const auto newest = std::find_if(m_waiting.rbegin(), m_waiting.rend(), open);
        decline(newest->number,
            "declined, as " + std::to_string(kMaxWaiting) + " others wait for a response");
    }
}

void ServerRequests::park(Waiting waiting, const std::shared_ptr<PausableCall> &call)
{
    waiting.number = ++m_last;
    waiting.call = call;
    const Number number = waiting.number;
    m_waiting.push_back(std::move(waiting));
    const std::chrono::milliseconds patience = call ? call->patience() : kPatience;
    QTimer::singleShot(patience, this, [this, number, patience] {
        if (waits(number))
            decline(number,
                "declined, as it had no response within "
                    + durationText(std::chrono::nanoseconds(patience)).toStdString());
    });
}

void ServerRequests::pause(const std::shared_ptr<PausableCall> &call)
{
    const bool waitsFor = std::any_of(m_waiting.begin(), m_waiting.end(),
        [&](const Waiting &waiting) { return waiting.call.lock() == call; });
    if (!waitsFor || call->isOver()
        || std::find(m_paused.begin(), m_paused.end(), call) != m_paused.end())
        return;
    if (m_paused.size() >= kMaxOver)
        m_paused.erase(m_paused.begin()); // which cancels it
    m_paused.push_back(call);
    call->pause();
}

ServerRequests::Waiting *ServerRequests::find(Number number)
{
    const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
        [number](const Waiting &waiting) { return waiting.number == number; });
    return found == m_waiting.end() ? nullptr : &*found;
}

bool ServerRequests::waits(Number number) const
{
    return std::any_of(m_waiting.begin(), m_waiting.end(), [number](const Waiting &waiting) {
        return waiting.number == number && waiting.response.empty();
    });
}

void ServerRequests::respond(Number number, const Response &response)
{
    Waiting *const waiting = find(number);
    if (!response.result)
        return refuse(Waiting(*waiting), response.code, response.message, "refused");
    if (!waiting->round) {
        const mcp::ServerRequest request = *waiting->request;
        close(number, "answered");
        return request.respond(*response.result);
    }
    waiting->response = std::string(response.result->view());
    goOn(mcp::InputRound(*waiting->round));
}

// Once all of its questions have a response.
void ServerRequests::goOn(const mcp::InputRound &round)
{
    json::Builder responses;
    responses.beginObject();
    std::vector<std::pair<Number, std::string>> answered;
    bool isAccepted = true; // of URLs
    for (const Waiting &each : m_waiting) {
        if (!each.round || !each.round->isSame(round))
            continue;
        if (each.response.empty())
            return;
        responses.rawMember(each.key, each.response);
        isAccepted =
            isAccepted && json::Document::parse(each.response).root()["action"].equals("accept");
        answered.emplace_back(each.number, each.outcome);
    }
    responses.endObject();
    for (const auto &[number, outcome] : answered)
        close(number, outcome);
    const bool isOfUrls = round.facts().kind == mcp::InputRound::Kind::Urls;
    if ((isOfUrls && !isAccepted) || !round.goOn(isOfUrls ? Bytes() : responses.take()))
        round.stop(); // then the caller gets what asks
}

// The other questions of a round cannot be answered without this one.
void ServerRequests::refuse(
    const Waiting &waiting, int code, const QString &message, const std::string &outcome)
{
    if (!waiting.round) {
        close(waiting.number, outcome);
        return waiting.request->refuse(code, message);
    }
    const mcp::InputRound round = *waiting.round;
    withdrawInput(round, QString::fromStdString(outcome));
    round.stop();
}

void ServerRequests::decline(Number number, const std::string &why)
{
    Waiting *const waiting = find(number);
    const bool isElicitation = waiting->method == "elicitation/create";
    const bool isRoots = waiting->method == "roots/list";
    if (isElicitation || isRoots) {
        const std::string_view response = isRoots ? kNoRoots : kDeclined;
        if (waiting->round) {
            waiting->response = response;
            waiting->outcome = why;
            return goOn(mcp::InputRound(*waiting->round));
        }
        const mcp::ServerRequest request = *waiting->request;
        close(number, why);
        return request.respond(Bytes::copyOf(response));
    }
    const Waiting refused = *waiting;
    if (refused.method == "sampling/createMessage")
        refuse(refused, kUserRejected, QStringLiteral("User rejected sampling request"), why);
    else
        refuse(refused, rpc::kMethodNotFound, QStringLiteral("Method not found"), why);
}

void ServerRequests::withdrawRequest(const rpc::Id &id, const QString &why)
{
    for (const Waiting &each : m_waiting) {
        if (each.request && each.request->message().id == id)
            return close(each.number, "withdrawn: " + why.toStdString());
    }
}

void ServerRequests::withdrawInput(const mcp::InputRound &round, const QString &why)
{
    std::vector<Number> over;
    for (const Waiting &each : m_waiting) {
        if (each.round && each.round->isSame(round))
            over.push_back(each.number);
    }
    for (const Number number : over)
        close(number, why.toStdString());
}

void ServerRequests::close(Number number, const std::string &outcome)
{
    const auto found = std::find_if(m_waiting.begin(), m_waiting.end(),
        [number](const Waiting &waiting) { return waiting.number == number; });
    if (found == m_waiting.end())
        return;
    if (m_over.size() >= kMaxOver)
        m_over.pop_front();
    m_over.push_back({number, found->method, outcome, found->call});
    m_waiting.erase(found);
}

std::string ServerRequests::whyOver(Number number) const
{
    for (const Over &over : m_over) {
        if (over.number == number)
            return "Server " + namedRequest(number, over.method) + " waits no more: " + over.outcome
                + '.';
    }
    return {};
}

const std::weak_ptr<PausableCall> *ServerRequests::callOf(Number number) const
{
    for (const Waiting &each : m_waiting) {
        if (each.number == number)
            return &each.call;
    }
    for (const Over &over : m_over) {
        if (over.number == number)
            return &over.call;
    }
    return nullptr;
}

bool ServerRequests::hasMore(Number number) const
{
    const auto *call = callOf(number);
    return call && std::any_of(m_waiting.begin(), m_waiting.end(), [&](const Waiting &waiting) {
        return waiting.response.empty() && isSame(waiting.call, *call);
    });
}

std::shared_ptr<PausableCall> ServerRequests::resume(Number number)
{
    const auto *call = callOf(number);
    const auto found =
        call ? std::find(m_paused.begin(), m_paused.end(), call->lock()) : m_paused.end();
    if (found == m_paused.end() || hasMore(number))
        return nullptr;
    auto resumed = *found;
    m_paused.erase(found);
    return resumed;
}

void ServerRequests::addWaiting(json::Builder &out, const PausableCall *call) const
{
    std::string sentence;
    std::vector<const Waiting *> shown;
    for (const Waiting &each : m_waiting) {
        if (!each.response.empty() || (call && each.call.lock().get() != call))
            continue;
        sentence += (sentence.empty() ? "" : ", ") + namedRequest(each.number, each.method);
        shown.push_back(&each);
    }
    if (!sentence.empty())
        out.member("waits",
            "Waits for a response to server " + sentence
                + ": use respond, which then returns the "
                  "result of the call.");
    out.key("serverRequests").beginArray();
    for (std::size_t i = 0; i < shown.size(); ++i) {
        out.beginObject()
            .member("request", shown[i]->number)
            .member("method", utf8Of(beginningOf(shown[i]->method, kMaxLine)));
        if (i < kMaxShown && shown[i]->params.size() <= kBudget / kMaxShown)
            out.rawMember("params", shown[i]->params);
        else
            out.member("text",
                beginningOf(shown[i]->params, i < kMaxShown ? kBudget / kMaxShown : kMaxLine));
        out.endObject();
    }
    out.endArray();
}

void ServerRequests::addOver(json::Builder &out, const PausableCall *call)
{
    const auto isNews = [call](const Over &over) {
        const auto its = over.call.lock();
        return !over.isTold && (!its || its.get() == call);
    };
    if (std::none_of(m_over.begin(), m_over.end(), isNews))
        return;
    out.key("serverRequests").beginArray();
    for (Over &over : m_over) {
        if (!isNews(over))
            continue;
        over.isTold = true;
        out.beginObject()
            .member("request", over.number)
            .member("method", utf8Of(beginningOf(over.method, kMaxLine)))
            .member("response", std::string_view(over.outcome))
            .endObject();
    }
    out.endArray();
}

} // namespace sonde::agent
