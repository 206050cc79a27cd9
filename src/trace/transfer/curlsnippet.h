// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

namespace sonde::trace {

// The URL of an exchange without its secrets. Fails if the record is not an HTTP exchange.
Result<std::string> exchangeUrl(const Store &store, const Record &exchange);
// The request of an exchange as a curl command line; see snippet().
Result<std::string> curlSnippet(const Store &store, const Record &exchange);

} // namespace sonde::trace
