// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/method.h"
#include "json/document.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::rpc {

// A JSON-RPC id is kept as it was written: 1, 1.0 and "1" are three different ids. Empty if the
// message has no id.
using Id = std::string;

// A number above 0 for an id of at most 18 digits without a leading 0, as almost all are: two
// different ids never have the same number. 0 for every other id.
std::int64_t plainNumber(std::string_view id);

enum class Kind : std::uint8_t {
    Request,
    Response, // carries `result`
    ErrorResponse, // carries `error`
    Notification,
    Invalid, // not a message: Message::problem says why
    Lifecycle, // not traffic: the process started, the era was detected, … (lifecycle.h)
    Stderr, // a line of the server's stderr
    Exchange, // an HTTP exchange, the parent of the messages it carried
    Event, // a server-sent event without a message: a priming event, an endpoint
};

// A problem with a record. The session continues after each of them.
enum class Problem : std::uint8_t {
    None,
    StrayOutput, // a line on stdout that does not begin like a message
    InvalidUtf8,
    NotJson, // begins like a message, but is not JSON
    NotJsonRpc, // JSON, but none of the four kinds of message
    TooLong, // longer than the limit; the bytes are recorded, the message is not parsed
    Unfinished, // the stream ended in the middle of a line
    UnexpectedBatch, // an array outside revision 2025-03-26; its members are still decoded
    UnknownId, // a response that matches no request
    DuplicateId, // a second response, or a request whose id is still in use
    LateResponse, // a response after its request was cancelled or timed out
    RepeatedCursor, // a list repeats a cursor and would never end
    UnexpectedRequest, // a server request in an era that forbids them
    MalformedError, // violates JSON-RPC 2.0 section 5.1, or has a result as well
};
inline constexpr Problem kLastProblem = Problem::MalformedError;

// The name of a Problem in files and --json output ("stray-output"); never translated.
std::string_view problemName(Problem problem);

// Error codes of JSON-RPC 2.0 section 5.1.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;

// One message as it was sent or received, with its kind. For Invalid, `document` may be partial,
// and `reason` is a sentence.
struct Message {
    Kind kind = Kind::Invalid;
    Problem problem = Problem::None;
    bool inBatch = false;
    Id id;
    Method method; // of requests and notifications
    json::Document document; // document.bytes() is the message's text, without the line end
    QString reason;

    const Bytes &bytes() const { return document.bytes(); }
    json::Value root() const { return document.root(); }
    json::Value params() const { return root()["params"]; }
    json::Value result() const { return root()["result"]; }
    json::Value error() const { return root()["error"]; }
    // error.code for comparisons: an integer that fits, however it is written (-32601, -32601.0,
    // -32601e0); 0 for any other code. Show errorCodeText() instead.
    int errorCode() const { return integerOf(errorCodeText()).value_or(0); }
    // error.code as written, a string with its quotes; empty if there is none.
    std::string_view errorCodeText() const { return error()["code"].raw(); }

    // The int that a JSON number is exactly equal to; empty for any other text.
    static std::optional<int> integerOf(std::string_view number);
};

// An error code for display in one line, shortened if it is very long.
QString shownErrorCode(std::string_view codeText);

// Decodes one frame (a line, an SSE event's data, a POST body). Never fails: a frame that is not a
// message is returned as Kind::Invalid with its problem. A JSON array is a batch (2025-03-26
// basic): each member is returned as a message whose bytes are its slice of the frame;
// `batchesAllowed` only decides whether the messages carry UnexpectedBatch.
std::vector<Message> decode(
    const Bytes &frame, bool batchesAllowed, const json::Limits &limits = {});

// Decodes a frame without allocating a vector. Returns true and fills `message` if the frame is not
// a batch; otherwise only the message's bytes are set.
bool decodeOne(
    Bytes frame, Message &message, const json::Limits &limits = {}, json::NodePool *pool = nullptr);

// A record that is not parsed as a message: a line of stderr, a lifecycle event, a line that is too
// long. Its document holds only the bytes.
Message plainRecord(
    Kind kind, Bytes bytes, Problem problem = Problem::None, const QString &reason = {});

// Compact texts of the four kinds of message, without a line end. `params`, `result` and `data` are
// JSON text and are spliced byte for byte; if empty, the member is omitted.
Bytes request(std::string_view id, std::string_view method, std::string_view params);
Bytes notification(std::string_view method, std::string_view params);
Bytes response(std::string_view id, std::string_view result);
Bytes errorResponse(
    std::string_view id, int code, std::string_view messageUtf8, std::string_view data = {});
// The error object of such a response, and a response with an error object as it is, byte for byte.
std::string errorObject(int code, std::string_view messageUtf8, std::string_view data = {});
Bytes responseWithError(std::string_view id, std::string_view error);
// JSON-RPC 2.0 section 5: in an error response to a message whose id cannot be read, the id is
// null. MCP has never had an id that is null, and from 2025-11-25 on the response has none.
// Returns the id for errorResponse(), which leaves an empty one out.
std::string_view unreadId(std::string_view revision);

} // namespace sonde::rpc
