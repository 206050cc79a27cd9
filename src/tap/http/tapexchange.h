// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/httpreply.h"
#include "tap/http/endpointrewriter.h"
#include "tap/http/headchanges.h"
#include "tap/http/postedmessages.h"
#include "tap/http/serverside.h"
#include "tap/http/shownevents.h"
#include "tap/http/tapexchangecontext.h"
#include "tap/http/taplogin.h"
#include "tap/http/wholeresponse.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sonde::tap {

// One request of a host, passed on to the server, and the response, passed back as it arrives. The
// client that goes ends it at the server, and the server that breaks off breaks off at the client.
class TapExchange final : public QObject,
                          private serve::ReplyWatcher,
                          private wire::HttpCallOwner,
                          private UpstreamWatcher,
                          private MessageParty {
    Q_OBJECT
public:
    TapExchange(const TapExchangeContext &context, serve::ServedRequest request,
        PostedMessages messages, serve::ReplyPointer reply, QObject *parent = nullptr);
    ~TapExchange() override;

    void start();
    // Ends it on both sides; ended() follows.
    void cancel();

    const PostedMessages &messages() const { return m_messages; }
    const wire::HttpRequest &request() const { return m_forwarded.request; }
    const std::string &session() const { return m_session; } // of the request
    int client() const { return m_context.client.number(); }
    bool opensStream() const { return m_opensStream; } // the GET of an event stream
    // Whether addEvent() may be called: an event stream to the host is open.
    bool carriesEvents() const;
    // Writes a message of a person to the host, between the events of the server.
    void addEvent(const Bytes &message);

Q_SIGNALS:
    // A final head arrived, and is passed on.
    void responded(const sonde::wire::HttpHead &head);
    // HTTP+SSE: the event with the target for messages has arrived.
    void endpointNamed(const QByteArray &address);
    void ended();

private:
    // What happens to the response. Breakpoints look at messages and events.
    enum class Form : std::uint8_t { AsIs, Message, Events, Metadata };

    void replyDrained() override;
    void replyGone() override;

    void interimArrived(const Bytes &raw) override;
    void headArrived(const wire::HttpHead &head) override;
    void bodyArrived(const Bytes &part) override;
    void upstreamEnded(const wire::HttpOutcome &outcome) override;

    wire::BodyForm headArrived(wire::HttpCall &call, const wire::HttpHead &head, Stamp at) override;
    void eventArrived(wire::HttpCall &, const rpc::SseEvent &, Stamp) override { }
    void messageArrived(wire::HttpCall &call, rpc::Message message, const rpc::Place &place,
        Stamp at, std::int64_t requestedNs) override;
    void callFinished(wire::HttpCall &, const wire::HttpEnding &) override { }
    void callHandledBytes() override { }

    void messagePassed(const BreakpointEffect &write) override;
    void messageDropped(const BreakpointEffect &dropped) override;
    void directionClosed(rpc::Channel channel) override;
    void messageNoted(const BreakpointEffect &note) override;
    void messagesMoved() override;

    void attempt();
    Form formOf(const wire::HttpHead &head) const;
    bool rewritesMetadata() const;
    void bodyCompleted();
    bool showsRequest() const;
    bool stopsResponses() const;
    void beginReply(const wire::HttpHead &head);
    void readBody(const Bytes &part);
    void readEvents(std::string_view bytes);
    void writeAdded();
    void replaceRequest(const Bytes &text);
    void respond(const Bytes &text);
    void passWhole(const Bytes &text, std::size_t first = 0);
    void passCollected();
    void passBlock(const BreakpointEffect &write);
    void authorize();
    void passOn(std::string_view bytes, std::size_t first = 0);
    void finish(const wire::HttpOutcome &outcome);
    void fail(int status, const QString &sentence);
    void end();

    const TapExchangeContext m_context;
    const PostedMessages m_messages;
    const serve::ReplyPointer m_reply;
    ForwardedRequest m_forwarded;
    bool m_opensStream = false;
    bool m_isStreamable = false; // not HTTP+SSE
    std::string m_session;
    ServerSide m_server;
    std::unique_ptr<EndpointRewriter> m_rewriter;
    std::uint64_t m_number = 0; // at the breakpoints; 0: not there
    Form m_form = Form::AsIs;
    WholeResponse m_whole; // of Form::Message and Form::Metadata
    ShownEvents m_events;
    std::vector<Bytes> m_added; // events of a person, not written yet
    std::optional<wire::HttpOutcome> m_ending; // when nothing waits any more
    bool m_wasRepeated = false;
    bool m_over = false;
    TapLogin m_login; // last: its end is no event any more
};

} // namespace sonde::tap
