// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/exportset.h"

namespace sonde::trace {

// The HTTP exchanges among the chosen rows as HAR 1.2. Fails if there is none.
Result<void> exportHar(const ExportSet &set, const ExportSink &sink);

} // namespace sonde::trace
