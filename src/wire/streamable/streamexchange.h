// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/httpflow.h"
#include "wire/streamable/httprefusal.h"
#include "wire/streamable/streamcursor.h"

#include <optional>

namespace sonde::wire {

// One HTTP exchange of Streamable HTTP: its purpose and its state.
struct StreamExchange {
    enum class Purpose : std::uint8_t { Message, Resumption, Standing, SessionEnd };

    // The newest text that was received in place of the response.
    struct Unusable {
        QString reason; // sentences
        Bytes text; // its beginning
        bool isResponse = false; // the response itself, in an event of another type
    };

    Purpose purpose = Purpose::Message;
    Outgoing::Kind kind = Outgoing::Kind::Notification;
    rpc::Id id{}; // of the request that waits for a response
    HttpRequest request{};
    QByteArray session{}; // session id of the request
    bool stateless = false;
    bool isRecorded = false; // Outgoing::isRecorded
    int redirects = 0;
    QStringList followed{}; // the addresses that redirected
    std::optional<HttpHead> head{};
    BodyForm form = BodyForm::Excerpt;
    bool answered = false;
    bool abandoned = false;
    std::int64_t deadline = HttpFlow::kNever;
    StreamCursor cursor{};
    QString serverMessage{};
    Unusable unusable{};

    bool succeeded() const { return head && head->status >= 200 && head->status < 300; }
    bool isStream() const { return succeeded() && form == BodyForm::Events; }
    bool wantsResponse() const
    {
        return kind == Outgoing::Kind::Request && !answered && !abandoned;
    }
    // Makes it the exchange to send next: the same message to another address, or the request that
    // continues its stream.
    void redirectTo(const QUrl &url);
    void resumeBy(HttpRequest next);
    // Whether the message is the response to the request.
    bool isAnsweredBy(const rpc::Message &message) const;
    // Whether a message in a response with another status than 2xx is delivered to the session: it
    // is the response, unless the status gives more information.
    bool mayDeliver(const rpc::Message &message) const;
    // Whether an error refuses the session that the server gave.
    bool refusesSession(const rpc::Message &message) const;
    // Whether the request has the session id that the server gave; the user may set another.
    bool namesOwnSession() const;
    // Remembers a received text that is not the response, to say so if none arrives.
    void keepUnusable(const rpc::Message &message);
    // Remembers an event of another type than "message" for that.
    void keepUnusable(const rpc::SseEvent &event);
    // Whether the body is a message without a matching header.
    bool isUnlabelled() const;
    RefusalFacts facts(const HttpEnding &ending) const;
    // Why an accepted request has no response.
    HttpFailure noResponse(const HttpEnding &ending) const;
    // Why a request has no response whose stream broke and could not be resumed.
    HttpFailure notResumed(const HttpEnding &ending) const;
};

// How to read the body of a response with that head.
BodyForm bodyFormOf(const HttpHead &head);

// 2025-11-25 basic/transports#session-management: visible ASCII, 0x21 to 0x7E.
bool isSessionId(const QByteArray &id);

// The ending of an exchange that was aborted for lack of a response.
HttpEnding notAccepted();

} // namespace sonde::wire
