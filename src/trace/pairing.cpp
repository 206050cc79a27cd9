// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/pairing.h"

#include <algorithm>
#include <iterator>

namespace sonde::trace {

namespace {

constexpr std::size_t kMaxSpare = 1024;

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

bool saysConnectionEnded(std::string_view lifecycleLine)
{
    return std::any_of(std::begin(kEndings), std::end(kEndings),
        [&](std::string_view ending) { return lifecycleLine.starts_with(ending); });
}

void Pairing::request(
    Connection connection, rpc::Channel channel, std::string_view id, Number number, Record &record)
{
    auto &table = sides(connection).of(channel);
    const auto key = keyOf(id);
    const auto it = table.find(key);
    const bool inUse = it != table.end();
    if (inUse)
        setProblem(record, rpc::Problem::DuplicateId);
    if (m_count >= kMaxPending || (inUse && it->second.later.size() + 1 >= kMaxSameId))
        return;
    record.state = State::Pending;
    ++m_count;
    if (inUse) {
        it->second.later.push_back({number, record, {}});
        return;
    }
    if (m_spare.empty()) {
        table.emplace(std::string(key), Pending{number, record, {}});
        return;
    }
    auto node = std::move(m_spare.back());
    m_spare.pop_back();
    node.key().assign(key);
    node.mapped().number = number;
    node.mapped().record = record;
    table.insert(std::move(node));
}

bool Pairing::answer(Connection connection, rpc::Channel channel, std::string_view id,
    Number number, Record &record, State outcome)
{
    record.state = outcome;
    const auto asked = opposite(channel);
    auto &table = sides(connection).of(asked);
    // JSON-RPC 2.0 section 5: an error about a message that could not be read has no id.
    const bool isNameless = record.kind == rpc::Kind::ErrorResponse && (id.empty() || id == "null");
    const auto it =
        isNameless ? answeredNamelessly(sides(connection), asked, record) : table.find(keyOf(id));
    if (it == table.end()) {
        if (isNameless)
            return false;
        const auto key = keyOf(id);
        setProblem(record,
            wasAnswered(connection, asked, key) ? rpc::Problem::DuplicateId
                                                : rpc::Problem::UnknownId);
        return false;
    }
    auto &request = it->second.record;
    if (request.state == State::Pending) {
        request.state = outcome;
    } else {
        record.state = State::Late;
        setProblem(record, rpc::Problem::LateAnswer);
    }
    request.pair = number;
    request.errorCode = record.errorCode;
    record.pair = it->second.number;
    record.method = request.method;
    record.target = request.target;
    m_changes.push_back({it->second.number, request});
    rememberAnswered(connection, asked, it->first);
    remove(table, it);
    return true;
}

void Pairing::unreadable(Connection connection, rpc::Channel channel)
{
    if (channel == rpc::Channel::Sent)
        ++sides(connection).unreadable;
}

// As mcp::Session has it, which tells its caller so.
Pairing::Table::iterator Pairing::answeredNamelessly(
    Sides &sides, rpc::Channel asked, const Record &record)
{
    auto &table = sides.of(asked);
    if (asked == rpc::Channel::Sent && record.parent == 0 && sides.unreadable > 0) {
        --sides.unreadable;
        return table.end();
    }
    const bool saysUnreadable =
        record.errorCode == rpc::kParseError || record.errorCode == rpc::kInvalidRequest;
    if (table.size() > kMaxLooked || (record.parent == 0 && !saysUnreadable))
        return table.end();
    auto found = table.end();
    for (auto it = table.begin(); it != table.end(); ++it) {
        const Record &request = it->second.record;
        if (request.state != State::Pending || request.parent != record.parent)
            continue;
        if (found != table.end() || !it->second.later.empty())
            return table.end();
        found = it;
    }
    return found;
}

void Pairing::cancel(Connection connection, rpc::Channel channel, std::string_view id)
{
    const auto key = keyOf(id);
    if (!cancelIn(sides(connection).of(channel), key))
        cancelIn(sides(connection).of(opposite(channel)), key);
}

bool Pairing::cancelIn(Table &table, std::string_view key)
{
    const auto it = table.find(key);
    if (it == table.end())
        return false;
    if (it->second.record.state == State::Pending) {
        it->second.record.state = State::Cancelled;
        m_changes.push_back({it->second.number, it->second.record});
    }
    return true;
}

void Pairing::end(Connection connection)
{
    endTable(sides(connection).sent);
    endTable(sides(connection).received);
}

void Pairing::endTable(Table &table)
{
    const auto give = [this](Pending &pending) {
        --m_count;
        if (pending.record.state != State::Pending)
            return;
        pending.record.state = State::NoAnswer;
        m_changes.push_back({pending.number, pending.record});
    };
    for (auto &entry : table) {
        give(entry.second);
        for (auto &later : entry.second.later)
            give(later);
    }
    table = {};
}

// They stay in the table: an answer may come by another exchange, and is then a late one.
void Pairing::endCarried(Connection connection, Number exchange, State state)
{
    for (auto &entry : sides(connection).sent) {
        endCarried(entry.second, exchange, state);
        for (auto &later : entry.second.later)
            endCarried(later, exchange, state);
    }
}

void Pairing::endCarried(Pending &pending, Number exchange, State state)
{
    if (pending.record.parent != exchange || pending.record.state != State::Pending)
        return;
    pending.record.state = state;
    m_changes.push_back({pending.number, pending.record});
}

void Pairing::mark(Connection connection, rpc::Channel channel, std::string_view id, Number number,
    rpc::Problem problem)
{
    auto &table = sides(connection).of(channel);
    const auto it = table.find(keyOf(id));
    if (it == table.end())
        return;
    if (it->second.number == number)
        it->second.record.problem = problem;
    for (auto &later : it->second.later) {
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
    m_longKey += ' ' + std::to_string(id.size()) + ' ' + std::to_string(Hash()(id));
    return m_longKey;
}

void Pairing::remove(Table &table, Table::iterator entry)
{
    --m_count;
    auto &later = entry->second.later;
    if (!later.empty()) {
        auto rest = std::move(later);
        entry->second = std::move(rest.front());
        rest.erase(rest.begin());
        entry->second.later = std::move(rest);
        return;
    }
    auto node = table.extract(entry);
    if (m_spare.size() < kMaxSpare)
        m_spare.push_back(std::move(node));
}

std::size_t Pairing::placeHash(Connection connection, rpc::Channel channel, std::string_view key)
{
    const auto place = connection * std::size_t(2) + (channel == rpc::Channel::Sent ? 0 : 1);
    return (Hash()(key) ^ (place * 0x9e3779b97f4a7c15U)) | 1U; // never the 0 of a free place
}

void Pairing::rememberAnswered(Connection connection, rpc::Channel channel, std::string_view key)
{
    m_answered[m_answeredAt] = placeHash(connection, channel, key);
    m_answeredAt = (m_answeredAt + 1) % m_answered.size();
}

bool Pairing::wasAnswered(Connection connection, rpc::Channel channel, std::string_view key) const
{
    return std::find(m_answered.begin(), m_answered.end(), placeHash(connection, channel, key))
        != m_answered.end();
}

} // namespace sonde::trace
