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

// A JSON-RPC error as a value: the server's own code (see rpc::Message::errorCode()), message and
// `error` object. What the codes above carry besides, and what is wrong with the object, is told in
// the sentence.
Error serverError(const rpc::Message &message);

// The code of such an error as the server wrote it, for a line; empty: it has none.
QString errorCodeText(const Error &serverError);

// Whether it is one of those with which a server of one era answers the first request of the other:
// it knows no such request, misses what it needs, fails at it, or says so (2026-07-28
// basic/versioning). `http` is the response when it was no message.
bool suggestsOtherEra(const Error &error, const wire::HttpFailure *http = nullptr);

// "error -32601", the code as it was written; "an error without a code".
QString nameOfError(const rpc::Message &message);
// The same with what the server says: "error -32601 (Method not found)".
QString describeError(const rpc::Message &message);

// An error that names no request: its id is null or left out (JSON-RPC 2.0 section 5).
bool isNameless(const rpc::Message &message);
// Whether its code, written plainly, is one that belongs to a request whose id could not be read.
bool saysUnreadable(const rpc::Message &error);
// A nameless error as that of `method`, which nothing but the lack of another request says.
Error guessedError(const rpc::Message &message, const QString &method);

// What HTTP said in place of an answer; `code` is the status, and `data` a JSON object with it and
// with the challenges.
Error httpError(const wire::HttpFailure &failure);

// The strings of a JSON array; anything else in it is passed over.
QStringList stringsOf(const json::Value &array);

} // namespace sonde::mcp
