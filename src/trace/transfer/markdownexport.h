// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/exportset.h"

namespace sonde::trace {

// A report for a bug tracker: server and client, then the chosen messages with their times.
Result<void> exportMarkdown(const ExportSet &set, const ExportSink &sink);

} // namespace sonde::trace
