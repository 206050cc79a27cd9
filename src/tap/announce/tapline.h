// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "rpc/trafficsink.h"

#include <QString>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>

// What a tap says to a window over its socket: JSON texts, one per line. The window reads what
// crossed from the session file of the tap; these lines only say that there is more.
namespace sonde::tap {

inline constexpr std::size_t kMaxTapLine = std::size_t(64) << 10; // bytes
inline constexpr std::size_t kMaxHeldLine = std::size_t(32) << 20; // with the message in base64

// The first line.
struct TapIntroduction {
    std::int64_t pid = 0; // of the tap
    std::int64_t host = 0; // of the process that started it
    std::int64_t server = 0;
    QString name; // of the server, as in the recording
    QString program; // of the host: "claude"
    QString session; // the session file, absolute
    QString url{}; // of the server; empty: its program is on stdio, and `server` is its process
    QString address{}; // of the tap for hosts; empty: a host starts the tap as its server
    bool breakpoints = true; // a window may control the tap
    // In which the host started it, which often is that of its project; absolute, or not known.
    QString folder{};

    // A host started the tap as its server, so an entry of its configuration may name the tap.
    // Hosts connect to a tap with an address, and where Sonde itself is the server (sonde-cli open
    // and mcp) nothing is tapped.
    bool isStartedByHost() const { return address.isEmpty() && server != pid; }
    bool operator==(const TapIntroduction &other) const = default;
};

// What changed since then. A window that reads slowly gets the newest one only.
struct TapProgress {
    std::uint64_t recorded = 0; // records that are or soon will be in the session file
    // The name that the host gave itself; empty if it gave none. Nothing: it has sent no request.
    std::optional<QString> host{};
    std::uint64_t exchanges = 0; // of HTTP among the records that have ended

    bool operator==(const TapProgress &other) const = default;
};

// To the window that has set breakpoints: a message waits for its decision.
struct TapHeld {
    std::uint64_t message = 0; // numbers what is held, from 1
    rpc::Channel channel = rpc::Channel::Sent; // Sent: to the server
    std::uint32_t breakpoint = 0;
    std::int64_t sinceNs = 0; // wall clock
    Bytes bytes{}; // without the line end
    int client = 0; // of several over HTTP; the connection in the recording. 0 over stdio
    // Of a response: what its request has asked for, and the name of the tool or prompt or the URI.
    QString method{};
    QString target{};
    std::int64_t untilNs = 0; // wall clock; then it is sent as it was. 0: no limit

    bool operator==(const TapHeld &other) const = default;
};

// Why a tap did not do what a person at the window wanted.
enum class TapRefusal : std::uint8_t {
    NotHeld, // no such message waits for a decision
    Cancelled, // its sender cancelled the request, which was not sent
    Ended, // nothing can be sent in this direction any more
    NotOneLine, // the text is empty, or has several lines: over stdio a line is a message
    TooLong,
    NotARequest, // only a request can be responded to
    NotAMessage, // neither a request nor a notification
    StrangeId, // a composed request needs an id of its own
    NotOverHttp, // no exchange would carry it
    TimeOver, // its breakpoint holds no longer, so it was sent as it was
};

// It waits no more for a decision.
struct TapGone {
    std::uint64_t message = 0;
    std::optional<TapRefusal> undecided{}; // nothing: a person has decided

    bool operator==(const TapGone &other) const = default;
};

// To the window that has composed it: the message was sent.
struct TapComposed {
    std::uint64_t number = 0; // as the window counts what it composes

    bool operator==(const TapComposed &other) const = default;
};

// To the window that has set breakpoints: nothing was done of its decision on this message, or of
// what it has composed.
struct TapRefused {
    std::uint64_t message = 0;
    TapRefusal why = TapRefusal::NotHeld;
    bool composed = false; // then `message` is that of TapComposed

    bool operator==(const TapRefused &other) const = default;
};

// To the window that has set breakpoints: how many messages each of them has matched, by number. A
// window that reads slowly gets the newest one only.
struct TapHits {
    static constexpr std::size_t kMaxCounts = 200; // as many as a tap has breakpoints
    std::map<std::uint32_t, std::uint64_t> counts{};

    bool operator==(const TapHits &other) const = default;
};

// The last line: the recording is complete.
struct TapEnd {
    bool operator==(const TapEnd &other) const = default;
};

using TapLine = std::variant<TapIntroduction, TapProgress, TapHeld, TapGone, TapComposed,
    TapRefused, TapHits, TapEnd>;

std::string tapLine(const TapLine &line); // with its line end

// Without its line end. Fails for a text that no tap of this version sends.
Result<TapLine> parseTapLine(std::string_view line);

} // namespace sonde::tap
