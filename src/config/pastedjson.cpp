// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/configerror.h"
#include "config/filetext.h"
#include "config/pastedparts.h"
#include "config/serverentry.h"
#include "json/document.h"
#include "json/extras.h"

#include <algorithm>
#include <array>
#include <string>

namespace sonde::config {

namespace {

constexpr std::uint32_t kMaxPastedDepth = 200;
constexpr std::size_t kMaxJson = std::size_t(512) << 20; // bounded by those who read the text

// Members that contain servers, by name or in a list: of most hosts, VS Code, Amp, Zed, Codex and
// goose.
constexpr std::array<std::string_view, 7> kContainers{"mcpServers", "servers", "mcp.servers",
    "amp.mcpServers", "context_servers", "mcp_servers", "extensions"};

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

// Sentences about what a host would not read as Sonde does.
QStringList differencesOf(const json::Value &entry, const QString &name)
{
    QStringList sentences;
    for (const EntryDifference &difference : entryDifferences(entry))
        sentences += PastedText::tr("Hosts may refuse “%1”: %2").arg(name, difference.sentence);
    const bool isOff =
        entry["disabled"].toBool().value_or(false) || !entry["enabled"].toBool().value_or(true);
    if (isOff)
        sentences += PastedText::tr("“%1” is disabled: its host does not start it.").arg(name);
    if (entry["envFile"].exists())
        sentences += PastedText::tr("Sonde does not read the “envFile” of “%1”. Give its variables "
                                    "yourself.")
                         .arg(name);
    return sentences;
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
        } else if (isServerEntry(value)) {
            server(value, m_name);
        } else if (!containers(value)) {
            map(value);
        }
    }

    Result<PastedServers> result()
    {
        m_servers.isOfHost = true;
        if (m_servers.profiles.empty())
            return pasteError(
                PastedText::tr("It contains no server: nothing in it has a “command” or a “url”."));
        return std::move(m_servers);
    }

private:
    bool containers(const json::Value &object)
    {
        bool found = false;
        for (const auto name : kContainers) {
            if (const json::Value servers = object[name]; servers.isContainer()) {
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
        const json::Value projects = object["projects"]; // of Claude Code
        if (projects.isObject()) {
            for (const json::Value project : projects) {
                if (const json::Value servers = project["mcpServers"]; servers.isObject()) {
                    map(servers);
                    found = true;
                }
            }
        }
        return found;
    }

    // The items of a list have no keys, but names in themselves.
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
        const QString own = name.isEmpty() ? value["name"].toString() : name;
        if (!isServerEntry(value)) {
            if (value.isObject() && m_servers.notes.size() < qsizetype(kMaxPastedServers))
                m_servers.notes +=
                    PastedText::tr("“%1” was skipped: it has neither a “command” nor a “url”.")
                        .arg(shown(own));
            return;
        }
        Profile profile = readServerEntry(value);
        profile.name = own;
        m_servers.differences.push_back(differencesOf(value, shown(nameOf(profile))));
        m_servers.profiles.push_back(std::move(profile));
    }

    QString m_name;
    PastedServers m_servers;
};

json::Document parse(const std::string &text)
{
    return json::Document::parse(text, {kMaxJson, kMaxPastedDepth});
}

} // namespace

Result<PastedServers> readPastedJson(const QString &text, const QString &name)
{
    return readJsonText(text.toStdString(), name);
}

Result<PastedServers> readJsonText(std::string utf8, const QString &name)
{
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
                .arg(syntaxReason(utf8, *error)));
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
