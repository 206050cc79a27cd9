// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/exportset.h"

#include <QLatin1String>
#include <QString>
#include <QStringList>

#include <cstdint>
#include <optional>
#include <span>

namespace sonde::trace {

enum class ExportFormat : std::uint8_t { JsonLines, Har, Markdown, Csv };

// A format of exports. The window, the command line and the tools for agents list these.
struct ExportFormatRow {
    ExportFormat format;
    QLatin1String name; // "jsonl": for --format, and the extension of its files
    const char *label; // what it is, in the window; for Text::tr()
    Result<void> (*write)(const ExportSet &set, const ExportSink &sink);
};

// In the order of ExportFormat, which is that of the window.
std::span<const ExportFormatRow> exportFormats();

QString formatName(ExportFormat format);
QString formatLabel(ExportFormat format);
QStringList formatNames(); // of all
std::optional<ExportFormat> formatOf(const QString &nameOrFile);

// Fails if a message cannot be read, or the sink returns false.
Result<void> exportTrace(const ExportSet &set, ExportFormat format, const ExportSink &sink);

} // namespace sonde::trace
