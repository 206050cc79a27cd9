// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"

#include <QString>

#include <cstdint>
#include <string>

namespace sonde::mcp {

// What a text that is sent as it was typed is, as far as an answer to it can be told.
struct RawMessage {
    enum class Kind : std::uint8_t {
        Request, // has a method and an id: an answer can be paired with it
        Notification, // has a method and no id
        Response, // of ours, to a request of the server
        Unpaired, // anything else; `remark` says why no answer belongs to it
    };
    Kind kind = Kind::Unpaired;
    rpc::Id id{}; // as it is written
    std::string method{};
    std::string params{}; // as they are written
    std::string progressToken{}; // of _meta, as it is written
    bool isJson = false;
    QString problem{}; // why it is no JSON: a sentence with line and column
    QString remark{}; // why nothing will answer it; empty for a request
    int lines = 1; // on stdio each one is a message for the server
};

// Anything may be sent, so this never fails.
RawMessage readRaw(const Bytes &text);

} // namespace sonde::mcp
