// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/traceexport.h"

#include "trace/record/tracetr.h"
#include "trace/transfer/csvexport.h"
#include "trace/transfer/harexport.h"
#include "trace/transfer/jsonlinesexport.h"
#include "trace/transfer/markdownexport.h"

namespace sonde::trace {

namespace {

constexpr ExportFormatRow kFormats[]{
    {ExportFormat::JsonLines, QLatin1String("jsonl"),
        QT_TRANSLATE_NOOP("Trace", "JSON Lines (can be imported)"), &exportJsonLines},
    {ExportFormat::Har, QLatin1String("har"),
        QT_TRANSLATE_NOOP("Trace", "HAR 1.2 (HTTP exchanges)"), &exportHar},
    {ExportFormat::Markdown, QLatin1String("md"),
        QT_TRANSLATE_NOOP("Trace", "Markdown (for a bug report)"), &exportMarkdown},
    {ExportFormat::Csv, QLatin1String("csv"), QT_TRANSLATE_NOOP("Trace", "CSV (the rows)"),
        &exportCsv},
};

constexpr bool isInOrder()
{
    std::size_t at = 0;
    for (const ExportFormatRow &row : kFormats) {
        if (row.format != static_cast<ExportFormat>(at++))
            return false;
    }
    return true;
}
static_assert(isInOrder());

const ExportFormatRow &rowOf(ExportFormat format)
{
    return kFormats[std::size_t(format)];
}

} // namespace

std::span<const ExportFormatRow> exportFormats()
{
    return kFormats;
}

QString formatName(ExportFormat format)
{
    return rowOf(format).name;
}

QString formatLabel(ExportFormat format)
{
    return Text::tr(rowOf(format).label);
}

QStringList formatNames()
{
    QStringList names;
    for (const ExportFormatRow &row : kFormats)
        names += row.name;
    return names;
}

std::optional<ExportFormat> formatOf(const QString &nameOrFile)
{
    const QString ending = nameOrFile.section(u'.', -1).toLower();
    for (const ExportFormatRow &row : kFormats) {
        if (ending == row.name)
            return row.format;
    }
    return {};
}

Result<void> exportTrace(const ExportSet &set, ExportFormat format, const ExportSink &sink)
{
    return rowOf(format).write(set, sink);
}

} // namespace sonde::trace
