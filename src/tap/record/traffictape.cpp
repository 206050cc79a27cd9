// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/traffictape.h"

#include <chrono>
#include <utility>

namespace sonde::tap {

namespace {

// How long the recorder waits for more after the first piece: as many wake-ups as that take the
// processor from the relay while messages flow.
constexpr std::chrono::milliseconds kGathering{10};

} // namespace

TrafficTape::TrafficTape(std::size_t bound)
    : m_queue(bound, kGathering)
{
}

void TrafficTape::add(Piece piece)
{
    const auto index =
        static_cast<std::size_t>(piece.sender.empty() ? piece.channel : rpc::Channel::Lifecycle);
    const Stamp at = piece.at;
    const std::size_t size = piece.bytes.size();
    Gap &gap = m_gaps.at(index);
    if (closesGap(index) && m_queue.post(std::move(piece), size))
        return;
    if (gap.missing == 0)
        gap.at = at;
    gap.missing += size;
}

// Returns true if the next piece may follow. A gap goes on until there is plenty of room, because
// one long gap is easier to read than many.
bool TrafficTape::closesGap(std::size_t index)
{
    Gap &gap = m_gaps[index];
    if (gap.missing == 0)
        return true;
    if (!m_queue.isLessThanHalfFull()
        || !m_queue.post({static_cast<rpc::Channel>(index), gap.at, {}, gap.missing}, 0))
        return false;
    gap = {};
    return true;
}

void TrafficTape::close()
{
    std::vector<Piece> gaps;
    for (std::size_t index = 0; index < m_gaps.size(); ++index) {
        const Gap &gap = m_gaps[index];
        if (gap.missing > 0)
            gaps.push_back({static_cast<rpc::Channel>(index), gap.at, {}, gap.missing});
    }
    m_queue.close(std::move(gaps));
}

} // namespace sonde::tap
