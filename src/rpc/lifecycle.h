// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <algorithm>
#include <iterator>
#include <string_view>

// Events of a connection, as ids. A lifecycle line is "id\tdetail", and its record has the id as
// its method. Ids are stored in session files and used in filters, so they are never translated and
// never change; models::lifecycleText() returns the text that is shown.
namespace sonde::rpc::lifecycle {

// Every transport
inline constexpr char kStartFailed[] = "start failed"; // the detail is a rpc::Sentence
inline constexpr char kConnected[] = "connected";
inline constexpr char kConnectionEnded[] = "connection ended";
inline constexpr char kProcessStarted[] = "process started";
inline constexpr char kProcessEnded[] = "process ended";

// HTTP
inline constexpr char kSessionStarted[] = "session started";
inline constexpr char kSessionIdChanged[] = "session id changed";
inline constexpr char kSessionIdUnusable[] = "session id not usable";
inline constexpr char kSessionEnded[] = "session ended";
inline constexpr char kSessionNotEnded[] = "session not ended";
inline constexpr char kSessionRenewal[] = "session renewal";
inline constexpr char kSessionRenewed[] = "session renewed";
inline constexpr char kStandingStreamOpened[] = "standing stream opened";
inline constexpr char kStandingStreamEnded[] = "standing stream ended";
inline constexpr char kStandingStreamFailed[] = "standing stream failed";
inline constexpr char kStandingStreamNotOffered[] = "standing stream not offered";
inline constexpr char kStreamResumed[] = "stream resumed";
inline constexpr char kNoContentType[] = "no content type";
inline constexpr char kByteOrderMark[] = "byte order mark"; // before the JSON, which was read
// A notification or response of the client; the detail is a rpc::Sentence.
inline constexpr char kMessageRefused[] = "message refused";
inline constexpr char kRequestRepeated[] = "request repeated";
inline constexpr char kRedirectFollowed[] = "redirect followed";
inline constexpr char kEndpointNamed[] = "endpoint named";

// A conversation between a host and a server, with Sonde in between (sonde-cli tap)
inline constexpr char kTapStarted[] = "tap started"; // the detail names the host
inline constexpr char kHostNamed[] = "host named"; // by itself: its clientInfo
// Over HTTP: that a request may as well be of another client than it is recorded for.
inline constexpr char kClientGuessed[] = "client guessed";
inline constexpr char kRecordingGap[] = "recording gap"; // what crossed, but was not recorded

// What breakpoints of a tap, or the person at the window, did with a message that came. The detail
// names the breakpoint and the id of the message; on its next line is what was sent in its stead.
inline constexpr char kMessageHeld[] = "message held";
inline constexpr char kMessageReleased[] = "message released"; // as it was
inline constexpr char kMessageDelayed[] = "message delayed";
inline constexpr char kMessageDropped[] = "message dropped";
inline constexpr char kMessageDuplicated[] = "message duplicated";
inline constexpr char kMessageAnswered[] = "message answered"; // without the other side
inline constexpr char kMessageChanged[] = "message changed";
inline constexpr char kMessageBroken[] = "message broken";
// By the person at the window, in the name of either side; its response is not passed on.
inline constexpr char kMessageComposed[] = "message composed";
inline constexpr char kMessageKept[] = "message not passed on";
inline constexpr char kStreamClosed[] = "stream closed";
inline constexpr char kBreakpointFailed[] = "breakpoint failed"; // the message was sent as it was

// Opening
inline constexpr char kEraProbed[] = "era probed";
inline constexpr char kRevisionNegotiated[] = "revision agreed";

// Authorization
inline constexpr char kAuthorizationRequired[] = "authorization wanted";
inline constexpr char kAuthorized[] = "authorized";
inline constexpr char kNotAuthorized[] = "not authorized";
inline constexpr char kAuthorizationStep[] = "authorization: "; // followed by the name of the step

// Responses to server requests. The detail names the response rule that decided.
// The response was sent without review.
inline constexpr char kAutomatic[] = "answered automatically";
inline constexpr char kStoppedAutomatically[] = "stopped automatically"; // no response was sent
inline constexpr char kRuleFailed[] = "rule failed";

// Before a server is restarted, because files of its project changed. The detail names the files;
// the command; how long it took; why it failed.
inline constexpr char kFilesChanged[] = "files changed";
inline constexpr char kBuildStarted[] = "build started";
inline constexpr char kBuildSucceeded[] = "build succeeded";
inline constexpr char kBuildFailed[] = "build failed";

// Everything between them was sent to check the server, or came while it was checked.
inline constexpr char kCheckStarted[] = "check started";
inline constexpr char kCheckEnded[] = "check ended";

// A request got no response within its limit. The detail is a sentence, then kCancelledMark if
// Sonde cancels the request, then kIdMark and the id as written: the request is no longer pending.
inline constexpr char kRequestTimedOut[] = "request timed out";
inline constexpr std::string_view kCancelledMark = "\tcancelled";
inline constexpr std::string_view kIdMark = "\tid ";

inline constexpr std::string_view kEnds[] = {kProcessEnded, kConnectionEnded};

// The id of a line. Lines written by other programs may have a colon instead of the tab.
constexpr std::string_view idOf(std::string_view line)
{
    if (line.starts_with(kAuthorizationStep))
        return line.substr(0, line.find('\t'));
    return line.substr(0, line.find_first_of("\t:"));
}

// The id in a line of kRequestTimedOut; empty if there is none. An id contains no tab.
constexpr std::string_view timedOutId(std::string_view line)
{
    const auto mark = line.rfind(kIdMark);
    return mark == std::string_view::npos ? std::string_view() : line.substr(mark + kIdMark.size());
}

// Whether Sonde cancels the request that a line of kRequestTimedOut is about.
constexpr bool isCancelled(std::string_view line)
{
    return line.substr(0, std::min(line.rfind(kIdMark), line.size())).ends_with(kCancelledMark);
}

// Whether the connection carries no more messages after this event.
constexpr bool endsConnection(std::string_view id)
{
    return std::find(std::begin(kEnds), std::end(kEnds), id) != std::end(kEnds);
}

} // namespace sonde::rpc::lifecycle
