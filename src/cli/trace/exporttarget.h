// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/output/output.h"
#include "trace/transfer/exportset.h"

#include <QString>

#include <functional>

namespace sonde::cli {

using ExportWriter = std::function<Result<void>(const trace::ExportSink &)>;

// Writes to the file of that name, or without a name to `out`. Where the writer fails, nothing of
// what it wrote arrives there.
Result<void> writeExport(const QString &fileName, Output &out, const ExportWriter &write);

// Says what was redacted, as a note.
void noteRedactions(const trace::Redactor &redactor, Output &err);

} // namespace sonde::cli
