// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/configerror.h"
#include "config/pastedparts.h"
#include "json/document.h"
#include "json/extras.h"

#include <algorithm>
#include <array>
#include <string>

namespace sonde::config {

namespace {

constexpr std::uint32_t kMaxPastedDepth = 100;

// Members that contain servers by name.
constexpr std::array<std::string_view, 5> kContainers{
    "mcpServers", "servers", "mcp.servers", "amp.mcpServers", "context_servers"};
constexpr std::array<std::string_view, 3> kUrls{"url", "serverUrl", "httpUrl"};

// Also of what follows the last value: a comma of the text around it.
void blankOutSurplus(std::string &text)
{
    json::blankOutExtras(text);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\n' || text.back() == '\r'))
        text.pop_back();
    if (text.ends_with(','))
        text.pop_back();
}

QString shown(const QString &text)
{
    return text.size() > kMaxShownName ? text.left(kMaxShownName) + u'…' : text;
}

// The text of a string, or a number or boolean as written.
QString scalarText(const json::Value &value)
{
    if (value.isString())
        return value.toString();
    return value.isNumber() || value.isBool() ? json::toQString(value.raw()) : QString();
}

json::Value firstOf(const json::Value &object, std::initializer_list<std::string_view> names)
{
    for (const auto name : names) {
        if (const json::Value value = object[name]; value.exists())
            return value;
    }
    return {};
}

QString urlOf(const json::Value &object)
{
    for (const auto name : kUrls) {
        if (const json::Value value = object[name]; value.isString())
            return value.toString();
    }
    return {};
}

bool isServer(const json::Value &value)
{
    return value.isObject()
        && (value["command"].isString() || value["command"].isContainer()
            || !urlOf(value).isEmpty());
}

void readEnvironment(Profile &profile, const json::Value &object)
{
    if (!object.isObject())
        return;
    for (const json::Value member : object) {
        if (!member.isNull())
            profile.environment.emplace_back(
                json::toQString(member.key()), Secret(scalarText(member)));
    }
}

QStringList readArguments(const json::Value &value)
{
    QStringList list;
    if (value.isString()) {
        const auto line = splitCommandLine(value.toString());
        return line ? line->words : QStringList{value.toString()};
    }
    if (value.isArray()) {
        for (const json::Value item : value)
            list += scalarText(item);
    }
    return list;
}

void readCommand(Profile &profile, const json::Value &server)
{
    const json::Value command = server["command"];
    profile.arguments = readArguments(server["args"]);
    if (command.isArray()) { // opencode
        profile.arguments = readArguments(command) + profile.arguments;
        profile.program = profile.arguments.isEmpty() ? QString() : profile.arguments.takeFirst();
    } else if (command.isObject()) { // Zed
        profile.program = command["path"].toString();
        profile.arguments = readArguments(command["args"]) + profile.arguments;
        readEnvironment(profile, command["env"]);
    } else {
        profile.program = command.toString();
        // Some people write the whole command line here. With arguments next to it, it is a file
        // name.
        const auto line = splitCommandLine(profile.program);
        if (!server["args"].exists() && line && line->words.size() > 1) {
            profile.program = line->words.first();
            profile.arguments = line->words.sliced(1);
            for (const auto &[name, value] : line->environment)
                profile.environment.emplace_back(name, Secret(value));
        }
    }
    readEnvironment(profile, server["env"]);
    readEnvironment(profile, server["environment"]);
    profile.workingDirectory = firstOf(server, {"cwd", "workingDirectory"}).toString();
}

void readHttp(Profile &profile, const json::Value &server)
{
    HttpSettings &http = profile.http.emplace();
    http.url = urlOf(server);
    http.transport =
        transportFromHost(firstOf(server, {"type", "transport", "transportType"}).toString());
    json::Value headers = firstOf(server, {"headers", "http_headers"});
    if (!headers.exists())
        headers = server["requestInit"]["headers"];
    for (const json::Value header : headers) {
        if (headers.isObject())
            addHeader(http, json::toQString(header.key()), scalarText(header));
        else
            addHeader(http, header["name"].toString(), scalarText(header["value"]));
    }
}

class PastedReader {
public:
    explicit PastedReader(QString name)
        : m_name(std::move(name))
    {
    }

    void root(const json::Value &value)
    {
        if (value.isArray()) {
            for (const json::Value item : value)
                server(item, QString());
        } else if (isServer(value)) {
            server(value, m_name);
        } else if (!containers(value)) {
            map(value);
        }
    }

    Result<PastedServers> result()
    {
        if (m_servers.profiles.empty())
            return pasteError(PastedText::tr(
                "This JSON contains no server: nothing in it has a “command” or a “url”."));
        return std::move(m_servers);
    }

private:
    bool containers(const json::Value &object)
    {
        bool found = false;
        for (const auto name : kContainers) {
            if (const json::Value servers = object[name]; servers.isObject()) {
                map(servers);
                found = true;
            }
        }
        const json::Value mcp = object["mcp"]; // VS Code's settings, or opencode's servers
        if (mcp.isObject()) {
            if (!containers(mcp))
                map(mcp);
            found = true;
        }
        return found;
    }

    void map(const json::Value &servers)
    {
        for (const json::Value member : servers)
            server(member, json::toQString(member.key()));
    }

    void server(const json::Value &value, const QString &name)
    {
        // The last one only proves that there are more.
        if (m_servers.profiles.size() > kMaxPastedServers)
            return;
        if (!isServer(value)) {
            if (value.isObject() && m_servers.notes.size() < qsizetype(kMaxPastedServers))
                m_servers.notes +=
                    PastedText::tr("“%1” was skipped: it has neither a “command” nor a “url”.")
                        .arg(shown(name));
            return;
        }
        Profile profile;
        profile.name = name.isEmpty() ? value["name"].toString() : name;
        const QString type = firstOf(value, {"type", "transport"}).toString();
        const bool command = value["command"].exists()
            && (urlOf(value).isEmpty() || type == QLatin1String("stdio") || type.isEmpty());
        if (command)
            readCommand(profile, value);
        else
            readHttp(profile, value);
        m_servers.profiles.push_back(std::move(profile));
    }

    QString m_name;
    PastedServers m_servers;
};

json::Document parse(const std::string &text)
{
    return json::Document::parse(text, {std::size_t(8) * kMaxPasted, kMaxPastedDepth});
}

} // namespace

Result<PastedServers> readPastedJson(const QString &text, const QString &name)
{
    std::string utf8 = text.toStdString();
    json::Document document = parse(utf8);
    if (document.error()) {
        blankOutSurplus(utf8);
        // The members of an object, pasted without the braces.
        if (utf8.find_first_not_of(" \t\r\n") == utf8.find('"'))
            utf8 = '{' + utf8 + '}';
        document = parse(utf8);
    }
    if (const auto &error = document.error())
        return pasteError(
            PastedText::tr("This looks like JSON, but is not valid (line %1, column %2: %3).")
                .arg(error->line)
                .arg(error->column)
                .arg(error->reason));
    if (isRegistryServer(document.root())) {
        PastedServers servers = readRegistryServer(document.root());
        if (!servers.profiles.empty())
            return servers;
        return pasteError(PastedText::tr("This server.json has no package and no remote that Sonde "
                                         "can use: %1")
                              .arg(servers.notes.value(0)));
    }
    PastedReader reader(name);
    reader.root(document.root());
    return reader.result();
}

} // namespace sonde::config
