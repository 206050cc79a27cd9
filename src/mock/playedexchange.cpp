// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/playedexchange.h"

#include <algorithm>
#include <utility>

namespace sonde::mock {

Nanoseconds Speed::played(Nanoseconds recorded) const
{
    if (factor == 0)
        return Nanoseconds(0);
    const double most = double(std::chrono::nanoseconds(std::chrono::hours(24)).count());
    return Nanoseconds(std::int64_t(std::min(double(recorded.count()) / factor, most)));
}

PlayedExchange::PlayedExchange(std::shared_ptr<const ScriptedExchange> exchange, Speed speed,
    ClientMessage cause, Nanoseconds now)
    : m_exchange(std::move(exchange))
    , m_speed(speed)
    , m_cause(std::move(cause))
    , m_last(now + m_cause.delay)
{
    passWaits();
}

void PlayedExchange::passWaits()
{
    for (; !isAtEnd(); ++m_next) {
        const bool isAnswered =
            event().kind == EventKind::ClientResponse && m_answered.contains(event().request);
        if (!isAnswered && !(waitsForCancellation() && m_isCancelled))
            return;
    }
}

std::optional<Nanoseconds> PlayedExchange::due() const
{
    if (isAtEnd() || event().kind == EventKind::ClientResponse
        || event().kind == EventKind::Cancellation)
        return std::nullopt;
    return m_last + m_speed.played(event().delay);
}

std::optional<std::size_t> PlayedExchange::next(Nanoseconds now)
{
    const auto when = due();
    if (!when || *when > now)
        return std::nullopt;
    m_last = *when;
    m_hasResponded = m_hasResponded || event().kind == EventKind::Response;
    const std::size_t index = m_next++;
    passWaits();
    return index;
}

void PlayedExchange::respond(std::size_t request, Nanoseconds now)
{
    m_answered.insert(request);
    const bool isAwaited =
        !isAtEnd() && event().kind == EventKind::ClientResponse && event().request == request;
    if (isAwaited) // what follows came because of the response
        m_last = now;
    passWaits();
}

void PlayedExchange::cancel(Nanoseconds now)
{
    const auto &events = m_exchange->events;
    const auto cancellation = std::find_if(events.begin() + std::ptrdiff_t(m_next), events.end(),
        [](const Event &event) { return event.kind == EventKind::Cancellation; });
    m_next = std::size_t(cancellation - events.begin());
    m_isCancelled = true;
    m_last = now;
    passWaits();
}

bool PlayedExchange::waitsForCancellation() const
{
    return !isAtEnd() && event().kind == EventKind::Cancellation;
}

std::string PlayedExchange::idOf(std::size_t request) const
{
    for (const auto &[index, id] : m_sent) {
        if (index == request)
            return id;
    }
    return {};
}

void PlayedExchange::setIdOf(std::size_t request, std::string id)
{
    m_sent.emplace_back(request, std::move(id));
}

std::optional<std::size_t> PlayedExchange::requestWith(std::string_view id) const
{
    for (const auto &[index, sent] : m_sent) {
        if (sent == id)
            return index;
    }
    return std::nullopt;
}

} // namespace sonde::mock
