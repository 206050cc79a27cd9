// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"

#include <QString>

namespace sonde::mcp {

class InputRound;
class ServerRequest;

// Who responds to what the server of a Client requests (ClientConfig::serverRequests). Everything
// is called on the client's thread, and a response may be given at once or at any time later.
class ServerRequestHandler {
public:
    virtual ~ServerRequestHandler() = default;

    // A server request of the legacy era (except ping) arrived, perhaps before the client is Ready.
    virtual void handleRequest(const ServerRequest &request) = 0;
    // The server request with this id needs no response any more; `why` is a sentence: the server
    // withdrew it, or the connection ended.
    virtual void withdrawRequest(const rpc::Id & /*id*/, const QString & /*why*/) { }

    // Whether handleInput() is to be called. If not, the caller of a request gets the response
    // that asks for input.
    virtual bool takesInput() const { return false; }
    // A response asks for something before its call can go on (inputrun.h): input in the modern
    // era, URLs to visit in 2025-11-25.
    virtual void handleInput(const InputRound & /*round*/) { }
    // The round needs no responses any more; `why` is a sentence: its call was cancelled, or the
    // connection ended.
    virtual void withdrawInput(const InputRound & /*round*/, const QString & /*why*/) { }
};

} // namespace sonde::mcp
