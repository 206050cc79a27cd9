// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/streamcursor.h"

#include <algorithm>
#include <utility>

namespace sonde::wire {

namespace {

constexpr std::size_t kMaxIdLength = 4096; // it is sent in a header

// A stream can only be resumed from an event id that is valid in a header.
bool isSendable(const std::string &id)
{
    return id.size() <= kMaxIdLength && std::none_of(id.begin(), id.end(), [](char c) {
        const auto u = static_cast<unsigned char>(c);
        return u < 0x20 || u == 0x7f;
    });
}

} // namespace

void StreamCursor::saw(const rpc::SseEvent &event)
{
    m_sawEvent = true;
    if (event.id)
        m_lastEventId = isSendable(*event.id) ? QByteArray::fromStdString(*event.id) : QByteArray();
    if (event.retry)
        m_retry = event.retry;
}

std::optional<std::chrono::milliseconds> StreamCursor::nextDelay(Stamp now)
{
    const std::int64_t opened = std::exchange(m_opened, 0);
    const bool lived =
        opened > 0 && now.steady - opened >= std::chrono::nanoseconds(kUsefulLife).count();
    m_fruitless = std::exchange(m_sawEvent, false) || lived ? 0 : m_fruitless + 1;
    if (m_fruitless > kMaxFruitless)
        return std::nullopt;
    auto delay = std::clamp(m_retry.value_or(kDefaultDelay), kMinDelay, kMaxDelay);
    if (m_fruitless > 0)
        delay = std::max(delay, std::min(kDefaultDelay * (1 << (m_fruitless - 1)), kMaxDelay / 2));
    return delay;
}

} // namespace sonde::wire
