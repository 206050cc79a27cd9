// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/messagetable.h"

#include "trace/file/columns.h"
#include "trace/file/messageblockrows.h"
#include "trace/file/sessionschema.h"

#include <algorithm>
#include <limits>

namespace sonde::trace {

namespace {

constexpr std::int64_t kMaxNumber = std::numeric_limits<Number>::max();
constexpr std::int64_t kPart = 32 * 1024; // rows checked at once

// The message's number, then its columns in the order of a block.
constexpr const char *kSelectRows =
    "SELECT number, steady, wall, stream, offset, length, kind, state, method, id, target, pair, "
    "problem, error, parent, folded, 0 FROM message WHERE number BETWEEN ?1 AND ?2 ORDER BY number";
constexpr const char *kSelectRowsOfVersion1 =
    "SELECT number, steady, wall, stream, offset, length, kind, state, method, id, target, pair, "
    "problem, error, 0, 0, 0 FROM message WHERE number BETWEEN ?1 AND ?2 ORDER BY number";
constexpr const char *kSelectBlocks =
    "SELECT first, last, steady, wall, messages FROM block WHERE first BETWEEN "
    "ifnull((SELECT max(first) FROM block WHERE first <= ?1), ?1) AND ?2 ORDER BY first";

// Separately, each is one descent of the tree; one query for both would scan the whole table.
constexpr const char *kSelectEnds = "SELECT ifnull((SELECT min(number) FROM message), 1), "
                                    "ifnull((SELECT max(number) FROM message), 0)";
constexpr const char *kSelectEndsOfBlocks =
    "SELECT ifnull((SELECT min(first) FROM block), 1), "
    "ifnull((SELECT last FROM block ORDER BY first DESC LIMIT 1), 0)";
// count(number), not count(*): the latter runs inside one step, where no limit can stop it.
constexpr const char *kSelectPart =
    "SELECT ?1, ?1 + count(number) - 1 FROM message WHERE number BETWEEN ?1 AND ?2";
constexpr const char *kSelectPartOfBlocks =
    "SELECT first, last FROM block WHERE first BETWEEN ?1 AND ?2 ORDER BY first";

const char *selectRows(bool hasHttp, bool hasBlocks)
{
    if (hasBlocks)
        return kSelectBlocks;
    return hasHttp ? kSelectRows : kSelectRowsOfVersion1;
}

std::int64_t sum(std::int64_t base, std::int64_t difference)
{
    return static_cast<std::int64_t>(std::uint64_t(base) + std::uint64_t(difference));
}

} // namespace

struct MessageTable::Wanted {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
    std::uint64_t count = 0; // messages in the session
    const Streams &streams;
    std::vector<Record> &records; // read so far

    std::uint64_t next() const { return first + records.size(); }
    Outcome outcome() const { return next() == end ? Outcome::Good : Outcome::Damaged; }
};

MessageTable::MessageTable(const Database &database, std::int64_t version)
    : m_hasHttp(version > schema::kOldestVersion)
    , m_hasBlocks(version >= schema::kFirstWithBlocks)
    , m_ends(database, m_hasBlocks ? kSelectEndsOfBlocks : kSelectEnds)
    , m_part(database, m_hasBlocks ? kSelectPartOfBlocks : kSelectPart)
    , m_rows(database, selectRows(m_hasHttp, m_hasBlocks))
{
    if (m_hasHttp)
        m_exchange = Statement(database, "SELECT ended, received FROM exchange WHERE number = ?1");
    if (m_hasBlocks) {
        m_changes = Statement(database,
            "SELECT number, state, problem, pair, error, stream, offset, length FROM change "
            "WHERE number BETWEEN ?1 AND ?2 ORDER BY number");
    }
}

MessageTable::Outcome MessageTable::last(std::uint64_t &number)
{
    const bool found = m_ends.step() == Statement::Step::Row;
    const auto first = found ? m_ends.integer(0) : std::nullopt;
    const auto last = found ? m_ends.integer(1) : std::nullopt;
    m_ends.reset();
    if (!found)
        return Outcome::Failed;
    if (first != 1 || !last || *last < 0 || *last > kMaxNumber)
        return Outcome::Damaged;
    number = static_cast<std::uint64_t>(*last);
    return Outcome::Good;
}

std::optional<std::uint64_t> MessageTable::checkPart(std::uint64_t first, std::uint64_t last)
{
    const auto begin = static_cast<std::int64_t>(first);
    const auto end = std::min(static_cast<std::int64_t>(last), begin + kPart - 1);
    m_part.bind(1, begin).bind(2, end);
    std::int64_t next = begin;
    auto step = Statement::Step::Done;
    while ((step = m_part.step()) == Statement::Step::Row) {
        const auto from = m_part.integer(0);
        const auto to = m_part.integer(1);
        if (from != next || !to || *to < next || *to > static_cast<std::int64_t>(last))
            break;
        next = *to + 1;
    }
    m_part.reset();
    if (step == Statement::Step::Failed)
        return {};
    return step == Statement::Step::Done && next > end ? static_cast<std::uint64_t>(next) : first;
}

MessageTable::Outcome MessageTable::read(std::uint64_t first, std::uint64_t end,
    std::uint64_t count, const Streams &streams, std::vector<Record> &records)
{
    records.clear();
    records.reserve(end - first);
    const Wanted wanted{first, end, count, streams, records};
    m_rows.bind(1, std::int64_t(first)).bind(2, std::int64_t(end) - 1);
    auto outcome = m_hasBlocks ? readBlocks(wanted) : readRows(wanted);
    m_rows.reset();
    if (outcome == Outcome::Good && m_hasBlocks) {
        m_changes.bind(1, std::int64_t(first)).bind(2, std::int64_t(end) - 1);
        outcome = applyChanges(wanted);
        m_changes.reset();
    }
    return outcome == Outcome::Good ? checkPairs(wanted) : outcome;
}

MessageTable::Outcome MessageTable::readRows(const Wanted &wanted)
{
    auto step = Statement::Step::Done;
    while (wanted.next() != wanted.end && (step = m_rows.step()) == Statement::Step::Row) {
        TableRow row(m_rows);
        std::int64_t number = 0;
        Record record;
        if (!row.number(number) || number != std::int64_t(wanted.next())
            || !readRecord(row, wanted.next(), {}, wanted, record))
            return Outcome::Damaged;
        wanted.records.push_back(record);
    }
    return step == Statement::Step::Failed ? Outcome::Failed : wanted.outcome();
}

MessageTable::Outcome MessageTable::readBlocks(const Wanted &wanted)
{
    auto step = Statement::Step::Done;
    while (wanted.next() != wanted.end && (step = m_rows.step()) == Statement::Step::Row) {
        if (!readBlock(wanted))
            return Outcome::Damaged;
    }
    return step == Statement::Step::Failed ? Outcome::Failed : wanted.outcome();
}

bool MessageTable::readBlock(const Wanted &wanted)
{
    TableRow block(m_rows);
    Columns columns(block);
    std::uint64_t number = 0;
    std::uint64_t last = 0;
    Stamp base;
    columns.read(number, 1, std::int64_t(wanted.next()));
    columns.read(last, std::int64_t(number),
        std::min(kMaxNumber, std::int64_t(number + schema::kMaxBlock) - 1));
    columns.read(base.steady);
    columns.read(base.wall);
    const auto text = m_rows.text(block.column());
    if (!columns.good() || !text)
        return false;
    MessageBlockRows rows(*text);
    for (; number != wanted.end && rows.next(); ++number) {
        Record record;
        if (number > last || !readRecord(rows, number, base, wanted, record))
            return false;
        if (number == wanted.next())
            wanted.records.push_back(record);
    }
    return number == wanted.end || (rows.isWhole() && number == last + 1);
}

template <typename Row>
bool MessageTable::readRecord(
    Row &row, std::uint64_t number, Stamp base, const Wanted &wanted, Record &record)
{
    Columns columns(row);
    columns.read(record.steadyNs);
    columns.read(record.wallNs);
    columns.read(record.stream, 1);
    columns.read(record.offset, 0, static_cast<std::int64_t>(schema::kMaxOffset));
    columns.read(record.length);
    columns.read(
        record.kind, 0, static_cast<int>(m_hasHttp ? rpc::Kind::Event : rpc::Kind::Stderr));
    columns.read(record.state, 0, static_cast<int>(kLastWrittenState));
    columns.read(record.method);
    const bool hasId = row.text(record.idText, sizeof(record.idText));
    columns.read(record.target);
    columns.read(record.pair);
    columns.read(record.problem, 0, static_cast<int>(rpc::kLastProblem));
    columns.read(record.errorCode);
    // An exchange comes before its messages.
    columns.read(record.parent, 0, std::int64_t(number) - 1);
    bool isFolded = false;
    columns.read(isFolded);
    record.folded = isFolded;
    rpc::Origin origin = rpc::Origin::None;
    columns.read(origin, 0, static_cast<int>(rpc::kLastOrigin));
    record.origin = origin;
    if (m_hasBlocks) {
        record.wallNs = sum(sum(base.wall, record.wallNs), record.steadyNs);
        record.steadyNs = sum(base.steady, record.steadyNs);
    }
    const auto stream = wanted.streams.find(record.stream);
    if (!columns.good() || !hasId || stream == wanted.streams.end())
        return false;
    record.channel = stream->second.channel;
    return record.kind != rpc::Kind::Exchange || readExchange(number, record);
}

bool MessageTable::readExchange(std::uint64_t number, Record &record)
{
    if (record.channel != rpc::Channel::Http || record.parent != 0 || record.folded
        || record.pair != 0 || record.idText[0] != '\0')
        return false;
    m_exchange.bind(1, std::int64_t(number));
    std::int64_t ended = 0;
    std::uint32_t received = 0;
    const bool found = m_exchange.step() == Statement::Step::Row;
    TableRow row(m_exchange);
    Columns columns(row);
    if (found) {
        columns.read(ended, 0);
        columns.read(received);
    }
    m_exchange.reset();
    setEnd(record, ended);
    setReceived(record, received);
    return found && columns.good();
}

MessageTable::Outcome MessageTable::applyChanges(const Wanted &wanted)
{
    auto step = Statement::Step::Done;
    while ((step = m_changes.step()) == Statement::Step::Row) {
        TableRow row(m_changes);
        Columns columns(row);
        std::uint64_t number = 0;
        columns.read(number, std::int64_t(wanted.first), std::int64_t(wanted.end) - 1);
        if (!columns.good())
            return Outcome::Damaged;
        Record &record = wanted.records[number - wanted.first];
        columns.read(record.state, 0, static_cast<int>(kLastWrittenState));
        columns.read(record.problem, 0, static_cast<int>(rpc::kLastProblem));
        columns.read(record.pair);
        columns.read(record.errorCode);
        columns.read(record.stream, 1);
        columns.read(record.offset, 0, static_cast<std::int64_t>(schema::kMaxOffset));
        columns.read(record.length);
        const auto stream = wanted.streams.find(record.stream);
        if (!columns.good() || stream == wanted.streams.end()
            || stream->second.channel != record.channel)
            return Outcome::Damaged;
    }
    return step == Statement::Step::Failed ? Outcome::Failed : Outcome::Good;
}

// In a file that is being written, a response may be newer than the count of messages.
MessageTable::Outcome MessageTable::checkPairs(const Wanted &wanted)
{
    std::uint64_t newest = wanted.count;
    for (Record &record : wanted.records) {
        if (record.pair <= wanted.count)
            continue;
        if (record.pair > newest) {
            if (const auto outcome = last(newest); outcome != Outcome::Good)
                return outcome;
        }
        if (record.pair > newest)
            return Outcome::Damaged;
        record.pair = 0;
    }
    return Outcome::Good;
}

} // namespace sonde::trace
