// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/serveroptions.h"

#include "json/builder.h"

#include <algorithm>
#include <charconv>

namespace sonde::demo {

namespace {

constexpr int kMaxPageSize = 1000;
constexpr int kPageSizeWithEmptyCursor = 5;

Error usage(const QString &sentence)
{
    return {.domain = Domain::Usage,
        .sentence = sentence,
        .detail = QStringLiteral("See sonde-demo-server --help.")};
}

QString quotedWord(std::string_view word)
{
    return u'"' + QString::fromUtf8(word.data(), qsizetype(word.size())) + u'"';
}

Result<std::vector<Revision>> parseRevisions(std::string_view list)
{
    std::vector<Revision> revisions;
    while (true) {
        const std::size_t comma = list.find(',');
        const std::string_view name = list.substr(0, comma);
        const auto revision = revisionNamed(name);
        if (!revision) {
            QString sentence = quotedWord(name)
                % QStringLiteral(" is not a revision of MCP. --revisions takes a list such as "
                                 "2026-07-28,2025-11-25. The revisions are");
            for (const Revision known : kRevisions) {
                const std::string_view text = revisionName(known);
                sentence += u' ' + QString::fromUtf8(text.data(), qsizetype(text.size()));
            }
            return usage(sentence + u'.');
        }
        revisions.push_back(*revision);
        if (comma == std::string_view::npos)
            break;
        list.remove_prefix(comma + 1);
    }
    std::sort(revisions.rbegin(), revisions.rend());
    revisions.erase(std::unique(revisions.begin(), revisions.end()), revisions.end());
    return revisions;
}

Result<int> parsePageSize(std::string_view text)
{
    int size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    if (error != std::errc() || end != text.data() + text.size() || size < 1 || size > kMaxPageSize)
        return usage(QStringLiteral("--page-size takes a whole number from 1 to %1, not %2.")
                         .arg(kMaxPageSize)
                         .arg(quotedWord(text)));
    return size;
}

std::vector<Revision> only(const std::vector<Revision> &revisions, bool stateless)
{
    std::vector<Revision> chosen;
    std::copy_if(revisions.begin(), revisions.end(), std::back_inserter(chosen),
        [=](Revision revision) { return isModern(revision) == stateless; });
    return chosen;
}

} // namespace

const char *const kHelp =
    R"(sonde-demo-server: an MCP server for demonstrations and tests, over standard
input and output or over HTTP.

Usage: sonde-demo-server [options]

  --http ADDRESS     listen on HOST:PORT, or on a PORT of this machine only; port
                     0 selects a free port. The URL is printed to standard error
  --revisions LIST   support only these, for example 2025-03-26,2025-06-18
  --legacy-only      support only the legacy era (revisions with initialize)
  --modern-only      support only the modern era (stateless, from 2026-07-28)
  --page-size N      split every list into pages of N entries
  --empty-cursor     make the first cursor "" (pages of 5 without --page-size)
  --fixtures         add the tools, resources and prompts that the MCP
                     conformance suite requires
  --version          print the version
  --help             print this text

Use it in an MCP client as the command of a stdio server. It ends when its
standard input ends. With --http, use a URL instead:

  http://HOST:PORT/mcp   Streamable HTTP, both with sessions (2025-03-26 to
                         2025-11-25) and without (from 2026-07-28)
  http://HOST:PORT/sse   HTTP+SSE (2024-11-05)

The server then ends with SIGINT or SIGTERM. It accepts only the host names of
this machine, unless HOST is another address.
)";

bool ServerOptions::speaks(Revision revision) const
{
    return std::find(revisions.begin(), revisions.end(), revision) != revisions.end();
}

std::vector<Revision> ServerOptions::legacyRevisions() const
{
    return only(revisions, false);
}

std::vector<Revision> ServerOptions::modernRevisions() const
{
    return only(revisions, true);
}

std::string ServerOptions::revisionsJson() const
{
    json::Builder builder;
    builder.beginArray();
    for (const Revision revision : revisions)
        builder.string(revisionName(revision));
    builder.endArray();
    return builder.takeString();
}

Result<ServerArguments> ServerArguments::parse(const std::vector<std::string_view> &arguments)
{
    ServerArguments line;
    bool legacyOnly = false;
    bool modernOnly = false;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        std::string_view name = arguments[i];
        std::optional<std::string_view> value;
        if (const std::size_t equals = name.find('='); equals != std::string_view::npos) {
            value = name.substr(equals + 1);
            name = name.substr(0, equals);
        }
        const bool takesValue = name == "--revisions" || name == "--page-size" || name == "--http";
        if (takesValue && !value) {
            if (++i == arguments.size())
                return usage(QString::fromUtf8(name.data(), qsizetype(name.size()))
                    % QStringLiteral(" needs a value."));
            value = arguments[i];
        }
        if (!takesValue && value)
            return usage(quotedWord(arguments[i]) % QStringLiteral(" takes no value."));

        if (name == "--help" || name == "-h") {
            line.action = Action::ShowHelp;
        } else if (name == "--version") {
            line.action = Action::ShowVersion;
        } else if (name == "--legacy-only") {
            legacyOnly = true;
        } else if (name == "--modern-only") {
            modernOnly = true;
        } else if (name == "--empty-cursor") {
            line.options.emptyCursor = true;
        } else if (name == "--fixtures") {
            line.options.fixtures = true;
        } else if (name == "--http") {
            line.options.http = *value;
        } else if (name == "--page-size") {
            const Result<int> size = parsePageSize(*value);
            if (!size)
                return size.error();
            line.options.pageSize = *size;
        } else if (name == "--revisions") {
            Result<std::vector<Revision>> revisions = parseRevisions(*value);
            if (!revisions)
                return revisions.error();
            line.options.revisions = *revisions;
        } else {
            return usage(quotedWord(arguments[i]) % QStringLiteral(" is not a known option."));
        }
    }
    if (legacyOnly && modernOnly)
        return usage(QStringLiteral("--legacy-only and --modern-only exclude each other."));
    if (legacyOnly || modernOnly)
        line.options.revisions = only(line.options.revisions, modernOnly);
    if (line.options.revisions.empty())
        return usage(QStringLiteral("These options exclude every revision."));
    if (line.options.emptyCursor && line.options.pageSize == 0)
        line.options.pageSize = kPageSizeWithEmptyCursor;
    return line;
}

} // namespace sonde::demo
