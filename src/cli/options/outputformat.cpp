// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/outputformat.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

namespace sonde::cli {

namespace {

QStringList formatsOf(const Line &line)
{
    const Option *option = findOption(QStringLiteral("--output-format"), line.commands);
    return option ? optionValues(*option) : QStringList();
}

bool contradictsJson(const QString &format, const Line &line)
{
    // In the list of hosts, both are a line for each server.
    const bool isLine = format == u"jsonl" && kHostsCommands.meets(line.commands);
    return format != u"json" && !isLine && formatsOf(line).contains(format);
}

} // namespace

Result<void> refuseContradiction(const Line &line, const QString &format)
{
    if (!line.has("--json") || !line.has("--format") || format == u"json")
        return {};
    return usageError(Text::tr("--json contradicts --format %1. Remove one of them.").arg(format));
}

Result<void> readOutputFormat(const Line &line, OutputFormat &format, bool &json)
{
    json = line.has("--json");
    if (const QString name = line.text("--output-format"); json && contradictsJson(name, line))
        return usageError(
            Text::tr("--json contradicts --output-format %1. Remove one of them.").arg(name));
    return line.take("--output-format", [&](const std::string &value) -> Result<void> {
        const QString name = decodedWord(value);
        const QStringList known = formatsOf(line);
        if (!known.contains(name))
            return usageError(
                Text::tr("%1 is not an output format of “%2”. Use --output-format with %3.")
                    .arg(quotedWord(name), line.row->words, listText(known)));
        if (value == "json")
            json = true;
        else if (value == "jsonl")
            format = OutputFormat::JsonLines;
        else if (value == "csv")
            format = OutputFormat::Csv;
        else if (value == "name")
            format = OutputFormat::Name;
        return {};
    });
}

} // namespace sonde::cli
