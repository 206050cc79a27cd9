// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "tap/http/apartmessages.h"
#include "wire/http/httpclient.h"
#include "wire/link/authorizer.h"
#include "wire/link/lifecyclelog.h"
#include "wire/link/messagetransport.h"
#include "wire/streamable/exchangelog.h"

#include <QObject>

#include <optional>

namespace sonde::tap {

class ComposedExchange;

// One client of a tap over HTTP, which is a connection in the recording.
class TapClient final : public QObject {
    Q_OBJECT
public:
    using About = std::optional<rpc::Place::About>;
    // All of it outlives the client.
    struct Setup {
        rpc::TrafficSink *traffic = nullptr; // nullptr: nothing is recorded
        QString server;
        const wire::HttpHeaders &headers; // of the user
        wire::HttpClient &engine;
        wire::Authorizer *authorizer = nullptr; // nullptr: the host authorizes itself
    };
    TapClient(const Setup &setup, int number, QObject *parent = nullptr);
    ~TapClient() override;

    int number() const { return m_context.connection; }
    wire::ExchangeLog &log() { return m_log; }

    // An event of rpc::lifecycle.
    void note(const char *what, const QString &detail, const About &about = {});
    // A message that is not in the bytes of an exchange, but belongs to it. Returns where it is.
    About record(rpc::Channel channel, const Bytes &text, rpc::ExchangeId exchange);

    // The server has accepted a message of the client.
    bool hasPosted() const { return m_post.has_value(); }
    void learnPost(const wire::HttpRequest &request);
    // Sends a message to the server, in an exchange of its own that is like `request`, or like the
    // client's newest one. Its response goes into the recording, and to no client. nullptr: the
    // client has sent none.
    ComposedExchange *post(const Bytes &text, const wire::HttpRequest *like = nullptr);
    void cancelPosts();

private:
    const Setup m_setup;
    wire::LifecycleLog m_lifecycle;
    const wire::TransportContext m_context;
    wire::ExchangeLog m_log;
    ApartMessages m_apart;
    std::optional<wire::HttpRequest> m_post; // the newest
};

} // namespace sonde::tap
