// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/sseparser.h"
#include "wire/link/messagetransport.h"

#include <chrono>
#include <cstdint>
#include <limits>
#include <string_view>
#include <variant>
#include <vector>

namespace sonde::wire {

// Identifies an exchange within a flow; never reused.
using HttpKey = std::uint32_t;

inline constexpr std::string_view kSessionEnd = "session end"; // BeginExchange::purpose

// The actions of a flow, which does no I/O itself.
struct BeginExchange {
    HttpKey key = 0;
    HttpRequest request;
    std::string_view purpose; // purpose in the recording: "message", "standing stream", …
    bool carriesMessage = false; // the request body is a message of the client
    rpc::Id responseTo{}; // the request whose response this exchange should bring
};
struct AbortExchange { // no further events of the exchange are wanted
    HttpKey key = 0;
};
struct NoteLine { // a line for the trace about the connection itself
    QString what;
    QString detail;
};
using HttpAction = std::variant<BeginExchange, AbortExchange, NoteLine, Event>;
using HttpActions = std::vector<HttpAction>;

// How to read the body of a response.
enum class BodyForm : std::uint8_t {
    Whole, // one message, or a batch
    Events, // an event stream with messages
    Excerpt, // anything else: its beginning is kept, and parsed if it is a message nevertheless
};

// How an exchange ended.
struct HttpEnding {
    HttpOutcome outcome;
    // The beginning of a body that is not an event stream; of a stream, what is not an event: its
    // beginning if there is no event at all, or an unfinished end.
    Bytes excerpt;
    bool noEvent = false; // the event stream ended without one
    bool insideEvent = false; // the event stream ended inside an event
    rpc::ExchangeId exchange = 0; // in the recording
    bool credentialsSent = false; // the request had an Authorization header
    // Why there is no authorization that the server accepts.
    std::optional<Error> notAuthorized{};
};

// In steady nanoseconds.
inline std::int64_t deadlineAfter(Stamp now, std::chrono::milliseconds delay)
{
    return now.steady + std::chrono::nanoseconds(delay).count();
}

// Maps messages to HTTP exchanges, as a state machine: events in, actions out, with the time as an
// argument. The key of an event identifies its exchange; events of an aborted or finished exchange
// are ignored.
class HttpFlow {
public:
    static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

    explicit HttpFlow(const HttpTarget &target);
    virtual ~HttpFlow() = default;

    virtual void start(Stamp now, HttpActions &out) = 0;
    virtual void send(const Outgoing &message, Stamp now, HttpActions &out) = 0;
    virtual void setProtocol(const HttpProtocol &, Stamp, HttpActions &) { }
    virtual void abandon(const rpc::Id &, Stamp, HttpActions &) { }
    virtual void stop(Stamp now, HttpActions &out) = 0;

    virtual BodyForm head(HttpKey key, const HttpHead &head, Stamp at, HttpActions &out) = 0;
    // Called for every event, before the message it carries.
    virtual void event(HttpKey key, const rpc::SseEvent &event, Stamp at, HttpActions &out) = 0;
    // Returns true if the message is for the session, false if it is only recorded.
    virtual bool message(HttpKey key, const rpc::Message &message, HttpActions &out) = 0;
    virtual void finished(HttpKey key, const HttpEnding &ending, Stamp now, HttpActions &out) = 0;
    virtual void tick(Stamp now, HttpActions &out) = 0;
    // When the next tick() may have work, in steady nanoseconds.
    virtual std::int64_t nextDeadline() const = 0;

    const HttpState &state() const { return m_state; }
    bool takeStateChanged() { return std::exchange(m_stateChanged, false); }

protected:
    // Accept, Content-Type and `more`, then the user's headers, which replace those with the same
    // name.
    HttpHeaders headers(std::string_view method, const HttpHeaders &more) const;
    // A request to `url`, with MCP-Protocol-Version (unless `more` has it), the headers `own`, and
    // `more`.
    HttpRequest makeRequest(const char *method, const QUrl &url, const QByteArray &version,
        const HttpHeaders &own, const HttpHeaders &more) const;
    // A POST of the message to `url`; see makeRequest().
    HttpRequest makePost(const Outgoing &message, const QUrl &url, const QByteArray &version,
        const HttpHeaders &own = {}) const;
    HttpKey nextKey() { return ++m_lastKey; }
    HttpState &changeState()
    {
        m_stateChanged = true;
        return m_state;
    }
    // Updates the state of the connection from an exchange with a response.
    void recordHead(const HttpHead &head, const HttpRequest &request, HttpActions &out);
    void recordOutcome(const HttpOutcome &outcome);
    // The target of the response's redirect, if it may be followed.
    std::optional<QUrl> redirectToFollow(const HttpHead &head, const HttpRequest &request) const;
    static void logLifecycle(HttpActions &out, const QString &what, const QString &detail)
    {
        out.emplace_back(NoteLine{what, detail});
    }
    static void end(HttpActions &out, const ExitReport &report, Stamp at);

    const HttpTarget m_target;

private:
    HttpState m_state;
    bool m_stateChanged = false;
    bool m_connected = false;
    bool m_hasTimes = false;
    HttpKey m_lastKey = 0;
};

} // namespace sonde::wire
