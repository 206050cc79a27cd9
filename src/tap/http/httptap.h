// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpgate.h"
#include "tap/http/clienttable.h"
#include "tap/http/tapclient.h"
#include "tap/http/tapexchange.h"
#include "wire/http/httpengine.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <set>

namespace sonde::tap {

// A reverse proxy between hosts and one server with a URL, for Streamable HTTP and HTTP+SSE, that
// records what crosses. It listens only on loopback, and as long as it lives.
class HttpTap : public QObject, private MessageSender {
    Q_OBJECT
public:
    struct Setup {
        QString name; // of the server in the recording
        wire::HttpTarget server;
        rpc::TrafficSink *traffic = nullptr; // outlives it; nullptr: nothing is recorded
        wire::Authorizer *authorizer = nullptr; // outlives it; nullptr: the host authorizes itself
        QString host; // who started the tap, for the recording
        HttpBreakpoints *breakpoints = nullptr; // outlives it; nullptr: there are none
        bool rewritesMetadata = false; // see metadatarewriter.h
    };

    static constexpr std::size_t kMaxConnections = 1000; // of hosts; more wait
    // A larger message is refused with 413.
    static constexpr std::size_t kMaxMessage = std::size_t(256) << 20;

    // `address` as for serve::ListeningSocket::open(); another one than loopback is an error.
    static Result<std::unique_ptr<HttpTap>> open(const std::string &address, Setup setup);
    ~HttpTap() override;

    // What the host has to use in place of the server's URL.
    QString address() const { return QString::fromLatin1(m_place.address()); }
    // Ends all exchanges.
    void close();

Q_SIGNALS:
    // The server wants a login that fails through this tap, because the metadata names another
    // resource than the tap's address. Once.
    void loginWillFail(const QString &sentence);
    // A client has sent a request: what it calls itself, or the program that its User-Agent names;
    // empty if it does neither.
    void hostSeen(const QString &name);

private:
    struct Session { // of a client that has got a response
        int client = 0;
        wire::HttpRequest request;
        bool respondsElsewhere = false; // in the stream of the client, as over HTTP+SSE
    };

    HttpTap(serve::ListeningSocket socket, Setup setup);

    void receive(serve::ServedRequest request, const serve::ReplyPointer &reply);
    void sayHost(const serve::ServedRequest &request, const PostedMessages &messages);
    TapClient &clientOf(
        const serve::ServedRequest &request, const PostedMessages &messages, bool opensStream);
    // At the other end of a connection of a host; 0: not known.
    int processOf(std::uint64_t connection);
    bool canSend(rpc::Channel channel) const override;
    void send(rpc::Channel channel, const Bytes &text) override;
    void sendToServer(const Bytes &text);
    // An event stream to a host; 0: to any. Those that hosts have opened for it come first.
    TapExchange *carrierOfEvents(int client) const;
    void learnFromHead(TapExchange &exchange, int client, const wire::HttpHead &head);
    void learnSession(const TapExchange &exchange, int client, const wire::HttpHead &head);
    void warnOfLogin(int client);
    void forget(TapExchange &exchange, int client);

    const Setup m_setup;
    TapPlace m_place;
    std::unique_ptr<wire::HttpEngine> m_engine;
    ClientTable m_table;
    MetadataPaths m_metadata;
    std::map<int, std::unique_ptr<TapClient>> m_clients;
    std::set<int> m_named; // clients that have said who they are
    std::set<int> m_guessed; // clients of which some requests may be of another one
    std::map<std::uint64_t, int> m_processes; // by connection
    std::vector<TapExchange *> m_open;
    std::optional<Session> m_session; // the newest
    bool m_warned = false;
    serve::HttpGate m_gate; // last: its connections use the others
};

} // namespace sonde::tap
