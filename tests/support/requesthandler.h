// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/inputround.h"
#include "mcp/client/serverrequest.h"
#include "mcp/client/serverrequesthandler.h"

#include <functional>

namespace sonde::test {

// What a test does with the requests of a server; a function that is empty does nothing.
struct HandlerOf : mcp::ServerRequestHandler {
    std::function<void(const mcp::ServerRequest &)> onRequest;
    std::function<void(const mcp::InputRound &)> onInput;
    std::function<void(const mcp::InputRound &, const QString &)> onInputOver;

    void handleRequest(const mcp::ServerRequest &request) override
    {
        if (onRequest)
            onRequest(request);
    }
    bool takesInput() const override { return bool(onInput); }
    void handleInput(const mcp::InputRound &round) override
    {
        if (onInput)
            onInput(round);
    }
    void withdrawInput(const mcp::InputRound &round, const QString &why) override
    {
        if (onInputOver)
            onInputOver(round, why);
    }
};

} // namespace sonde::test
