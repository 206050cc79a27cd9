// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/exportset.h"

namespace sonde::trace {

// One line of JSON per stream, message and read or write call: resources/help/jsonlines.md.
Result<void> exportJsonLines(const ExportSet &set, const ExportSink &sink);

} // namespace sonde::trace
