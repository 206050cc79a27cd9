// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"

#include <QString>

#include <cstdint>
#include <string>

namespace sonde::mcp {

// A text that is sent as it was typed, parsed as far as needed to match a response to it.
struct RawMessage {
    enum class Kind : std::uint8_t {
        Request, // has a method and an id: a response can be matched to it
        Notification, // has a method and no id
        Response, // to a server request
        Unpaired, // anything else; `remark` says why no response can be matched
    };
    Kind kind = Kind::Unpaired;
    rpc::Id id{}; // as written
    std::string method{};
    std::string params{}; // as written
    std::string progressToken{}; // of _meta, as written
    bool isJson = false;
    QString problem{}; // why the text is no JSON: a sentence with line and column
    QString remark{}; // why no response will come, a sentence; empty for a request
    int lines = 1; // over stdio each line is a message of its own
};

// Never fails: any text may be sent.
RawMessage readRaw(const Bytes &text);

} // namespace sonde::mcp
