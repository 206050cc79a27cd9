// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/responder.h"

#include <utility>

namespace sonde::mock {

std::shared_ptr<ScriptedExchange> madeExchange(std::string_view id, Bytes response)
{
    auto exchange = std::make_shared<ScriptedExchange>();
    exchange->hasResponse = true;
    exchange->events.push_back({.kind = EventKind::Response,
        .bytes = std::move(response),
        .live = {{kResponseBegin.size(), id.size(), LiveKind::Id}}});
    return exchange;
}

} // namespace sonde::mock
