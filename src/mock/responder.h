// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mockscript.h"
#include "rpc/message.h"

#include <memory>
#include <string_view>

namespace sonde::mock {

// Makes the responses of a mock that has no recording. There is one for each client.
class Responder {
public:
    Responder() = default;
    Responder(const Responder &) = delete;
    Responder &operator=(const Responder &) = delete;
    virtual ~Responder() = default;

    // What is played for the request; never null.
    virtual std::shared_ptr<const ScriptedExchange> exchangeFor(const rpc::Message &request) = 0;
};

// What stands before the id in a response that is made.
inline constexpr std::string_view kResponseBegin = R"({"jsonrpc":"2.0","id":)";

// An exchange of this response alone, as rpc::response() and rpc::errorResponse() make it of a
// request with that id.
std::shared_ptr<ScriptedExchange> madeExchange(std::string_view id, Bytes response);

} // namespace sonde::mock
