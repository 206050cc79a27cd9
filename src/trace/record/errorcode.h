// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::trace {

class Store;

// The value of Record::errorCode for a code: the code itself if it is written as a plain integer
// that fits. 0 for any other code (2147483648, -32601.0, "x") and for none: then the bytes have to
// be read.
std::int32_t plainErrorCode(std::string_view written);

// The response whose bytes contain a code that Record::errorCode cannot hold: the record itself, or
// the `pair` of a request, which may be null. Empty if there is no such code.
std::optional<Record> oddErrorOf(const Record &record, const Record *pair);

// An error code as it was written, a string with its quotes, of a response or of the request it
// responds to. Empty if there is none, and for an exchange. `odd` is the result of oddErrorOf(), of
// which the beginning is read.
std::string errorCodeText(
    const Store &store, const Record &record, const std::optional<Record> &odd);

} // namespace sonde::trace
