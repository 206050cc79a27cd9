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

// What Record::errorCode says of a code: itself when it is written as a plain integer that fits.
// 0 for every other one (2147483648, -32601.0, "x") and for none: then the bytes tell.
std::int32_t plainErrorCode(std::string_view written);

// The response in whose bytes the code stands that Record::errorCode cannot say: the record itself
// or the `pair` of a request, or null. Nothing when there is no such code.
std::optional<Record> oddErrorOf(const Record &record, const Record *pair);

// The code of an error as it was written, a string with its quotes; also of the request that it
// answers. Empty when there is none, and for an exchange. `odd` is what oddErrorOf() has given, of
// which the beginning is read.
std::string errorCodeText(
    const Store &store, const Record &record, const std::optional<Record> &odd);

} // namespace sonde::trace
