// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/endedexchanges.h"

namespace sonde::findings {

void EndedExchanges::add(trace::Number number, const trace::Record &exchange)
{
    m_waiting.emplace(trace::endOf(exchange), WaitingRecord{number, exchange});
}

void EndedExchanges::expectResponse(const trace::Record &request)
{
    const auto carrier = trace::carrierOf(request);
    if (carrier == 0)
        return;
    for (auto &[ended, exchange] : m_waiting) {
        const int status = exchange.record.errorCode;
        if (exchange.number == carrier && status >= 200 && status < 300
            && trace::receivedOf(exchange.record) > 0)
            exchange.response = request.pair;
    }
}

std::optional<WaitingRecord> EndedExchanges::takeReady(trace::Number next, std::int64_t now)
{
    constexpr std::int64_t kLate = 1'000'000'000; // such a response came on another stream
    if (m_waiting.empty())
        return {};
    const auto first = m_waiting.begin();
    const bool isOver =
        first->first < now && (first->second.response < next || first->first < now - kLate);
    if (!isOver && m_waiting.size() <= kMax)
        return {};
    WaitingRecord ended = first->second;
    m_waiting.erase(first);
    return ended;
}

} // namespace sonde::findings
