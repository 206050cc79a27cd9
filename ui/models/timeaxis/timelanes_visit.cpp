// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The visible part of the lanes: spans, their look and their roles.

#include "models/timeaxis/timelanes.h"

#include "models/trace/tracetext.h"
#include "trace/record/iserror.h"

#include <algorithm>
#include <array>

namespace sonde::models {

using trace::Number;
using trace::Record;
using trace::State;

namespace {

TimeLanes::Look lookOf(const Record &record)
{
    using Look = TimeLanes::Look;
    if (trace::isError(record))
        return record.kind == rpc::Kind::Request || record.kind == rpc::Kind::Exchange ? Look::Error
                                                                                       : Look::Mark;
    if (record.kind == rpc::Kind::Exchange)
        return Look::Exchange;
    if (record.kind != rpc::Kind::Request)
        return Look::Mark;
    // The server asks, and waits for a person or a rule.
    return record.channel == rpc::Channel::Received ? Look::Waiting : Look::Call;
}

} // namespace

const Record *TimeLanes::recordOf(Number number) const
{
    const int row = m_model.rowOf(number);
    return row < 0 ? nullptr : &m_model.record(row);
}

bool TimeLanes::isOpen(const Record &record)
{
    if (record.kind == rpc::Kind::Exchange)
        return trace::endOf(record) == 0;
    return record.kind == rpc::Kind::Request && record.state == State::Pending;
}

bool TimeLanes::isOpen(const Lane &lane, Number number, const Record &record) const
{
    const auto *family = familyOf(lane, number);
    const Record *last = lastOf(family);
    return isOpen(record) || (family && family->goesOn()) || (last && isOpen(*last));
}

std::int64_t TimeLanes::endOf(const Record &record, std::int64_t now) const
{
    if (record.kind == rpc::Kind::Exchange)
        return trace::endOf(record) == 0 ? std::max(now, record.steadyNs) : trace::endOf(record);
    if (record.kind != rpc::Kind::Request)
        return record.steadyNs;
    if (record.state == State::Pending)
        return std::max(now, record.steadyNs);
    if (record.state == State::Cancelled) {
        const auto at = m_cancels.constFind(m_model.stream(record.stream).server.toUtf8() + '\n'
            + QByteArray(trace::cutId(record).data(), qsizetype(trace::cutId(record).size())));
        if (at != m_cancels.cend() && *at >= record.steadyNs)
            return *at;
    }
    if (const Record *answer = record.pair == 0 ? nullptr : recordOf(record.pair))
        return answer->steadyNs;
    // No answer: it is over when what carried it is.
    const Record *carrier = recordOf(trace::carrierOf(record));
    return carrier ? std::max(trace::endOf(*carrier), record.steadyNs) : record.steadyNs;
}

const CallFamilies::Family *TimeLanes::familyOf(const Lane &lane, Number number) const
{
    return lane.parent || lane.kind != Kind::Calls ? nullptr : m_families.family(number);
}

// For a finished task, the first request for its result; repeated requests do not count.
const Record *TimeLanes::lastOf(const CallFamilies::Family *family) const
{
    if (!family)
        return nullptr;
    const bool isOver = family->isTask && family->over != 0;
    const Number last = isOver ? family->result : family->last;
    return last == 0 ? nullptr : recordOf(last);
}

Record TimeLanes::outcomeOf(const Lane &lane, Number number, const Record &record) const
{
    const auto *family = familyOf(lane, number);
    if (!family)
        return record;
    const Record *last = family->rounds.empty() ? nullptr : recordOf(family->rounds.back());
    Record outcome = last ? *last : record;
    if (family->isTask && (family->outcome != State::Pending || family->goesOn()))
        outcome.state = family->outcome;
    return outcome;
}

std::int64_t TimeLanes::endIn(
    const Lane &lane, Number number, const Record &record, std::int64_t now) const
{
    const auto *family = familyOf(lane, number);
    std::int64_t end = endOf(record, now);
    if (const Record *last = lastOf(family))
        end = std::max(end, endOf(*last, now));
    if (family && family->isTask)
        end = std::max(end, family->goesOn() ? now : family->over);
    return end;
}

// When the next round of the call began.
std::int64_t TimeLanes::waitedAfter(const Lane &lane, Number number) const
{
    if (lane.kind != Kind::Rounds)
        return 0;
    const Number member = m_families.callOf(number);
    const Number call = member == 0 ? number : member;
    const auto round = std::size_t(m_families.roundOf(number, call)); // the next one's index
    const auto *family = m_families.family(call);
    const Record *next = family && round != 0 && round < family->rounds.size()
        ? recordOf(family->rounds[round])
        : nullptr;
    return next ? next->steadyNs : 0;
}

TimeLanes::Piece TimeLanes::piece(const Lane &lane, std::size_t index, std::int64_t now) const
{
    Piece piece;
    piece.number = lane.numbers[index];
    piece.row = lane.rows[index];
    const Record *record = recordOf(piece.number);
    if (!record)
        return piece;
    const Record outcome = outcomeOf(lane, piece.number, *record);
    piece.begin = record->steadyNs;
    piece.end = endIn(lane, piece.number, *record, now);
    piece.look = lookOf(outcome);
    const auto *family = lane.parent ? nullptr : m_families.family(piece.number);
    if (piece.look == Look::Call && family && family->isTask)
        piece.look = Look::Task;
    const bool mark = piece.look == Look::Mark;
    piece.sign = mark ? directionSign(*record) : statusSign(outcome);
    piece.open = isOpen(lane, piece.number, *record);
    piece.waited = waitedAfter(lane, piece.number);
    const bool overdue = record->state == State::Cancelled || record->state == State::NoAnswer;
    if (const Record *answer = overdue && record->pair != 0 ? recordOf(record->pair) : nullptr)
        piece.late = answer->steadyNs;
    return piece;
}

const TimeLanes::Lane::Block &TimeLanes::block(
    const Lane &lane, std::size_t number, std::int64_t now) const
{
    Lane::Block &block = lane.blocks[number];
    if (block.settled)
        return block;
    const std::size_t first = number * kBlock;
    const std::size_t last = std::min(first + kBlock, lane.numbers.size());
    block.settled = last == first + kBlock;
    for (std::size_t index = first; index < last; ++index) {
        const Number one = lane.numbers[index];
        const Record *record = recordOf(one);
        if (!record)
            continue;
        block.end = std::max({block.end, endIn(lane, one, *record, now), waitedAfter(lane, one)});
        block.error = block.error || trace::isError(outcomeOf(lane, one, *record));
        block.settled = block.settled && !isOpen(lane, one, *record);
    }
    return block;
}

void TimeLanes::visit(const Lane &lane, std::int64_t from, std::int64_t to, std::int64_t grain,
    std::int64_t now, const std::function<void(const Piece &)> &take) const
{
    now = upTo(now);
    std::array<Piece, kMaxRows> waiting{}; // what may still grow, by row
    const auto give = [&](Piece &piece) {
        if (piece.number != 0)
            take(piece);
        piece = {};
    };
    const auto add = [&](const Piece &piece) {
        Piece &before = waiting[std::size_t(piece.row)];
        const bool close = before.number != 0 && before.late == 0 && piece.late == 0
            && piece.begin - before.end < grain && piece.until() - piece.begin < grain
            && !before.open;
        if (!close || (before.count == 1 && before.until() - before.begin >= grain)) {
            give(before);
            before = piece;
            return;
        }
        before.end = std::max(before.end, piece.until());
        before.waited = 0;
        before.count += piece.count;
        before.sign = Sign::None;
        if (piece.look == Look::Error)
            before.look = Look::Error;
    };
    for (std::size_t number = 0; number < lane.blocks.size(); ++number) {
        const Lane::Block &part = block(lane, number, now);
        if (part.begin > to)
            break;
        if (part.end < from)
            continue;
        const std::size_t first = number * kBlock;
        const std::size_t last = std::min(first + kBlock, lane.numbers.size());
        if (part.settled && part.end - part.begin < grain) {
            Piece all = piece(lane, first, now);
            all.end = part.end;
            all.count = last - first;
            all.row = 0;
            all.sign = Sign::None;
            if (part.error && all.look != Look::Mark)
                all.look = Look::Error;
            add(all);
            continue;
        }
        for (std::size_t index = first; index < last; ++index) {
            const Piece one = piece(lane, index, now);
            if (std::max(one.end, one.waited) >= from && one.begin <= to)
                add(one);
        }
    }
    for (Piece &piece : waiting)
        give(piece);
}

TimeLanes::Piece TimeLanes::pieceOf(Number number, std::int64_t now, const Lane *lane) const
{
    const Number asked = askedBy(number);
    if (!lane || !contains(*lane, asked))
        lane = find(asked);
    if (!lane || !contains(*lane, asked))
        return {};
    const auto at = std::lower_bound(lane->numbers.begin(), lane->numbers.end(), asked);
    return piece(*lane, std::size_t(at - lane->numbers.begin()), upTo(now));
}

QString TimeLanes::roleOf(const Lane &lane, Number number) const
{
    const Record *record = lane.parent ? recordOf(number) : nullptr;
    if (!record)
        return {};
    const auto callOf = [this](Number request) {
        const Number call = m_families.callOf(request);
        return call == 0 ? request : call;
    };
    if (lane.kind == Kind::Rounds) {
        const Number call = callOf(number);
        return tr("round %1 of call #%2").arg(m_families.roundOf(number, call)).arg(call);
    }
    if (lane.kind == Kind::Exchanges)
        return tr("HTTP exchange of call #%1").arg(callOf(m_model.firstCarried(number)));
    if (record->channel == rpc::Channel::Received)
        return tr("server request during call #%1").arg(callOf(number));
    const QString method = m_model.store().string(record->method);
    const QString task = m_model.store().string(record->target);
    return method == u"tasks/get" ? tr("poll of task %1").arg(task)
                                  : tr("%1 of task %2").arg(method, task);
}

Number TimeLanes::neighbour(const Lane &lane, Number number, int by) const
{
    const auto at = std::lower_bound(lane.numbers.begin(), lane.numbers.end(), number);
    const auto index = at - lane.numbers.begin() + by;
    if (index < 0 || index >= std::ptrdiff_t(lane.numbers.size()))
        return 0;
    return lane.numbers[std::size_t(index)];
}

Number TimeLanes::nearest(const Lane &lane, std::int64_t steadyNs) const
{
    const auto begin = [this](Number number) {
        const Record *record = recordOf(number);
        return record ? record->steadyNs : 0;
    };
    const auto after = std::lower_bound(lane.numbers.begin(), lane.numbers.end(), steadyNs,
        [&](Number number, std::int64_t ns) { return begin(number) < ns; });
    if (after == lane.numbers.end())
        return lane.numbers.empty() ? 0 : lane.numbers.back();
    if (after == lane.numbers.begin())
        return *after;
    return begin(*after) - steadyNs < steadyNs - begin(*(after - 1)) ? *after : *(after - 1);
}

} // namespace sonde::models
