// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/servers/serversoffile.h"

#include "base/domainerror.h"
#include "config/configtext.h"
#include "config/filetext.h"
#include "config/pastedparts.h"
#include "config/registryserver.h"
#include "config/serverentry.h"
#include "hosts/servers/hostimport.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/filesyntaxes.h"
#include "json/extras.h"

#include <algorithm>
#include <string>
#include <utility>

namespace sonde::hosts {

namespace {

constexpr qsizetype kMaxSkipped = 200; // notes

// A host that has every container that Sonde knows: of a file, or a part of one, of any of them.
Host unknownHost(Syntax syntax)
{
    Host any{{}, {}, syntax, {}, {}};
    any.layout = Layout::Any;
    const auto isInside = [](const QString &inner, const QString &outer) {
        return inner.startsWith(outer + u'/');
    };
    const auto add = [&](QLatin1String container) {
        auto &all = any.containers;
        if (std::find(all.begin(), all.end(), container) != all.end())
            return;
        // What is inside of another one is looked for first, so that it is not one of its servers.
        all.insert(std::find_if(all.begin(), all.end(),
                       [&](QLatin1String other) { return isInside(container, other); }),
            container);
    };
    for (const Host &host : hostTable()) {
        for (const QLatin1String container : host.containers)
            add(container);
    }
    add(QLatin1String("mcp.servers")); // of VS Code's settings
    return any;
}

// JSON that was copied from the middle of a file: without the braces around its members, or with
// the comma behind it.
std::string completed(std::string text)
{
    json::blankOutExtras(text);
    while (!text.empty() && std::string_view(" \t\r\n").find(text.back()) != std::string_view::npos)
        text.pop_back();
    if (text.ends_with(','))
        text.pop_back();
    return text.find_first_not_of(" \t\r\n") == text.find('"') ? '{' + text + '}' : text;
}

HostDocument parsed(const std::string &text, Syntax syntax)
{
    const Host host = unknownHost(syntax);
    HostDocument document = HostDocument::parse(host, Bytes::copyOf(text));
    if (document.isValid() || !fileSyntax(syntax).isJson())
        return document;
    return HostDocument::parse(host, Bytes::copyOf(completed(text)));
}

Error syntaxError(const HostDocument &document, Syntax syntax)
{
    const FileProblem problem =
        document.problems().empty() ? FileProblem{} : document.problems().front();
    if (!fileSyntax(syntax).isJson())
        return usageError(Text::tr("It was read as %1. Line %2, column %3: %4")
                              .arg(fileSyntax(syntax).name())
                              .arg(problem.line)
                              .arg(problem.column)
                              .arg(problem.sentence));
    return usageError(
        config::Text::tr("This looks like JSON, but is not valid (line %1, column %2: %3).")
            .arg(problem.line)
            .arg(problem.column)
            .arg(problem.sentence));
}

// How a text was read that has no container.
QString shapeText(FileShape shape)
{
    switch (shape) {
    case FileShape::InContainer:
        break;
    case FileShape::Map:
        return Text::tr("It was read as a map of servers by name, without “mcpServers” around it.");
    case FileShape::List:
        return Text::tr("It was read as a list of servers, without “mcpServers” around it.");
    case FileShape::Server:
        return Text::tr("It was read as one server, without “mcpServers” around it.");
    }
    return {};
}

Result<config::PastedServers> serversOf(const HostDocument &document, const QString &name)
{
    config::PastedServers servers;
    servers.isOfHost = true;
    servers.shape = shapeText(document.shape());
    QString obstacle; // the first server that cannot be read
    for (const HostEntry &entry : document.entries()) {
        // The last one only proves that there are more.
        if (servers.profiles.size() > config::kMaxPastedServers)
            break;
        Result<ImportedServer> server = writtenServer(document, entry);
        if (!server) {
            if (entry.value.isObject() && servers.notes.size() < kMaxSkipped)
                servers.notes += server.error().sentence;
            if (config::isServerEntry(entry.value) && obstacle.isEmpty())
                obstacle = server.error().sentence;
            continue;
        }
        config::Profile &profile = server.value().profile;
        if (document.shape() == FileShape::Server && !name.isEmpty())
            profile.name = name;
        if (entry.tap)
            server.value().notes +=
                Text::tr("“%1” has a tap of Sonde. The server is used without the tap.")
                    .arg(config::shownName(entry.name));
        servers.differences.push_back(std::move(server.value().notes));
        servers.profiles.push_back(std::move(profile));
    }
    if (!servers.profiles.empty())
        return servers;
    return usageError(obstacle.isEmpty()
            ? config::Text::tr("It contains no server: nothing in it has a “command” or a “url”.")
            : obstacle);
}

} // namespace

Result<config::PastedServers> readServersOfText(const std::string &utf8, const QString &name)
{
    const Syntax syntax = guessedSyntax(QString::fromStdString(utf8));
    const HostDocument document = parsed(utf8, syntax);
    if (!document.isValid())
        return syntaxError(document, syntax);
    const json::Value root = document.root();
    if (!root.isContainer())
        return usageError(
            Text::tr("It is a text without servers. A configuration file is JSON, TOML or YAML."));
    if (!config::isRegistryServer(root))
        return serversOf(document, name);
    config::PastedServers servers = config::readRegistryServer(root);
    if (servers.profiles.empty())
        return usageError(config::Text::tr("This server.json has no package and no remote that "
                                           "Sonde can use: %1")
                              .arg(servers.notes.value(0)));
    return servers;
}

Result<config::PastedServers> readServersOfFile(std::string_view bytes)
{
    const Result<config::FileText> text = config::readFileText(bytes);
    if (!text)
        return text.error();
    if (std::string_view(text->utf8).find_first_not_of(" \t\r\n") == std::string_view::npos)
        return usageError(Text::tr("It is empty."));
    Result<config::PastedServers> servers = readServersOfText(text->utf8);
    if (!servers)
        return servers;
    if (!text->note.isEmpty()) {
        for (QStringList &differences : servers.value().differences)
            differences += text->note;
    }
    return config::withUniqueNames(std::move(servers).value());
}

} // namespace sonde::hosts
