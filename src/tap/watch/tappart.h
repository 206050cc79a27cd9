// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace sonde::tap {

// One message that crossed a tap; sent: from the host to the server.
struct TappedMessage {
    rpc::Channel channel = rpc::Channel::Sent;
    Stamp at;
    rpc::Message message;
    int connection = 1; // in the other recording: each client of a tap over HTTP has one
};

// How the conversation of a tap is called in the other recording.
struct TapTarget {
    rpc::TrafficSink *sink; // outlives who copies into it
    QString server;
    int connection = 1; // of the first client; others follow
};

// What a TapCopy has copied at a time.
struct TapPart {
    std::vector<TappedMessage> messages;
    std::uint64_t taken = 0; // records so far
    std::uint64_t present = 0; // in the file
    std::uint64_t exchanges = 0; // that have ended, so far
    int connection = 0; // the last one
    std::optional<Error> error;
};

} // namespace sonde::tap
