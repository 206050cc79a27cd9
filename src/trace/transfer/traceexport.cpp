// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/traceexport.h"

#include "trace/transfer/csvexport.h"
#include "trace/transfer/harexport.h"
#include "trace/transfer/jsonlinesexport.h"
#include "trace/transfer/markdownexport.h"

namespace sonde::trace {

namespace {

constexpr std::pair<ExportFormat, const char *> kNames[] = {{ExportFormat::JsonLines, "jsonl"},
    {ExportFormat::Har, "har"}, {ExportFormat::Markdown, "md"}, {ExportFormat::Csv, "csv"}};

} // namespace

QString formatName(ExportFormat format)
{
    return QLatin1String(kNames[std::size_t(format)].second);
}

std::optional<ExportFormat> formatOf(const QString &nameOrFile)
{
    const QString ending = nameOrFile.section(u'.', -1).toLower();
    for (const auto &[format, name] : kNames) {
        if (ending == QLatin1String(name))
            return format;
    }
    return {};
}

Result<void> exportTrace(const ExportSet &set, ExportFormat format, const ExportSink &sink)
{
    switch (format) {
    case ExportFormat::JsonLines:
        return exportJsonLines(set, sink);
    case ExportFormat::Har:
        return exportHar(set, sink);
    case ExportFormat::Markdown:
        return exportMarkdown(set, sink);
    case ExportFormat::Csv:
        return exportCsv(set, sink);
    }
    return {};
}

} // namespace sonde::trace
