// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What of the lanes is seen.

#include "models/timelanes.h"

#include "models/tracetext.h"

#include <algorithm>
#include <array>

namespace sonde::models {

using trace::Number;
using trace::Record;
using trace::State;

namespace {

bool isError(const Record &record)
{
    return record.state == State::Error || record.state == State::ToolError
        || record.state == State::NoAnswer || record.kind == rpc::Kind::Invalid
        || record.kind == rpc::Kind::ErrorResponse;
}

TimeLanes::Look lookOf(const Record &record)
{
    using Look = TimeLanes::Look;
    if (isError(record))
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

TimeLanes::Piece TimeLanes::piece(const Lane &lane, std::size_t index, std::int64_t now) const
{
    Piece piece;
    piece.number = lane.numbers[index];
    piece.row = lane.rows[index];
    const Record *record = recordOf(piece.number);
    if (!record)
        return piece;
    piece.begin = record->steadyNs;
    piece.end = endOf(*record, now);
    piece.look = lookOf(*record);
    const bool mark = piece.look == Look::Mark;
    piece.sign = mark ? directionSign(*record) : statusSign(*record);
    piece.open = isOpen(*record);
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
        const Record *record = recordOf(lane.numbers[index]);
        if (!record)
            continue;
        block.end = std::max(block.end, endOf(*record, now));
        block.error = block.error || isError(*record);
        block.settled = block.settled && !isOpen(*record);
    }
    return block;
}

void TimeLanes::visit(const Lane &lane, std::int64_t from, std::int64_t to, std::int64_t grain,
    std::int64_t now, const std::function<void(const Piece &)> &take) const
{
    std::array<Piece, kMaxRows> waiting{}; // what may still grow, by row
    const auto give = [&](Piece &piece) {
        if (piece.number != 0)
            take(piece);
        piece = {};
    };
    const auto add = [&](const Piece &piece) {
        Piece &before = waiting[std::size_t(piece.row)];
        const bool close = before.number != 0 && before.late == 0 && piece.late == 0
            && piece.begin - before.end < grain && piece.end - piece.begin < grain && !before.open;
        if (!close || (before.count == 1 && before.end - before.begin >= grain)) {
            give(before);
            before = piece;
            return;
        }
        before.end = std::max(before.end, piece.end);
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
            if (one.end >= from && one.begin <= to)
                add(one);
        }
    }
    for (Piece &piece : waiting)
        give(piece);
}

TimeLanes::Piece TimeLanes::pieceOf(Number number, std::int64_t now) const
{
    const Lane *lane = laneOf(number);
    if (!lane)
        return {};
    const Record *record = recordOf(number);
    const bool answer =
        record->kind == rpc::Kind::Response || record->kind == rpc::Kind::ErrorResponse;
    const Number asked = answer && record->pair != 0 ? record->pair : number;
    const auto at = std::lower_bound(lane->numbers.begin(), lane->numbers.end(), asked);
    if (at == lane->numbers.end() || *at != asked)
        return {};
    return piece(*lane, std::size_t(at - lane->numbers.begin()), now);
}

const TimeLanes::Lane *TimeLanes::laneOf(Number number) const
{
    const Record *record = recordOf(number);
    if (!record)
        return nullptr;
    const bool answer =
        record->kind == rpc::Kind::Response || record->kind == rpc::Kind::ErrorResponse;
    if (answer && record->pair != 0)
        record = recordOf(record->pair);
    const int server = record ? serverOf(*record) : -1;
    return server < 0 ? nullptr : m_byKey.value(keyOf(*record, server));
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
