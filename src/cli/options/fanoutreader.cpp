// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/fanoutreader.h"

#include "cli/options/argumentcheck.h"
#include "cli/options/commandwords.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"
#include "fanout/fanlimits.h"
#include "mcp/message/revision.h"

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr Commands kRequests{
    Command::ToolsCall, Command::ResourcesRead, Command::PromptsGet, Command::Request};

// The words behind “fan-out”, as a line of their own.
Result<Line> requestLine(const Line &line)
{
    Line request = line;
    request.words = line.arguments();
    request.row = findCommand(namedCommand(request.words));
    if (!request.row || !request.row->commands.meets(kRequests))
        return usageError(Text::tr(line.row->missing.front().data()));
    request.commands = request.row->commands;
    if (const Result<void> good = checkArguments(request); !good)
        return good.error();
    const QString args = QStringLiteral("--args");
    if (line.has("--args") && !findOption(args, request.commands))
        return noOption(request.row->words, args, request.commands);
    return request;
}

// A tool can have the name of a command: then its arguments follow, or nothing does.
bool namesRequest(const Line &line)
{
    const std::vector<std::string> words = line.arguments();
    const CommandRow *const row = findCommand(namedCommand(words));
    if (!row || !row->commands.meets(kRequests))
        return false;
    return !row->commands.meets(Command::Request)
        || (words.size() > 1 && words[1].find('=') == std::string::npos);
}

Result<void> readRequest(const Line &line, Options &options)
{
    const Result<Line> request = requestLine(line);
    if (!request)
        return request.error();
    options.fanOut.request = request->commands.first();
    const std::vector<std::string> arguments = request->arguments();
    options.name = decodedWord(arguments.front());
    if (options.fanOut.request == Command::Request)
        options.params = arguments.size() > 1 ? arguments[1] : std::string();
    else
        options.words.assign(arguments.begin() + 1, arguments.end());
    return {};
}

Result<void> readRevisions(const Line &line, QStringList &revisions)
{
    return line.take("--revision", [&](const std::string &value) -> Result<void> {
        const QStringList given = decodedWord(value).split(u',');
        for (const QString &each : given) {
            const QString revision = each.trimmed();
            if (revision.isEmpty())
                return usageError(Text::tr("A revision is missing in %1. Use --revision "
                                           "2025-11-25,2026-07-28.")
                                      .arg(quotedWord(decodedWord(value))));
            if (revision == u"all")
                revisions += mcp::knownRevisions();
            else
                revisions += revision;
        }
        return {};
    });
}

Result<void> checkColumns(const FanOutOptions &fanOut)
{
    const qsizetype servers = std::max<qsizetype>(1, fanOut.servers.size());
    const qsizetype revisions = std::max<qsizetype>(1, fanOut.revisions.size());
    if (servers * revisions < 2)
        return usageError(
            Text::tr("“fan-out” needs at least two columns. Give several revisions with --revision "
                     "2025-11-25,2026-07-28, or --server several times."));
    if (servers * revisions > qsizetype(fanout::kMaxColumns))
        return usageError(Text::tr("“fan-out” can have at most %1 columns, and these are %2. Give "
                                   "fewer servers or revisions.")
                              .arg(fanout::kMaxColumns)
                              .arg(servers * revisions));
    return {};
}

} // namespace

Result<void> readFanOut(const Line &line, Options &options)
{
    if (Result<void> request = readRequest(line, options); !request)
        return request;
    FanOutOptions &fanOut = options.fanOut;
    Result<void> servers = line.take("--server", [&](const std::string &value) -> Result<void> {
        fanOut.servers += decodedWord(value);
        return {};
    });
    if (!servers)
        return servers;
    if (Result<void> revisions = readRevisions(line, fanOut.revisions); !revisions)
        return revisions;
    return checkColumns(fanOut);
}

Result<void> readLoad(const Line &line, Options &options)
{
    if (namesRequest(line))
        return readRequest(line, options);
    const std::vector<std::string> arguments = line.arguments();
    options.fanOut.request = Command::ToolsCall;
    options.name = decodedWord(arguments.front());
    options.words.assign(arguments.begin() + 1, arguments.end());
    return {};
}

} // namespace sonde::cli
