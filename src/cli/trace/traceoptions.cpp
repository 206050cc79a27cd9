// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/traceoptions.h"

#include "cli/options/argumentcheck.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"

namespace sonde::cli {

namespace {

Result<void> readFilter(const std::string &text, TraceOptions &options)
{
    Result<trace::Filter> filter = filterOf(text);
    if (!filter)
        return filter.error();
    options.filter = std::move(filter).value();
    return {};
}

Result<void> readNumber(const std::string &word, const Line &line, TraceOptions &options)
{
    bool good = false;
    const auto number = decodedWord(word).toUInt(&good);
    if (!good || number == 0)
        return usageError(
            Text::tr("trace %1 takes no argument “%2”. Remove it.")
                .arg(QString(line.row->words).section(u' ', 1), harmlessLine(decodedWord(word))));
    options.numbers.push_back(number);
    return {};
}

// Behind the file.
Result<void> readArgument(const std::string &word, const Line &line, TraceOptions &options)
{
    switch (options.command) {
    case Command::TraceFilter:
        return line.has("--filter") ? surplusArgument(line, word) : readFilter(word, options);
    case Command::TraceImport:
        options.output = decodedWord(word);
        return {};
    default:
        return readNumber(word, line, options);
    }
}

Result<void> readArguments(const Line &line, TraceOptions &options)
{
    const std::vector<std::string> arguments = line.arguments();
    options.file = decodedWord(arguments.front());
    for (std::size_t i = 1; i < arguments.size(); ++i) {
        if (Result<void> done = readArgument(arguments[i], line, options); !done)
            return done;
    }
    if (options.command == Command::TraceFilter && options.filter.isEmpty())
        return usageError(Text::tr("trace filter needs a filter after the file, for example "
                                   "'method == \"tools/call\"'."));
    return {};
}

Result<void> readFormat(const Line &line, TraceOptions &options)
{
    if (options.command == Command::TraceCheck)
        return readReportForm(line, options.form);
    options.format = line.text("--format"); // exportSession() knows which there are
    return {};
}

} // namespace

Result<trace::Filter> filterOf(const std::string &text)
{
    auto compiled = trace::Filter::compile(decodedWord(text));
    if (const auto *error = std::get_if<trace::FilterError>(&compiled)) {
        return usageError(Text::tr("The filter has an error at character %1: %2")
                              .arg(error->at + 1)
                              .arg(harmlessLine(error->sentence)));
    }
    return std::get<trace::Filter>(std::move(compiled));
}

Result<TraceOptions> traceOptions(const Line &line)
{
    TraceOptions options;
    options.command = line.commands.first();
    options.output = line.text("--output");
    options.json = line.has("--json");
    options.redact = !line.has("--no-redaction");
    options.count = line.has("--count");
    options.quiet = line.has("--quiet");
    const auto addPattern = [&](const std::string &value) -> Result<void> {
        options.patterns << decodedWord(value);
        return {};
    };
    const auto setFilter = [&](const std::string &value) { return readFilter(value, options); };
    for (const Result<void> &done : {line.take("--filter", setFilter),
             line.take("--redact", addPattern), readLevels(line, options.levels),
             readFormat(line, options), readArguments(line, options)}) {
        if (!done)
            return done.error();
    }
    if (Result<void> done = readHosts(line, options.form.format, options.hosts); !done)
        return done.error();
    return options;
}

} // namespace sonde::cli
