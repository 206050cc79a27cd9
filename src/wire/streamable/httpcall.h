// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/exchangerecord.h"
#include "wire/streamable/httpflow.h"

#include <memory>
#include <utility>
#include <vector>

namespace sonde::wire {

class HttpCall;

// Receives the events of a call. Must not delete the call inside an event: cancel() it, and delete
// it later.
class HttpCallOwner {
public:
    virtual ~HttpCallOwner() = default;
    virtual BodyForm headArrived(HttpCall &call, const HttpHead &head, Stamp at) = 0;
    virtual void eventArrived(HttpCall &call, const rpc::SseEvent &event, Stamp at) = 0;
    // The message is already recorded; for `requestedNs` see Received.
    virtual void messageArrived(HttpCall &call, rpc::Message message, const rpc::Place &place,
        Stamp at, std::int64_t requestedNs) = 0;
    virtual void callFinished(HttpCall &call, const HttpEnding &ending) = 0;
    virtual void callHandledBytes() = 0; // after each piece of the response
};

// Runs one HTTP exchange: records it, and parses the response body in the form chosen by the flow.
class HttpCall final : private HttpSink {
public:
    struct Limits {
        std::size_t maxMessage = std::size_t(256) << 20;
        // Limit of a body that is not a message: an error page.
        std::size_t maxExcerpt = std::size_t(1) << 20;
    };

    HttpCall(const BeginExchange &what, ExchangeLog &log, const Limits &limits,
        HttpCallOwner &owner, AuthorizationPtr authorization = {});
    ~HttpCall() override;

    void start(HttpClient &client);
    // Records what was changed on the way; after start().
    void addChanges(const HeadChanges &changes)
    {
        if (m_record)
            m_record->addChanges(changes);
    }
    // The body is complete, and the exchange goes on: reports its message now, not at the end.
    void readBody();
    void cancel(); // reports nothing; recorded as aborted
    void setReading(bool reading);
    void setBatchesAllowed(bool allowed) { m_batchesAllowed = allowed; }

    HttpKey key() const { return m_what.key; }
    const BeginExchange &what() const { return m_what; }
    // The authorization that was sent with the request.
    const AuthorizationPtr &authorization() const { return m_authorization; }
    const rpc::Id &responseTo() const { return m_what.responseTo; }
    int status() const { return m_status; }
    // When the message was first sent, as recorded; for an exchange without a message, when it
    // began.
    Stamp sentAt() const { return m_what.carriesMessage ? m_firstSent : m_record->begun(); }
    // Whether the request's message was recorded completely.
    bool isMessageRecorded() const
    {
        return m_record->sentBodySize() == m_what.request.body.size();
    }
    // Whether the body began with a byte order mark, which was ignored; true once.
    bool takeByteOrderMark() { return std::exchange(m_isMarked, false); }
    rpc::ExchangeId exchangeId() const { return m_record ? m_record->id() : 0; }

private:
    void sentHead(const Bytes &raw, Stamp at) override;
    void sentBody(const Bytes &part, Stamp at) override;
    void receivedHead(const Bytes &raw, Stamp at) override;
    void head(const HttpHead &head, Stamp at) override;
    void body(const Bytes &part, Stamp at) override;
    void trailers(const Bytes &raw, Stamp at) override;
    void finished(const HttpOutcome &outcome) override;

    void recordSentMessage();
    void recordUnsentRest();
    void keepTail();
    void collect(const Bytes &part);
    Bytes collected() const;
    void readWhole(const Bytes &text, bool complete);
    void readEvent(const rpc::SseEvent &event);
    void readText(const Bytes &text, std::uint64_t offset, std::uint64_t length, bool folded);
    void report(rpc::Message message, const rpc::Place &place);
    void recordEvent(const rpc::SseEvent &event);
    Bytes rawOf(const rpc::SseEvent &event) const;

    const BeginExchange m_what;
    const Limits m_limits;
    ExchangeLog &m_log;
    HttpCallOwner &m_owner;
    const AuthorizationPtr m_authorization;
    std::unique_ptr<ExchangeRecord> m_record;
    std::unique_ptr<RunningExchange> m_exchange;
    bool m_batchesAllowed = true;
    bool m_over = false;
    int m_status = 0;
    BodyForm m_form = BodyForm::Excerpt;
    Stamp m_firstSent;
    Stamp m_at; // of the newest piece of the response

    std::vector<Bytes> m_pieces; // of a body that is not an event stream
    std::size_t m_size = 0;
    bool m_tooLong = false;
    bool m_isRead = false;
    bool m_isMarked = false;

    std::unique_ptr<rpc::SseParser> m_parser;
    Bytes m_chunk; // the chunk being parsed
    std::uint64_t m_chunkOffset = 0;
    bool m_hasEvent = false;
    std::string m_beginning; // of a stream without an event so far
    std::string m_tail; // the unparsed end of previous chunks, to show a short event as a whole
};

} // namespace sonde::wire
