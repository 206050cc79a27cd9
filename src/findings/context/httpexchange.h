// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/parameters.h"
#include "rpc/message.h"
#include "rpc/sseparser.h"
#include "trace/record/store.h"
#include "wire/http/httpmessage.h"
#include "json/document.h"

#include <optional>
#include <string>
#include <vector>

namespace sonde::findings {

// An HTTP exchange of a recording: the headers of both sides, and the message in the request's
// body.
struct HttpExchange {
    static constexpr std::uint64_t kMaxHead = 256 * 1024; // bytes of a side's headers
    static constexpr std::uint64_t kMaxBody = std::uint64_t(4) << 20; // of a body that is parsed
    static constexpr std::size_t kMaxEvents = 10'000; // of a stream
    static constexpr std::uint64_t kMaxForm = 256 * 1024; // of a form

    std::string method; // "POST"
    std::string url;
    std::string purpose; // see session-file.md; empty in an imported recording
    wire::HttpHeaders request;
    std::optional<wire::HttpHead> response; // none yet, or it cannot be read
    std::uint64_t responseSize = 0;
    json::Document body; // of the request, if it is JSON
    std::optional<auth::Parameters> form; // in the request's body, if it is one
    // Of the response, if it is JSON; of the POST of a notification also the data of the first
    // event, although none should be there.
    json::Document responseBody;
    bool isResponseMarked = false; // there is a byte order mark before it
    std::vector<rpc::SseEvent> events; // of an event stream, from its beginning
    bool isWhole = true; // all of the events were read
    bool hasFailed = false; // it did not end as HTTP ends: an error, or Sonde aborted it
    bool isSent = false; // its headers: otherwise no connection was made, and nothing is known
    std::string refusal; // the beginning of the body of a response with an error status

    std::int64_t begun = 0; // steady time
    std::int64_t ended = 0;

    int status() const { return response ? response->status : 0; }
    // Whether a challenge says where the metadata of the protected resource is (RFC 9728).
    bool namesResourceMetadata() const;
    bool isPost() const { return method == "POST"; }
    bool isEventStream() const
    {
        return response && response->headers.mediaType() == "text/event-stream";
    }
    // Whether the log of another program leaves out what every request has.
    bool lacksHeaders() const { return !isFirstHand() && request.fields().empty(); }
    // Whether Sonde was there: other programs' logs do not say how an exchange ended.
    bool isFirstHand() const { return !purpose.empty(); }
    bool isResumption() const { return method == "GET" && request.contains("last-event-id"); }
    bool hasEventIds() const;
    // Whether it carries the protocol: Sonde also fetches metadata of authorization.
    bool isProtocol() const;
    // Whether it fetches metadata of authorization.
    bool isMetadata() const;
    // Whether it fetches the metadata document of a client.
    bool isClientDocument() const;
    // Whether it registers a client (RFC 7591), requests a token, or opens the authorization page:
    // of that there are requests to others, too, so the endpoint has to be known.
    bool isRegistration() const;
    bool isTokenRequest() const;
    bool isAuthorizationRequest() const;
    bool succeeded() const { return status() >= 200 && status() <= 299; }
    // The one message in the request's body.
    bool carriesRequest() const;
    bool carriesNotification() const;
    bool carriesResponse() const;

    // Reads it from the recording. Empty if its properties cannot be read.
    static std::optional<HttpExchange> read(const trace::Store &store, const trace::Record &record);
};

} // namespace sonde::findings
