// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/exportset.h"

#include <QString>

#include <cstdint>
#include <optional>

namespace sonde::trace {

enum class ExportFormat : std::uint8_t { JsonLines, Har, Markdown, Csv };

// "jsonl", "har", "md", "csv": the names for --format, and the file suffixes.
QString formatName(ExportFormat format);
std::optional<ExportFormat> formatOf(const QString &nameOrFile);

// Fails if a message cannot be read, or the sink returns false.
Result<void> exportTrace(const ExportSet &set, ExportFormat format, const ExportSink &sink);

} // namespace sonde::trace
