// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/outputformat.h"

#include "cli/output/text.h"
#include "cli/output/usageerror.h"

namespace sonde::cli {

Result<void> readOutputFormat(const Line &line, OutputFormat &format, bool &json)
{
    json = line.has("--json");
    return line.take("--output-format", [&](const std::string &value) -> Result<void> {
        if (value == "json")
            json = true;
        else if (value == "jsonl")
            format = OutputFormat::JsonLines;
        else if (value == "csv")
            format = OutputFormat::Csv;
        else if (value == "name")
            format = OutputFormat::Name;
        else if (value != "table" && value != "text")
            return usageError(Text::tr("%1 is not an output format. Use --output-format with "
                                       "table, name, json, jsonl or csv; compare has text and "
                                       "json.")
                                  .arg(quotedWord(decodedWord(value))));
        return {};
    });
}

} // namespace sonde::cli
