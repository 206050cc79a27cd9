// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/pairing.h"

#include <algorithm>

namespace sonde::trace {

namespace {

rpc::Channel opposite(rpc::Channel channel)
{
    return channel == rpc::Channel::Sent ? rpc::Channel::Received : rpc::Channel::Sent;
}

void setProblem(Record &record, rpc::Problem problem)
{
    if (record.problem == rpc::Problem::None)
        record.problem = problem;
}

} // namespace

Pairing::Purpose Pairing::purposeOf(std::string_view method)
{
    // Sonde sends it to find out the era of a server, and a server of an older era declines it.
    if (method == "server/discover")
        return Purpose::Probe;
    return method == "subscriptions/listen" ? Purpose::Subscription : Purpose::Other;
}

void Pairing::request(Connection connection, rpc::Channel channel, std::string_view id,
    Number number, Record &record, Purpose purpose)
{
    auto &table = sides(connection).of(channel);
    const RequestTable::Key key(keyOf(id));
    WaitingRequest *const first = table.find(key);
    if (first)
        setProblem(record, rpc::Problem::DuplicateId);
    if (m_count >= kMaxPending || (first && first->later.size() + 1 >= kMaxSameId))
        return;
    record.state = State::Pending;
    ++m_count;
    WaitingRequest &request = first ? first->later.emplace_back() : table.add(key);
    request.number = number;
    request.record = record;
    request.isProbe = purpose == Purpose::Probe;
    request.isSubscription = purpose == Purpose::Subscription;
}

bool Pairing::takeResponse(Connection connection, rpc::Channel channel, std::string_view id,
    Number number, Record &record, State outcome)
{
    record.state = outcome;
    const auto asked = opposite(channel);
    auto &table = sides(connection).of(asked);
    // JSON-RPC 2.0 section 5: an error about an unreadable message has no id.
    const bool isNameless = record.kind == rpc::Kind::ErrorResponse && (id.empty() || id == "null");
    const std::string named =
        isNameless ? answeredNamelessly(sides(connection), asked, record) : std::string();
    const RequestTable::Key key(isNameless ? std::string_view(named) : keyOf(id));
    WaitingRequest *const waiting = table.find(key);
    if (!waiting) {
        if (isNameless)
            return false;
        setProblem(record,
            wasAnswered(connection, asked, key) ? rpc::Problem::DuplicateId
                                                : rpc::Problem::UnknownId);
        return false;
    }
    auto &request = waiting->record;
    if (request.state == State::Pending || request.state == State::NoResponse
        || request.state == State::Ended) {
        if (waiting->isProbe && outcome == State::Error)
            record.state = State::Declined;
        request.state = record.state;
    } else {
        record.state = State::Late;
        setProblem(record, rpc::Problem::LateResponse);
    }
    request.pair = number;
    request.errorCode = record.errorCode;
    record.pair = waiting->number;
    record.method = request.method;
    record.target = request.target;
    record.origin = request.origin;
    m_changes.push_back({waiting->number, request});
    rememberAnswered(connection, asked, key);
    remove(table, key, *waiting);
    return true;
}

void Pairing::unreadable(Connection connection, rpc::Channel channel)
{
    if (channel == rpc::Channel::Sent)
        ++sides(connection).unreadable;
}

// The id of the request that an error without an id responds to; empty if there is none. Must agree
// with mcp::Session, which fails that request.
std::string Pairing::answeredNamelessly(Sides &sides, rpc::Channel asked, const Record &record)
{
    auto &table = sides.of(asked);
    if (asked == rpc::Channel::Sent && record.parent == 0 && sides.unreadable > 0) {
        --sides.unreadable;
        return {};
    }
    const bool saysUnreadable =
        record.errorCode == rpc::kParseError || record.errorCode == rpc::kInvalidRequest;
    if (table.size() > kMaxLooked || (record.parent == 0 && !saysUnreadable))
        return {};
    std::string found;
    table.visit([&](const std::string &id, const WaitingRequest &request) {
        if (request.record.state != State::Pending || request.record.parent != record.parent)
            return true;
        const bool isOnly = found.empty() && request.later.empty();
        found = isOnly ? id : std::string();
        return isOnly;
    });
    return found;
}

void Pairing::cancel(Connection connection, rpc::Channel channel, std::string_view id)
{
    const RequestTable::Key key(keyOf(id));
    if (!cancelIn(sides(connection).of(channel), key))
        cancelIn(sides(connection).of(opposite(channel)), key);
}

void Pairing::timeOut(Connection connection, std::string_view id)
{
    const RequestTable::Key key(keyOf(id));
    WaitingRequest *const request = sides(connection).sent.find(key);
    if (!request || request->record.state != State::Pending)
        return;
    request->record.state = State::TimedOut;
    m_changes.push_back({request->number, request->record});
}

void Pairing::drop(
    Connection connection, rpc::Channel channel, std::string_view cutId, Number number)
{
    const auto give = [&](WaitingRequest &request) {
        if (request.number != number)
            return false;
        if (request.record.state == State::Pending) {
            request.record.state = State::NoResponse;
            m_changes.push_back({number, request.record});
        }
        return true;
    };
    const auto isAmong = [&give](WaitingRequest &first) {
        return give(first) || std::any_of(first.later.begin(), first.later.end(), give);
    };
    RequestTable &table = sides(connection).of(channel);
    WaitingRequest *const likely = table.find(RequestTable::Key(cutId));
    if (!likely || !isAmong(*likely))
        table.visit(
            [&isAmong](const std::string &, WaitingRequest &request) { return !isAmong(request); });
}

bool Pairing::cancelIn(RequestTable &table, const RequestTable::Key &key)
{
    WaitingRequest *const request = table.find(key);
    if (!request)
        return false;
    if (request->record.state == State::Pending) {
        request->record.state = State::Cancelled;
        m_changes.push_back({request->number, request->record});
    }
    return true;
}

void Pairing::end(Connection connection)
{
    endTable(sides(connection).sent);
    endTable(sides(connection).received);
}

void Pairing::endTable(RequestTable &table)
{
    const auto give = [this](WaitingRequest &request) {
        --m_count;
        if (request.record.state != State::Pending)
            return;
        request.record.state = request.isSubscription ? State::Ended : State::NoResponse;
        m_changes.push_back({request.number, request.record});
    };
    table.visit([&](const std::string &, WaitingRequest &request) {
        give(request);
        std::for_each(request.later.begin(), request.later.end(), give);
        return true;
    });
    table = {};
}

// The requests stay in the table: a response may arrive in another exchange and is late then.
void Pairing::endCarried(Connection connection, Number exchange, State state)
{
    sides(connection).sent.visit([&](const std::string &, WaitingRequest &request) {
        endCarried(request, exchange, state);
        for (auto &later : request.later)
            endCarried(later, exchange, state);
        return true;
    });
}

void Pairing::endCarried(WaitingRequest &request, Number exchange, State state)
{
    if (request.record.parent != exchange || request.record.state != State::Pending)
        return;
    const bool isClosed = request.isSubscription && state == State::Cancelled;
    request.record.state = isClosed ? State::Ended : state;
    m_changes.push_back({request.number, request.record});
}

std::int64_t Pairing::requestedNs(const Record &response) const
{
    const bool isResponse =
        response.kind == rpc::Kind::Response || response.kind == rpc::Kind::ErrorResponse;
    if (!isResponse || response.pair == 0)
        return 0;
    const auto found = std::find_if(m_changes.begin(), m_changes.end(),
        [&response](const Change &each) { return each.number == response.pair; });
    return found == m_changes.end() ? 0 : found->record.steadyNs;
}

void Pairing::mark(Connection connection, rpc::Channel channel, std::string_view id, Number number,
    rpc::Problem problem)
{
    const RequestTable::Key key(keyOf(id));
    WaitingRequest *const request = sides(connection).of(channel).find(key);
    if (!request)
        return;
    if (request->number == number)
        request->record.problem = problem;
    for (auto &later : request->later) {
        if (later.number == number)
            later.record.problem = problem;
    }
}

Pairing::Sides &Pairing::sides(Connection connection)
{
    if (connection >= m_connections.size())
        m_connections.resize(connection + 1);
    return m_connections[connection];
}

std::string_view Pairing::keyOf(std::string_view id)
{
    if (id.size() <= kMaxKey)
        return id;
    m_longKey.assign(id.substr(0, kMaxKey));
    m_longKey +=
        ' ' + std::to_string(id.size()) + ' ' + std::to_string(RequestTable::Key(id).hash());
    return m_longKey;
}

void Pairing::remove(RequestTable &table, const RequestTable::Key &key, WaitingRequest &request)
{
    --m_count;
    if (request.later.empty())
        return table.erase(key);
    auto rest = std::move(request.later);
    request = std::move(rest.front());
    rest.erase(rest.begin());
    request.later = std::move(rest);
}

std::size_t Pairing::placeHash(
    Connection connection, rpc::Channel channel, const RequestTable::Key &key)
{
    const auto place = connection * std::size_t(2) + (channel == rpc::Channel::Sent ? 0 : 1);
    return (key.hash() ^ (place * 0x9e3779b97f4a7c15U)) | 1U; // never 0, which marks a free entry
}

void Pairing::rememberAnswered(
    Connection connection, rpc::Channel channel, const RequestTable::Key &key)
{
    m_answered[m_answeredAt] = placeHash(connection, channel, key);
    m_answeredAt = (m_answeredAt + 1) % m_answered.size();
}

bool Pairing::wasAnswered(
    Connection connection, rpc::Channel channel, const RequestTable::Key &key) const
{
    return std::find(m_answered.begin(), m_answered.end(), placeHash(connection, channel, key))
        != m_answered.end();
}

} // namespace sonde::trace
