// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/timelanes.h"

#include "models/trace/tracetext.h"
#include "trace/record/iserror.h"

#include <QIODevice>

#include <algorithm>
#include <array>
#include <utility>

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

TimeLanes::TimeLanes(TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_families(model)
    , m_times(model, m_families)
    , m_places(model, m_families, m_times)
    , m_job(this, BackgroundJob::Ending::Join)
{
    connect(&model, &QAbstractItemModel::modelReset, this, &TimeLanes::startAnew);
    connect(&model, &QAbstractItemModel::rowsInserted, this, &TimeLanes::readNew);
    connect(&model, &TraceModel::taken, this, &TimeLanes::readNew);
    startAnew();
}

void TimeLanes::startAnew()
{
    m_job.stop();
    m_reading = false;
    m_readNumber = 0;
    m_places.clear();
    m_families.clear();
    m_times.clear();
    m_begin = 0;
    m_end = 0;
    m_taken = 0;
    Q_EMIT lanesChanged(); // before anybody looks at one that is gone
    readNew();
}

void TimeLanes::readNew()
{
    const std::size_t lanes = m_places.count();
    const int rows = m_model.rowCount();
    const int end = std::min(rows, m_taken + kBatch);
    std::uint64_t canRead = kReadAtOnce;
    while (m_taken < end && readNext(canRead))
        ++m_taken;
    m_places.placeRest(m_taken);
    if (m_taken < rows && !m_reading && !std::exchange(m_more, true)) {
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_more = false;
                readNew();
            },
            Qt::QueuedConnection);
    }
    if (m_places.count() != lanes) {
        m_places.order();
        Q_EMIT lanesChanged();
    }
    Q_EMIT spansChanged();
}

// False: not yet. What comes after has to wait: it may belong to a call by what is being read.
bool TimeLanes::readNext(std::uint64_t &canRead)
{
    if (m_reading)
        return false;
    const Number number = m_model.number(m_taken);
    const Record &record = m_model.record(m_taken);
    CallFamilies::RoundText text;
    if (m_families.needsText(record)) {
        if (number == m_readNumber) {
            text = m_readText;
        } else if (record.length > kReadAtOnce) {
            readLater(number, record);
            return false;
        } else if (record.length > canRead) {
            return false;
        } else {
            canRead -= record.length;
            text = CallFamilies::read(m_model.store(), record);
        }
    }
    add(number, record, text);
    return true;
}

void TimeLanes::readLater(Number number, const Record &record)
{
    m_reading = true;
    m_job.start<CallFamilies::RoundText>(
        [&store = m_model.store(), record](
            const std::stop_token &stop) { return CallFamilies::read(store, record, stop); },
        [this, number](const CallFamilies::RoundText &text) {
            m_reading = false;
            m_readNumber = number;
            m_readText = text;
            readNew();
        });
}

void TimeLanes::add(Number number, const Record &record, const CallFamilies::RoundText &text)
{
    if (m_begin == 0) {
        m_begin = record.steadyNs;
        m_wallBeyondSteady = record.wallNs - record.steadyNs;
    }
    m_end = std::max({m_end, record.steadyNs, trace::endOf(record)});
    const Number call = m_families.take(number, record, text);
    if (m_places.askedBy(number) != number) { // it is the end of its request's span
        m_places.placeCarrier(number, record);
        return;
    }
    if (record.kind == rpc::Kind::Notification
        && m_model.store().string(record.method) == u"notifications/cancelled")
        m_times.recordCancel(record);
    m_places.place(number, record, call);
}

const TimeLanes::Lane *TimeLanes::laneOf(Number number) const
{
    return m_places.find(m_places.askedBy(number));
}

TimeLanes::Piece TimeLanes::piece(const Lane &lane, std::size_t index, std::int64_t now) const
{
    Piece piece;
    piece.number = lane.numbers[index];
    piece.row = lane.rows[index];
    const Record *record = m_times.recordOf(piece.number);
    if (!record)
        return piece;
    const Record outcome = m_times.outcomeOf(lane, piece.number, *record);
    piece.begin = record->steadyNs;
    piece.end = m_times.endIn(lane, piece.number, *record, now);
    piece.look = lookOf(outcome);
    const auto *family = lane.parent ? nullptr : m_families.family(piece.number);
    if (piece.look == Look::Call && family && family->isTask)
        piece.look = Look::Task;
    const bool mark = piece.look == Look::Mark;
    piece.sign = mark ? directionSign(*record) : statusSign(outcome);
    piece.open = m_times.isOpen(lane, piece.number, *record);
    piece.waited = m_times.waitedAfter(lane, piece.number);
    piece.held = m_times.heldUntil(piece.number, *record, piece.end);
    const bool overdue = record->state == State::Cancelled || record->state == State::NoResponse
        || record->state == State::TimedOut;
    if (const Record *response =
            overdue && record->pair != 0 ? m_times.recordOf(record->pair) : nullptr)
        piece.late = response->steadyNs;
    return piece;
}

const TimeLanes::Lane::Block &TimeLanes::block(
    const Lane &lane, std::size_t number, std::int64_t now) const
{
    Lane::Block &block = lane.blocks[number];
    if (block.settled)
        return block;
    const std::size_t first = number * TimeLane::kBlock;
    const std::size_t last = std::min(first + TimeLane::kBlock, lane.numbers.size());
    block.settled = last == first + TimeLane::kBlock;
    for (std::size_t index = first; index < last; ++index) {
        const Number one = lane.numbers[index];
        const Record *record = m_times.recordOf(one);
        if (!record)
            continue;
        block.end = std::max(
            {block.end, m_times.endIn(lane, one, *record, now), m_times.waitedAfter(lane, one)});
        block.error = block.error || trace::isError(m_times.outcomeOf(lane, one, *record));
        block.settled = block.settled && !m_times.isOpen(lane, one, *record);
    }
    return block;
}

void TimeLanes::visit(const Lane &lane, std::int64_t from, std::int64_t to, std::int64_t grain,
    std::int64_t now, const std::function<void(const Piece &)> &take) const
{
    now = upTo(now);
    std::array<Piece, LanePlaces::kMaxRows> waiting{}; // what may still grow, by row
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
        before.held = 0;
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
        const std::size_t first = number * TimeLane::kBlock;
        const std::size_t last = std::min(first + TimeLane::kBlock, lane.numbers.size());
        if (part.settled && part.end - part.begin < grain) {
            Piece all = piece(lane, first, now);
            all.end = part.end;
            all.count = last - first;
            all.row = 0;
            all.held = 0;
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
    const Number asked = m_places.askedBy(number);
    if (!lane || !m_places.contains(*lane, asked))
        lane = m_places.find(asked);
    if (!lane || !m_places.contains(*lane, asked))
        return {};
    const auto at = std::lower_bound(lane->numbers.begin(), lane->numbers.end(), asked);
    return piece(*lane, std::size_t(at - lane->numbers.begin()), upTo(now));
}

QString TimeLanes::roleOf(const Lane &lane, Number number) const
{
    const Record *record = lane.parent ? m_times.recordOf(number) : nullptr;
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
        const Record *record = m_times.recordOf(number);
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
