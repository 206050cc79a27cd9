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

// A JSON-RPC id is kept as the text it was written with: 1, 1.0 and "1" are three ids.
// Empty: there was none.
using Id = std::string;

// Above 0 for an id of at most 18 digits that does not begin with 0, as nearly all are: two
// different ids never share a number. 0 for every other id.
std::int64_t plainNumber(std::string_view id);

enum class Kind : std::uint8_t {
    Request,
    Response, // carries `result`
    ErrorResponse, // carries `error`
    Notification,
    Invalid, // not a message: Message::problem says why
    Lifecycle, // not from the wire: the process started, the era was detected, … (lifecycle.h)
    Stderr, // a line of the server's stderr
    Exchange, // an HTTP exchange, the parent of the messages it carried
    Event, // a server-sent event that carries no message: a priming event, an endpoint
};

// What is wrong with a record. The session goes on after every one of them.
enum class Problem : std::uint8_t {
    None,
    StrayOutput, // a line on stdout that does not even begin like a message
    InvalidUtf8,
    NotJson, // begins like a message, but is no JSON
    NotJsonRpc, // JSON, but none of the four kinds of message
    TooLong, // longer than the limit; the bytes are recorded, the message is not read
    Unfinished, // the stream ended in the middle of a line
    UnexpectedBatch, // an array outside revision 2025-03-26; its members are still read
    UnknownId, // a response that matches no request
    DuplicateId, // a second response, or a request whose id is still in use
    LateAnswer, // a response after its request was cancelled or timed out
    RepeatedCursor, // a list that names a cursor again, and would never end
    UnexpectedRequest, // a server's request in an era that forbids them
    MalformedError, // breaks JSON-RPC 2.0 section 5.1, or has a result as well
};
inline constexpr Problem kLastProblem = Problem::MalformedError;

// A name for a Problem that goes into files and --json output ("stray-output"); never translated.
std::string_view problemName(Problem problem);

// JSON-RPC 2.0 section 5.1.
inline constexpr int kParseError = -32700;
inline constexpr int kInvalidRequest = -32600;
inline constexpr int kMethodNotFound = -32601;
inline constexpr int kInvalidParams = -32602;
inline constexpr int kInternalError = -32603;

// One message as it crossed, and what it is. For Invalid, document may hold as much as could be
// read, and `reason` is a sentence.
struct Message {
    Kind kind = Kind::Invalid;
    Problem problem = Problem::None;
    bool inBatch = false;
    Id id;
    Method method; // requests and notifications
    json::Document document; // document.bytes() is the message's text, without the line end
    QString reason;

    const Bytes &bytes() const { return document.bytes(); }
    json::Value root() const { return document.root(); }
    json::Value params() const { return root()["params"]; }
    json::Value result() const { return root()["result"]; }
    json::Value error() const { return root()["error"]; }
    // error.code for comparing: an integer that fits, however it is written (-32601, -32601.0,
    // -32601e0); 0 for everything else. Show errorCodeText().
    int errorCode() const { return integerOf(errorCodeText()).value_or(0); }
    // error.code as it was written, a string with its quotes; empty: there is none.
    std::string_view errorCodeText() const { return error()["code"].raw(); }

    // A JSON number that is equal in value to an int, exactly; nothing for any other text.
    static std::optional<int> integerOf(std::string_view number);
};

// The text of an error code for one line, shortened when it is very long.
QString shownErrorCode(std::string_view codeText);

// Reads one frame (a line, an SSE event's data, a POST body). Never fails: what is no message comes
// back as Kind::Invalid with its problem. A JSON array is a batch (2025-03-26 basic): each member
// comes back as a message of its own whose bytes are its slice of the frame; `batchesAllowed` only
// decides whether they carry UnexpectedBatch.
std::vector<Message> decode(
    const Bytes &frame, bool batchesAllowed, const json::Limits &limits = {});

// The usual case without the vector: true and `message` filled when the frame is no batch;
// otherwise the message has its bytes.
bool decodeOne(
    Bytes frame, Message &message, const json::Limits &limits = {}, json::NodePool *pool = nullptr);

// A record that is not read as a message: a line of stderr, a lifecycle event, a line that is too
// long. Its document holds only the bytes.
Message plainRecord(
    Kind kind, Bytes bytes, Problem problem = Problem::None, const QString &reason = {});

// Compact texts of the four kinds, without a line end. `params`, `result` and `data` are JSON text
// and are spliced byte for byte; empty means the member is left out.
Bytes request(std::string_view id, std::string_view method, std::string_view params);
Bytes notification(std::string_view method, std::string_view params);
Bytes response(std::string_view id, std::string_view result);
Bytes errorResponse(
    std::string_view id, int code, std::string_view messageUtf8, std::string_view data = {});

} // namespace sonde::rpc
