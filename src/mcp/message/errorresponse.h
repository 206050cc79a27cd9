// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "rpc/message.h"
#include "wire/link/httpstate.h"

#include <QStringList>

namespace sonde::mcp {

// 2026-07-28 basic#error-codes
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kMissingClientCapability = -32021;
inline constexpr int kUnsupportedProtocolVersion = -32022;

// 2025-11-25 client/elicitation#url-elicitation-required-error
inline constexpr int kUrlElicitationRequired = -32042;

// A JSON-RPC error response as an Error: the server's code (see rpc::Message::errorCode()), message
// and `error` object. The sentence includes the data of the codes above, and what is malformed in
// the object.
Error serverError(const rpc::Message &message);

// The code of an error from serverError() as the server wrote it; empty: it has none.
QString errorCodeText(const Error &serverError);

// Whether a server of one era typically sends this error in response to the first request of the
// other: the method is unknown, params or headers are missing, the server fails at it, or the
// version is unsupported (2026-07-28 basic/versioning). `http` is the response when it was no
// message.
bool suggestsOtherEra(const Error &error, const wire::HttpFailure *http = nullptr);

// "error -32601", the code as it was written; "an error without a code".
QString nameOfError(const rpc::Message &message);
// nameOfError() with the server's message: "error -32601 (Method not found)".
QString describeError(const rpc::Message &message);

// An error response whose id is null or missing (JSON-RPC 2.0 section 5).
bool isNameless(const rpc::Message &message);
// Whether the code means that the request's id could not be read: -32700 or -32600, written
// plainly.
bool saysUnreadable(const rpc::Message &error);
// The error of a nameless error response, attributed to `method` because no other request is
// pending.
Error guessedError(const rpc::Message &message, const QString &method);

// The error of a failed HTTP exchange; `code` is the status, `data` a JSON object with the status
// and the challenges.
Error httpError(const wire::HttpFailure &failure);

// The strings of a JSON array; other elements are skipped.
QStringList stringsOf(const json::Value &array);

} // namespace sonde::mcp
