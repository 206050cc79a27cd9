// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/httpclient.h"

namespace sonde::wire {

std::optional<HttpRequest> repetitionOf(const HttpRequest &request, const HttpOutcome &outcome)
{
    using Failure = HttpOutcome::Failure;
    const bool lost = outcome.failure == Failure::NoResponse || outcome.failure == Failure::Send;
    if (!lost || !outcome.facts.reused || !request.repeatable)
        return std::nullopt;
    HttpRequest again = request;
    again.repeatable = false;
    again.freshConnection = true;
    return again;
}

} // namespace sonde::wire
