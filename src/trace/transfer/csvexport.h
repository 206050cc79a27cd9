// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/exportset.h"

namespace sonde::trace {

// The rows of the list as CSV (RFC 4180): a header line, then one line per message.
Result<void> exportCsv(const ExportSet &set, const ExportSink &sink);

} // namespace sonde::trace
