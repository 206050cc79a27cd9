// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/importfeed.h"
#include "json/document.h"

#include <stop_token>

namespace sonde::trace {

// The entries of HAR 1.2, in the order of their beginnings. Fails at an entry that cannot be one.
Result<void> importHar(const json::Value &root, ImportFeed &feed, const std::stop_token &stop);

} // namespace sonde::trace
