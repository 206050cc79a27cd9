// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/parkedrequests.h"

#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "config/offers.h"
#include "json/builder.h"
#include "json/edit.h"

#include <algorithm>
#include <chrono>

namespace sonde::cli {

namespace {

constexpr std::string_view kDeclined = R"({"action":"decline"})";
constexpr std::string_view kCancelled = R"({"action":"cancel"})";
const QString kServer = QStringLiteral("server"); // there is only one

review::RequestedInput questionOf(const mcp::ServerRequest &request)
{
    const rpc::Message &message = request.message();
    const QString method = json::toQString(message.method);
    return {{}, method, review::kindOf(method, message.params()), message.params()};
}

// Of a request, or of each question of a round.
QString methodsOf(const review::QueuedRequest &kept)
{
    QStringList methods;
    for (const review::RequestedInput &each : kept.questions)
        methods += each.method;
    methods.removeDuplicates();
    return methods.join(QStringLiteral(", "));
}

// The params; of several questions, an object with what each asks for.
std::string paramsOf(const review::QueuedRequest &kept)
{
    const auto paramsOfOne = [](const review::RequestedInput &question) {
        return question.params ? question.params.raw() : std::string_view("{}");
    };
    if (kept.questions.size() == 1)
        return std::string(paramsOfOne(kept.questions.front()));
    json::Builder out;
    out.beginObject();
    for (const review::RequestedInput &each : kept.questions)
        out.key(each.key)
            .beginObject()
            .member("method", QStringView(each.method))
            .rawMember("params", paramsOfOne(each))
            .endObject();
    return out.endObject().takeString();
}

std::int64_t secondsSince(std::int64_t steady)
{
    using namespace std::chrono;
    return duration_cast<seconds>(nanoseconds(SystemClock::instance().now().steady - steady))
        .count();
}

} // namespace

ParkedRequests::ParkedRequests(QString name, ResponseOptions options, HeldCalls &calls, Takes takes,
    HeldCalls::Deliver deliver)
    : m_name(std::move(name))
    , m_options(std::move(options))
    , m_calls(calls)
    , m_takes(std::move(takes))
    , m_deliver(std::move(deliver))
{
    connect(&m_queue, &review::ServerRequestQueue::forgotten, this,
        [this](quint64 number) { m_callOf.erase(number); });
}

void ParkedRequests::declare(mcp::ClientConfig &config)
{
    config::Offers offers;
    offers.rootsChanged = false;
    // Many servers list the roots once they are connected: only who has some says so.
    offers.roots = m_options.roots.how != ResponseOption::How::None;
    config.capabilities = config::capabilitiesOf(offers);
    m_capabilities = std::make_shared<const json::Document>(
        json::Document::parse(Bytes::copyOf(config.capabilities)));
    m_automatic = config.serverRequests;
    config.serverRequests = this;
}

void ParkedRequests::setRevision(const QString &revision)
{
    m_queue.setStanding(kServer, {revision, m_capabilities, {}, false});
}

bool ParkedRequests::respondsByItself(const review::RequestedInput &question) const
{
    return m_automatic && m_options.of(question.kind).how != ResponseOption::How::None;
}

void ParkedRequests::handleRequest(const mcp::ServerRequest &request)
{
    const review::RequestedInput question = questionOf(request);
    if (respondsByItself(question))
        return m_automatic->handleRequest(request);
    const bool isOffered = question.kind != review::Kind::Other
        && (question.kind != review::Kind::Roots
            || m_options.roots.how != ResponseOption::How::None);
    if (!isOffered)
        return request.refuse(rpc::kMethodNotFound, QStringLiteral("Method not found"));
    const HeldCalls::Number call = m_calls.causeOf(request.cause());
    if (!pass(request, call))
        keep(request, call);
}

// To the command that waits for the call, under an id of ours.
bool ParkedRequests::pass(const mcp::ServerRequest &request, HeldCalls::Number call)
{
    const int peer = m_calls.peerOf(call);
    if (peer == 0 || !m_takes(peer, questionOf(request)))
        return false;
    const rpc::Id id = "\"held-server-" + std::to_string(++m_lastPassed) + '"';
    const Result<Bytes> text = json::replaceValue(request.message().root()["id"], id);
    if (!text)
        return false;
    m_passed.emplace(id, Passed{peer, request});
    m_deliver(peer, text->view());
    return true;
}

// A server request, or a round.
template <typename Asked>
void ParkedRequests::keep(const Asked &asked, HeldCalls::Number call)
{
    quint64 number = 0; // none: too many wait
    const auto added = connect(&m_queue, &review::ServerRequestQueue::added, this,
        [&number](quint64 newest) { number = newest; });
    m_queue.receive(kServer, asked);
    disconnect(added);
    if (number == 0)
        return;
    m_callOf[number] = call;
    if (!m_queue.find(number)->waits())
        return;
    if (call != 0)
        park(call, number);
    else
        tellOf(number);
}

// Which call led to it is not known: each command that may have made it learns of it, as of what a
// server logs.
void ParkedRequests::tellOf(quint64 number) const
{
    json::Builder params;
    params.beginObject()
        .member("level", "notice")
        .member("logger", "sonde-cli open")
        .member("data",
            QStringView(
                Text::tr("The server waits for a response to its request %1: sonde-cli --on %2 "
                         "requests %1.")
                    .arg(QString::number(number), m_name)))
        .endObject();
    for (const int peer : m_calls.waitingPeers())
        m_deliver(peer, rpc::notification("notifications/message", params.view()).view());
}

void ParkedRequests::handleInput(const mcp::InputRound &round)
{
    const std::vector<mcp::InputRequest> questions = round.questions();
    const bool isAutomatic =
        std::all_of(questions.begin(), questions.end(), [this](const mcp::InputRequest &each) {
            return respondsByItself(review::questionOf(each));
        });
    if (m_automatic && isAutomatic)
        return m_automatic->handleInput(round);
    if (round.facts().kind != mcp::InputRound::Kind::Input)
        return round.stop(); // then the command gets what asks
    if (!questions.empty())
        keep(round, m_calls.callOf(round));
    else if (!round.goOn(Bytes::copyOf("{}")))
        round.stop();
}

void ParkedRequests::withdrawInput(const mcp::InputRound &round, const QString &why)
{
    if (m_automatic)
        m_automatic->withdrawInput(round, why);
    m_queue.withdraw(round, why);
}

void ParkedRequests::park(HeldCalls::Number call, quint64 number)
{
    const auto kept = m_queue.find(number);
    if (!kept)
        return;
    const QString method = methodsOf(*kept);
    json::Builder data;
    data.beginObject().member("request", std::int64_t(number)).member("method", method).endObject();
    m_calls.park(call,
        Text::tr("The call goes on, but the server waits for a response to its request %1 (%2). "
                 "Read it with sonde-cli --on %3 requests %1, and respond with sonde-cli --on %3 "
                 "respond %1 JSON, which then prints the result of the call.")
            .arg(QString::number(number), method, m_name)
            .toStdString(),
        data.view());
}

void ParkedRequests::withdrawRequest(const rpc::Id &id, const QString &why)
{
    if (m_automatic)
        m_automatic->withdrawRequest(id, why);
    m_queue.withdraw(kServer, id, why);
    const auto passed = std::find_if(m_passed.begin(), m_passed.end(),
        [&](const auto &each) { return each.second.request.message().id == id; });
    if (passed == m_passed.end())
        return;
    json::Builder params;
    params.beginObject()
        .rawMember("requestId", passed->first)
        .member("reason", QStringView(why))
        .endObject();
    m_deliver(
        passed->second.peer, rpc::notification("notifications/cancelled", params.view()).view());
    m_passed.erase(passed);
}

void ParkedRequests::answer(int peer, const rpc::Message &response)
{
    const auto passed = m_passed.find(response.id);
    if (passed == m_passed.end() || passed->second.peer != peer)
        return;
    const mcp::ServerRequest request = passed->second.request;
    m_passed.erase(passed);
    if (response.kind == rpc::Kind::Response)
        request.respond(Bytes::copyOf(response.result().raw()));
    else
        request.refuse(Bytes::copyOf(response.error().raw()));
}

// Its calls are cancelled as well.
void ParkedRequests::leave(int peer)
{
    for (auto each = m_passed.begin(); each != m_passed.end();) {
        if (each->second.peer != peer) {
            ++each;
            continue;
        }
        each->second.request.refuse(
            rpc::kInternalError, QStringLiteral("The command that was asked has ended"));
        each = m_passed.erase(each);
    }
}

std::string ParkedRequests::list() const
{
    json::Builder out;
    out.beginArray();
    for (const auto &kept : m_queue.requests()) {
        if (!kept->waits())
            continue;
        out.beginObject()
            .member("request", std::int64_t(kept->number))
            .member("method", QStringView(methodsOf(*kept)))
            .member("about", QStringView(review::summaryOf(kept->questions.front())))
            .member("seconds", secondsSince(kept->since))
            .member("cause", std::string_view(kept->cause.target))
            .member("revision", QStringView(kept->revision))
            .rawMember("params", paramsOf(*kept))
            .endObject();
    }
    return out.endArray().takeString();
}

Result<void> ParkedRequests::respond(quint64 number, const Bytes &result)
{
    const auto kept = m_queue.find(number);
    if (kept && kept->waits() && kept->isRound())
        return respondToRound(*kept, result);
    return result.isEmpty() ? m_queue.decline(number) : m_queue.respond(number, result);
}

Result<void> ParkedRequests::respondToRound(const review::QueuedRequest &kept, const Bytes &result)
{
    const bool isDeclinable = std::all_of(
        kept.questions.begin(), kept.questions.end(), [](const review::RequestedInput &each) {
            return each.kind == review::Kind::Form || each.kind == review::Kind::Url;
        });
    if (result.isEmpty() && !isDeclinable)
        return m_queue.decline(kept.number);
    if (!result.isEmpty() && kept.questions.size() > 1)
        return m_queue.goOn(kept.number, result);
    json::Builder responses;
    responses.beginObject();
    for (const review::RequestedInput &each : kept.questions)
        responses.rawMember(each.key, result.isEmpty() ? kDeclined : result.view());
    return m_queue.goOn(kept.number, responses.endObject().take());
}

// A round is dropped with its call. The other requests get a response all the same: many servers do
// nothing else until it comes, not even read that the call is cancelled.
Result<void> ParkedRequests::cancelCall(quint64 number)
{
    const auto kept = m_queue.find(number);
    const HeldCalls::Number call = callOf(number);
    if (!kept || !kept->waits())
        return usageError(Text::tr("Server request %1 is not waiting any more.").arg(number));
    if (call == 0)
        return usageError(Text::tr("It is not known in which call the server made its request %1. "
                                   "Send a response, or decline the request.")
                              .arg(number));
    m_calls.cancel(call);
    const auto present = m_queue.requests();
    for (const auto &each : present) {
        if (each->waits() && !each->isRound() && callOf(each->number) == call) {
            if (Result<void> done = dismiss(*each); !done)
                return done;
        }
    }
    return {};
}

Result<void> ParkedRequests::dismiss(const review::QueuedRequest &kept)
{
    const review::Kind kind = kept.questions.front().kind;
    if (kind == review::Kind::Form || kind == review::Kind::Url)
        return m_queue.respond(kept.number, Bytes::copyOf(kCancelled));
    return m_queue.decline(kept.number);
}

HeldCalls::Number ParkedRequests::callOf(quint64 number) const
{
    const auto found = m_callOf.find(number);
    return found == m_callOf.end() ? 0 : found->second;
}

quint64 ParkedRequests::waitsFor(HeldCalls::Number call) const
{
    for (const auto &kept : m_queue.requests()) {
        if (kept->waits() && callOf(kept->number) == call)
            return kept->number;
    }
    return 0;
}

} // namespace sonde::cli
