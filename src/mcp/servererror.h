// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "rpc/message.h"
#include "wire/httpstate.h"

#include <QStringList>

namespace sonde::mcp {

// 2026-07-28 basic#error-codes
inline constexpr int kHeaderMismatch = -32020;
inline constexpr int kMissingClientCapability = -32021;
inline constexpr int kUnsupportedProtocolVersion = -32022;

// 2025-11-25 client/elicitation#url-elicitation-required-error
inline constexpr int kUrlElicitationRequired = -32042;

// A JSON-RPC error as a value: the server's own code, message and `error` object. What the codes
// above carry besides is told in the sentence.
Error serverError(const rpc::Message &message);

// What HTTP said in place of an answer; `code` is the status, and `data` a JSON object with it and
// with the challenges.
Error httpError(const wire::HttpFailure &failure);

// The strings of a JSON array; anything else in it is passed over.
QStringList stringsOf(const json::Value &array);

} // namespace sonde::mcp
