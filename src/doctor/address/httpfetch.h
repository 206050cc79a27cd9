// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "rpc/message.h"
#include "wire/http/httpclient.h"
#include "wire/http/httptarget.h"

#include <QByteArray>
#include <QObject>
#include <QUrl>

#include <chrono>
#include <functional>
#include <optional>
#include <string>

namespace sonde::doctor {

// A request and its response, as far as the doctor needs them. Times are since the request began.
struct Fetched {
    static constexpr qsizetype kMaxBody = 64 * 1024; // bytes that are kept

    QByteArray method;
    QUrl url;
    std::optional<wire::HttpHead> head; // nothing: no response
    QByteArray body; // the beginning
    wire::HttpOutcome outcome; // of Failure::Aborted if the doctor had seen enough
    std::chrono::nanoseconds headAt{0};
    std::chrono::nanoseconds eventAt{0}; // of the first server-sent event; 0: none
    std::string eventType; // of that event
    std::string eventData;
    bool timedOut = false; // the doctor waited no longer
    bool hasSeenEnough = false; // a stream that was closed after its first event

    int status() const { return head ? head->status : 0; }
    QByteArray header(const char *name) const; // empty if there is none
    bool isStream() const; // text/event-stream
    bool hasMark() const; // a byte order mark before the body
    // The JSON-RPC response in the body, after a byte order mark too, or in the first event with
    // data.
    std::optional<rpc::Message> message() const;
};

// How a request of the doctor is sent.
struct FetchWay {
    wire::TlsTrust trust;
    wire::HttpRoute route;
    std::chrono::milliseconds connectTimeout{10'000};
    std::chrono::milliseconds patience{10'000}; // for the headers, and again for the body or event
    bool onlyHead = false; // the body is not waited for
};

// Sends a request over a new connection. A stream is closed after its first event with data. The
// callback gets what came, also if nothing did; cancel() gives Domain::Cancelled.
RequestHandle fetch(const FetchWay &way, const wire::HttpRequest &request, QObject *context,
    std::function<void(Result<Fetched>)> done);

} // namespace sonde::doctor
