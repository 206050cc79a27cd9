// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/checker.h"

#include "findings/context/oauthfacts.h"
#include "findings/context/report.h"
#include "findings/engine/checkedconnections.h"
#include "findings/engine/connectionwatch.h"
#include "findings/engine/dispatch.h"
#include "findings/engine/endedexchanges.h"
#include "findings/engine/exchangepart.h"
#include "findings/engine/recordrole.h"
#include "findings/engine/streamwatch.h"
#include "rpc/lifecycle.h"
#include "trace/record/messagewindow.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <utility>

namespace sonde::findings {

struct Checker::Private {
    explicit Private(const trace::Store &s)
        : store(s)
        , window(s)
        , dispatch(s)
        , connections(s, [this](CheckedConnection &oldest) { endEarly(oldest); })
    {
    }

    void message(trace::Number number, const trace::Record &record);
    bool isOfUnlisted(const Context &context) const;
    void listed(CheckedConnection &known);
    void plain(trace::Number number, const trace::Record &record);
    void exchange(trace::Number number, const trace::Record &record);
    void endpoint(const trace::Record &record);
    void ready(trace::Number next, std::int64_t now);
    enum class Only : std::uint8_t { All, AboutTools, AboutFraming };
    void run(On on, std::uint32_t method, const Context &context, CheckedConnection &known,
        Only only = Only::All);
    void judge(Context &context, CheckedConnection &known);
    void judgeEarly(Context &context, CheckedConnection &known);
    void runAll(const Context &context, CheckedConnection &known, Only only);
    void decide(CheckedConnection &known);
    void endEarly(CheckedConnection &known);
    void keep(const trace::Record &record);
    void keep(Finding finding);

    const trace::Store &store;
    trace::MessageWindow window;
    Dispatch dispatch;
    Report report;
    OfficialSchemas schemas;
    json::NodePool nodes;
    rpc::Message decoded;
    CheckedConnections connections;
    EndedExchanges waiting;
    std::vector<Finding> found;
    ExercisedRules exercised;
    std::unordered_map<const Requirement *, std::size_t> counts;
    std::uint64_t omitted = 0;
    bool isTrying = false; // a revision that may be agreed on: it exercises nothing
};

void Checker::Private::message(trace::Number number, const trace::Record &record)
{
    auto bytes = window.read(record);
    if (!bytes || !rpc::decodeOne(std::move(bytes).value(), decoded, {}, &nodes)
        || decoded.kind != record.kind)
        return;
    CheckedConnection &known = connections.of(record);
    Connection &connection = known.state;
    ConnectionWatch watch(connection);
    watch.before(decoded, record);
    decide(known);
    const bool isResponse =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    const SeenRequest *request = nullptr;
    if (isResponse && record.pair != 0) {
        request = connection.requestsOn(opposite(record.channel)).open(decoded.id);
        if (request && request->number != record.pair)
            request = nullptr;
    }
    const auto revision = revisionOf(decoded, connection, request);
    Context context{number, record, decoded, revision.revision, revision.isNegotiated, connection,
        request, nullptr, &schemas};
    context.isInBatch = isInBatch(context, store);
    exercised.addMessage(context);
    judge(context, known);
    exercised.addNothingInvalid(context, dispatch, known.exercised);
    if (isOfUnlisted(context))
        known.unlisted.push_back({number, record});
    if (known.unlisted.size() > kMaxUnlisted)
        known.unlisted.pop_front();
    const bool isList = isResponse && request && request->method == "tools/list";
    watch.after(context);
    if (context.isInBatch)
        connection.batchSent = number;
    decide(known);
    if (isList)
        listed(known);
}

// Whether a later list may show what the response should have been.
bool Checker::Private::isOfUnlisted(const Context &context) const
{
    const OfferedTools &tools = context.connection.tools;
    return context.request && context.request->method == "tools/call" && !context.isFromClient()
        && !tools.isComplete() && !tools.find(context.request->params()["name"].text());
}

// Checks the calls whose tools are known now.
void Checker::Private::listed(CheckedConnection &known)
{
    for (const WaitingRecord &call : std::exchange(known.unlisted, {})) {
        auto bytes = window.read(call.record);
        if (!bytes || !rpc::decodeOne(std::move(bytes).value(), decoded, {}, &nodes))
            continue;
        const SeenRequest *request = known.state.sent.closed(decoded.id);
        const bool mayHaveChanged = known.state.toolsAnnounced > call.number;
        if (!request || request->number != call.record.pair || mayHaveChanged)
            continue;
        if (!known.state.tools.find(request->params()["name"].text())) {
            known.unlisted.push_back(call); // it may be on the next page
            continue;
        }
        const auto revision = revisionOf(decoded, known.state, request);
        const Context context{call.number, call.record, decoded, revision.revision,
            revision.isNegotiated, known.state, request, nullptr, &schemas};
        report.begin(call.number, aboutOf(call.record, request), context.revision, Party::Server);
        run(onOf(call.record.kind), call.record.method, context, known, Only::AboutTools);
        if (!report.isEmpty())
            keep(call.record);
    }
}

// A record that is not one of the four kinds of message.
void Checker::Private::plain(trace::Number number, const trace::Record &record)
{
    auto bytes = window.read(record);
    if (!bytes)
        return;
    if (record.kind == rpc::Kind::Invalid)
        rpc::decodeOne(std::move(bytes).value(), decoded, {}, &nodes);
    else
        decoded = rpc::plainRecord(record.kind, std::move(bytes).value());
    CheckedConnection &known = connections.of(record);
    Connection &connection = known.state;
    const auto revision = revisionOf({}, connection, nullptr);
    Context context{number, record, decoded, revision.revision, revision.isNegotiated, connection,
        nullptr, nullptr};
    if (!known.lines.continues(context))
        judge(context, known);
    if (record.kind == rpc::Kind::Invalid) {
        ConnectionWatch(connection).afterInvalid(context);
    } else if (record.kind == rpc::Kind::Lifecycle) {
        const std::string event = store.string(record.method).toStdString();
        ConnectionWatch(connection).afterEvent(event);
        StreamWatch(connection).lifecycle(context);
        if (rpc::lifecycle::endsConnection(event))
            endEarly(known);
    }
    decide(known);
}

// The rules about the record, in its revision.
void Checker::Private::judge(Context &context, CheckedConnection &known)
{
    // Over HTTP an exchange tells what a body is, and nothing is printed.
    if (!context.isNegotiated && known.early.isOpen() && !known.state.isHttp)
        return judgeEarly(context, known);
    report.begin(context.number, aboutOf(context.record, context.request), context.revision,
        senderOf(context.record));
    runAll(context, known, Only::All);
    if (!report.isEmpty())
        keep(context.record);
}

// In each revision that may be agreed on later.
void Checker::Private::judgeEarly(Context &context, CheckedConnection &known)
{
    const Revision assumed = context.revision;
    known.early.addMessage();
    for (const Revision revision : kRevisions) {
        context.revision = revision;
        isTrying = revision != assumed;
        report.begin(context.number, aboutOf(context.record, context.request), revision,
            senderOf(context.record));
        // What an older server makes of a request of the modern era follows no other rules.
        runAll(context, known, assumed >= kFirstModern ? Only::AboutFraming : Only::All);
        for (Finding &finding : report.finish(context.record.stream))
            known.early.add(std::move(finding), assumed);
    }
    context.revision = assumed;
    isTrying = false;
}

void Checker::Private::runAll(const Context &context, CheckedConnection &known, Only only)
{
    if (onOf(context.record.kind) != On::Invalid && onOf(context.record.kind) != On::Lifecycle)
        run(On::Message, context.record.method, context, known, only);
    run(onOf(context.record.kind), context.record.method, context, known, only);
}

// Tells the early findings when it is known which of them count.
void Checker::Private::decide(CheckedConnection &known)
{
    if (known.early.isOpen() && known.early.isDecided(known.state))
        endEarly(known);
}

void Checker::Private::endEarly(CheckedConnection &known)
{
    for (Finding &finding : known.early.close(known.state))
        keep(std::move(finding));
}

void Checker::Private::exchange(trace::Number number, const trace::Record &record)
{
    const auto read = HttpExchange::read(store, record);
    if (!read)
        return;
    CheckedConnection &known = connections.of(record, *read);
    Connection &connection = known.state;
    const On part = partOf(*read, connection);
    if (part == On::Invalid)
        return;
    rpc::Message carried;
    if (part == On::Exchange && read->body.root().isObject())
        rpc::decodeOne(read->body.bytes(), carried);
    auto revision = revisionOf(carried, connection, nullptr);
    const auto named = namedRevision(part, *read, connection);
    if (named && *named >= kFirstModern && !connection.negotiated)
        revision = {*named, connection.servesModern};
    // Exchanges are about both parties: the client's duties do not depend on the server.
    const Context context{number, record, carried, revision.revision, revision.isNegotiated,
        connection, nullptr, &*read};
    report.begin(number, aboutOf(record), context.revision, Party::Both);
    if (isJudged(part, *read, connection))
        run(part, 0, context, known);
    watch(part, context, connection);
    // The authorization page may send the browser back at once.
    if (part == On::Authorization && redirectOf(*read, connection.authorization)) {
        run(On::Redirect, 0, context, known);
        watch(On::Redirect, context, connection);
    }
    if (!report.isEmpty())
        keep(record);
}

// HTTP+SSE, the transport of 2024-11-05.
void Checker::Private::endpoint(const trace::Record &record)
{
    Connection &connection = connections.of(record).state;
    connection.hasEndpoint = true;
    constexpr std::uint32_t kMaxEvent = 64 * 1024; // bytes; a longer address is not kept
    if (record.length > kMaxEvent)
        return;
    if (const auto bytes = window.read(record))
        StreamWatch(connection).endpoint(bytes->view());
}

// Checks the exchanges that ended before that time: their messages have been seen.
void Checker::Private::ready(trace::Number next, std::int64_t now)
{
    while (const auto ended = waiting.takeReady(next, now))
        exchange(ended->number, ended->record);
}

void Checker::Private::run(
    On on, std::uint32_t method, const Context &context, CheckedConnection &known, Only only)
{
    LackedMembers lacked;
    for (const BoundRule *bound :
        dispatch.rules(on, context.record.channel, context.revision, method)) {
        if ((only == Only::AboutTools && !bound->rule->needsTool)
            || (only == Only::AboutFraming && !bound->isAboutFraming) || !bound->appliesTo(context)
            || !bound->hasWhatItNeeds(context, lacked))
            continue;
        report.setRequirement(bound->requirement);
        bound->rule->check(context, report);
        if (report.isTested() && !isTrying)
            exercised.add(*bound, context, known.exercised);
    }
}

void Checker::Private::keep(const trace::Record &record)
{
    for (Finding &finding : report.finish(record.stream))
        keep(std::move(finding));
}

void Checker::Private::keep(Finding finding)
{
    if (++counts[finding.requirement] > kMaxOfRule)
        ++omitted;
    else
        found.push_back(std::move(finding));
}

Checker::Checker(const trace::Store &store)
    : d(std::make_unique<Private>(store))
{
}

Checker::~Checker() = default;

void Checker::assumeModern()
{
    d->connections.assumeModern();
}

void Checker::add(trace::Number number, const trace::Record &record)
{
    // In a coarse log, what follows an exchange may begin in the very millisecond of its end.
    const bool isExchange = record.kind == rpc::Kind::Exchange;
    if (!d->waiting.isEmpty())
        d->ready(number, record.steadyNs + (isExchange ? 1 : 0));
    if (isExchange) {
        d->connections.of(record).state.isHttp = true;
        if (trace::endOf(record) != 0)
            d->waiting.add(number, record);
        return;
    }
    if (record.length > kMaxMessage)
        return;
    switch (record.kind) {
    case rpc::Kind::Request:
        d->waiting.expectResponse(record);
        d->message(number, record);
        break;
    case rpc::Kind::Notification:
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        d->message(number, record);
        break;
    case rpc::Kind::Invalid:
    case rpc::Kind::Lifecycle:
        d->plain(number, record);
        break;
    case rpc::Kind::Event:
        if (d->store.string(record.method) == u"endpoint")
            d->endpoint(record);
        break;
    default:
        break;
    }
}

void Checker::change(trace::Number number, const trace::Record &record)
{
    // In a running recording the messages of an exchange have been added when it ends.
    if (record.kind == rpc::Kind::Exchange && trace::endOf(record) != 0)
        d->exchange(number, record);
}

void Checker::pause()
{
    d->ready(std::numeric_limits<trace::Number>::max(), std::numeric_limits<std::int64_t>::max());
    for (CheckedConnection &known : d->connections) {
        if (known.early.isOpen() && !known.early.isAwaited(known.state))
            d->endEarly(known);
    }
}

bool Checker::isWaiting() const
{
    return std::any_of(d->connections.begin(), d->connections.end(),
        [](const CheckedConnection &known) { return known.early.hasFindings(); });
}

void Checker::stopWaiting()
{
    for (CheckedConnection &known : d->connections) {
        if (known.early.hasFindings())
            d->endEarly(known);
    }
}

void Checker::finish()
{
    for (CheckedConnection &known : d->connections)
        d->endEarly(known);
    d->ready(std::numeric_limits<trace::Number>::max(), std::numeric_limits<std::int64_t>::max());
}

std::vector<Finding> Checker::take()
{
    return std::exchange(d->found, {});
}

std::vector<Exercised> Checker::takeExercised()
{
    return d->exercised.take();
}

std::uint64_t Checker::omitted() const
{
    return d->omitted;
}

RuleCoverage Checker::coverage(std::optional<Party> party) const
{
    return d->exercised.coverage(party);
}

} // namespace sonde::findings
