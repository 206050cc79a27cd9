// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "findings/context/authorizationfacts.h"
#include "findings/context/declared.h"
#include "findings/context/inputasked.h"
#include "findings/context/listening.h"
#include "findings/context/offeredtools.h"
#include "findings/context/ratewindow.h"
#include "findings/context/requestlog.h"
#include "findings/context/seenlist.h"
#include "findings/context/skillfiles.h"
#include "findings/context/streamlog.h"
#include "findings/context/tasklog.h"
#include "findings/context/uriset.h"
#include "rpc/message.h"
#include "trace/record/record.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace sonde::findings {

// What a connection's messages have shown so far. Rules read it; ConnectionWatch fills it in.
struct Connection {
    static constexpr std::size_t kMaxUris = 10'000; // subscribed at the same time
    static constexpr std::size_t kMaxCursors = 1000; // newest cursors of all lists
    static constexpr std::size_t kMaxSessions = 100; // of HTTP
    static constexpr std::size_t kMaxElicitations = 10'000;
    static constexpr std::size_t kMaxEndpoints = 100; // of HTTP+SSE

    bool isHttp = false;
    bool hasEndpoint = false; // of HTTP+SSE, the transport of 2024-11-05
    bool isHeldUp = false; // a breakpoint or a person has held messages of a tap
    bool hasBeginning = false; // the recording has all messages from the first one on
    // The first request or notification of the client but for pings.
    trace::Number firstSent = 0;

    trace::Number probe = 0; // the newest server/discover

    // Legacy era
    trace::Number initialize = 0; // the newest request
    rpc::Id initializeId;
    trace::Number initializeResult = 0; // its result
    std::int64_t initializedAt = 0; // when the result came; steady time
    trace::Number initialized = 0; // notifications/initialized
    // The first request of the client, but for pings, between the result and initialized.
    trace::Number sentUninitialized = 0;
    std::string proposed; // the newest protocolVersion of a client
    std::string agreed; // the protocolVersion of the result
    std::optional<Revision> negotiated; // if it is a known one
    // Revisions that the server itself has named as those it supports, in its newest list, and the
    // message with the list.
    RevisionSet supported;
    trace::Number supportedIn = 0;

    // HTTP
    std::string url; // of the server
    std::map<std::string, std::int64_t, std::less<>> sessions; // by id; when it ended, or 0
    std::map<std::string, std::int64_t, std::less<>> refusedSessions; // with 404; since when
    StreamLog streams;
    std::set<std::string, std::less<>> endpoints; // of HTTP+SSE, as the server names them
    bool isRedirected = false; // some exchange was: addresses differ from those that were named
    // Somebody in between dropped, invented or closed something, or a part was not recorded.
    bool isAltered = false;
    // The call whose headers the server refused with -32020: its tool and its Mcp-Param headers.
    std::string refusedTool;
    std::string refusedHeaders;
    bool passesWithoutToken = false; // the newest request that succeeded had no token
    // Authorization: the newest 401 that does not say where the metadata is.
    trace::Number bareChallenge = 0;
    bool hasResourceMetadata = false; // some address has given it
    AuthorizationFacts authorization;

    // Modern era: whether the server has shown that it implements it. Until then its errors may be
    // those of an older server that does not know the request.
    bool servesModern = false;
    std::string refusedVersion; // that the newest error -32022 is about
    trace::Number versionRefusal = 0; // that error
    // The newest error of the server that only the modern era has.
    trace::Number modernRefusal = 0;
    bool asksForLog = false; // some request has had a logLevel in its _meta

    Declared client;
    Declared server;
    RequestLog sent; // requests of the client
    RequestLog received; // requests of the server
    OfferedTools tools;
    SeenLists lists;
    SeenPrompts prompts;
    SkillFiles skillFiles;
    InputsAsked inputs;
    Listenings listenings; // 2026-07-28
    // By elicitationId, the message that asked (2025-11-25).
    std::map<std::string, trace::Number, std::less<>> elicitations;
    UriSet subscribed; // resources/subscribe, 2025-11-25 and earlier
    bool knowsSubscribed = false; // no subscription was missed
    TaskLog tasksOfServer; // made of requests of the client
    TaskLog tasksOfClient; // 2025-11-25
    std::map<std::string, trace::Number, std::less<>> cursors; // "method cursor", with its page
    std::map<std::string, trace::Number, std::less<>> formerCursors; // before `initialize`
    std::string logLevel; // of the newest logging/setLevel
    std::string logLevelAsked; // the same, from the request on
    trace::Number toolsAnnounced = 0; // the newest notifications/tools/list_changed
    trace::Number toolsRequested = 0; // the request of the newest first page of tools/list

    // How often messages come that must not flood.
    RateWindow logs{300, 1'000'000'000};
    RateWindow progress{300, 1'000'000'000};
    RateWindow pingsSent{30, 10'000'000'000};
    RateWindow pingsReceived{30, 10'000'000'000};

    // The newest message of each party: who wrote what before the message that is checked.
    struct Last {
        trace::Number number = 0;
        rpc::Kind kind = rpc::Kind::Invalid;
        trace::Number notification = 0; // the newest one
        trace::Number carrier = 0; // the exchange that carried it
    };
    Last lastSent;
    Last lastReceived;
    // The newest text of the client that is no message, until the server sends something.
    trace::Number brokenSent = 0;
    bool isBrokenJson = false; // it is not even JSON
    // The last message of the client's newest batch over stdio (2025-03-26 basic#batching), until
    // the server sends something.
    trace::Number batchSent = 0;

    const RequestLog &requestsOn(rpc::Channel channel) const
    {
        return channel == rpc::Channel::Sent ? sent : received;
    }
    RequestLog &requestsOn(rpc::Channel channel)
    {
        return channel == rpc::Channel::Sent ? sent : received;
    }
    // The tasks of the party that sends on that channel.
    const TaskLog &tasksOf(rpc::Channel channel) const
    {
        return channel == rpc::Channel::Sent ? tasksOfClient : tasksOfServer;
    }
    TaskLog &tasksOf(rpc::Channel channel)
    {
        return channel == rpc::Channel::Sent ? tasksOfClient : tasksOfServer;
    }
    const Last &lastOf(rpc::Channel channel) const
    {
        return channel == rpc::Channel::Sent ? lastSent : lastReceived;
    }
    // The newest message of the other party than the one that sends on `channel`.
    const Last &lastOfPeer(rpc::Channel channel) const
    {
        return channel == rpc::Channel::Sent ? lastReceived : lastSent;
    }
};

constexpr rpc::Channel opposite(rpc::Channel channel)
{
    return channel == rpc::Channel::Sent ? rpc::Channel::Received : rpc::Channel::Sent;
}

} // namespace sonde::findings
