// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostsoptions.h"

#include "base/formatting.h"
#include "cli/options/argumentcheck.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "hosts/table/hosttable.h"

#include <QFileInfo>

namespace sonde::cli {

namespace {

Result<void> readHost(const QString &word, HostsOptions &options)
{
    QStringList ids;
    for (const hosts::Host &host : hosts::hostTable())
        ids += host.id;
    if (!ids.contains(word))
        return usageError(joinSentences({Text::tr("There is no host %1.").arg(quotedWord(word)),
            didYouMean(word, ids), Text::tr("The hosts are %1.").arg(listText(ids))}));
    options.host = word;
    return {};
}

void setEntry(const QString &name, HostsOptions &options)
{
    options.entry = name;
    options.hasEntry = true;
}

// HOST:SERVER, or a host like everywhere.
Result<void> readImported(const QString &word, HostsOptions &options)
{
    const auto colon = word.indexOf(u':');
    if (colon <= 0)
        return readHost(word, options);
    setEntry(word.mid(colon + 1), options);
    return options.entry.isEmpty()
        ? usageError(Text::tr("The name of a server is missing after %1.").arg(word))
        : readHost(word.left(colon), options);
}

Result<void> readArguments(const Line &line, HostsOptions &options)
{
    const std::vector<std::string> arguments = line.arguments();
    const bool isExport = options.command == Command::HostsExport; // SERVER HOST
    const bool needsBoth =
        Commands{Command::HostsExport, Command::HostsAdd, Command::HostsTap}.meets(options.command);
    if (needsBoth && arguments.size() < 2)
        return missingArgument(line, 0);
    if (arguments.empty())
        return {};
    const QString first = decodedWord(arguments.front());
    if (const Result<void> host = options.command == Command::HostsImport
            ? readImported(first, options)
            : readHost(isExport ? decodedWord(arguments[1]) : first, options);
        !host)
        return host.error();
    if (arguments.size() > 1 && options.hasEntry)
        return surplusArgument(line, arguments[1]);
    if (arguments.size() > 1)
        setEntry(isExport ? first : decodedWord(arguments[1]), options);
    return {};
}

Result<void> checkTogether(const HostsOptions &options)
{
    if (options.command == Command::HostsUntap && options.host.isEmpty() != options.all)
        return usageError(
            Text::tr("“hosts untap” needs a host, or --all for the taps of every host."));
    if (!options.file.isEmpty() && options.all)
        return usageError(Text::tr("--file needs a host, which says what kind of file it is."));
    const bool mayBeNew = options.command == Command::HostsAdd;
    if (!mayBeNew && !options.file.isEmpty() && !QFileInfo(options.file).isFile())
        return usageError(Text::tr("The file %1 of --file does not exist or is not a file.")
                              .arg(quotedWord(options.file)));
    return {};
}

} // namespace

Result<HostsOptions> hostsOptions(const Line &line)
{
    HostsOptions options;
    options.command = line.commands.first();
    options.file = line.text("--file");
    options.header = !line.has("--no-header");
    options.quiet = line.has("--quiet");
    options.showSecrets = line.has("--show-secrets");
    options.all = line.has("--all");
    options.yes = line.has("--yes");
    options.dryRun = line.has("--dry-run");
    bool json = false;
    if (const Result<void> read = readOutputFormat(line, options.format, json); !read)
        return read.error();
    if (json)
        options.format = OutputFormat::JsonLines;
    if (const Result<void> read = readArguments(line, options); !read)
        return read.error();
    if (const Result<void> good = checkTogether(options); !good)
        return good.error();
    return options;
}

} // namespace sonde::cli
