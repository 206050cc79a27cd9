// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/table/hostplaces.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

namespace sonde::test {

// A home folder with the configuration files of several hosts. Until it is destroyed it is the home
// folder of this process.
class HostHome {
public:
    HostHome()
        : m_home(qgetenv("HOME"))
        , m_config(qgetenv("XDG_CONFIG_HOME"))
        , m_data(qgetenv("XDG_DATA_HOME"))
        , m_current(QDir::currentPath())
    {
        qputenv("HOME", QFile::encodeName(m_folder.path()));
        qunsetenv("XDG_CONFIG_HOME");
        qunsetenv("XDG_DATA_HOME");
        write(kDesktop, kDesktopText);
        write(kCode, kCodeText);
        write(kCursor, kCursorText);
        write(kVsCode, kVsCodeText);
        write(kBroken, kBrokenText);
        write(kReadOnly, kReadOnlyText);
        QFile::setPermissions(path(kReadOnly), QFile::ReadOwner);
        write(kCodex, kCodexText);
        QDir(m_folder.path()).mkpath(QStringLiteral("src"));
        QDir::setCurrent(path("src"));
    }
    ~HostHome()
    {
        QDir::setCurrent(m_current);
        restore("HOME", m_home);
        restore("XDG_CONFIG_HOME", m_config);
        restore("XDG_DATA_HOME", m_data);
    }
    Q_DISABLE_COPY_MOVE(HostHome)

    QString path(const char *file) const { return m_folder.filePath(QLatin1String(file)); }
    QByteArray read(const char *file) const
    {
        QFile opened(path(file));
        return opened.open(QIODevice::ReadOnly) ? opened.readAll() : QByteArray();
    }
    void write(const char *file, const QByteArray &text) const
    {
        QDir().mkpath(QFileInfo(path(file)).path());
        QFile opened(path(file));
        if (!opened.open(QIODevice::WriteOnly) || opened.write(text) != text.size())
            qFatal("cannot write %s", file);
    }

    static constexpr const char *kDesktop = ".config/Claude/claude_desktop_config.json";
    static constexpr const char *kCode = ".claude.json";
    static constexpr const char *kCursor = ".cursor/mcp.json";
    static constexpr const char *kVsCode = ".config/Code/User/mcp.json";
    static constexpr const char *kBroken = ".gemini/settings.json";
    static constexpr const char *kReadOnly = ".kiro/settings/mcp.json";
    static constexpr const char *kCodex = ".codex/config.toml";

    static constexpr const char *kDesktopText =
        "{\r\n\t\"mcpServers\": {\r\n\t\t\"files\": {\r\n\t\t\t\"command\": \"sh\",\r\n"
        "\t\t\t\"args\": [\"-c\", \"cat\"],\r\n\t\t\t\"env\": {\"LANG\": \"C\"}\r\n\t\t}\r\n"
        "\t}\r\n}\r\n";
    static constexpr const char *kCodeText =
        "{\"numStartups\": 12, \"mcpServers\": {\"notes\": {\"command\": \"sh\"}},\n"
        " \"projects\": {\"/home/ada/src/atlas\": {\"mcpServers\": {\n"
        "   \"notes\": {\"command\": \"sh\", \"args\": [\"-e\"]},\n"
        "   \"charts\": {\"command\": \"no-such-program-here\", \"args\": []}}}}}\n";
    static constexpr const char *kCursorText =
        "{\n  \"mcpServers\": {\n    \"weather\": {\n      \"command\": \"sh\",\n"
        "      \"args\": [\"weather.sh\", \"--units\", \"metric\"],\n      \"env\": {\n"
        "        \"WEATHER_API_KEY\": \"sk-1234567890\",\n        \"TZ\": \"UTC\"\n      }\n"
        "    },\n    \"tickets\": {\n      \"url\": \"https://tickets.example/mcp?key=abc\",\n"
        "      \"headers\": {\"Authorization\": \"Bearer ${TICKETS_TOKEN}\"}\n    }\n  }\n}\n";
    static constexpr const char *kVsCodeText =
        "// Servers of this profile\n{\n  \"inputs\": [\n"
        "    {\"id\": \"weather-key\", \"type\": \"promptString\", \"password\": true},\n  ],\n"
        "  \"servers\": {\n    // local build\n    \"weather\": {\n      \"type\": \"stdio\",\n"
        "      \"command\": \"sh\", // the shell\n      \"args\": [\n"
        "        \"-c\", /* reads */ \"cat\",\n      ],\n"
        "      \"cwd\": \"${userHome}/src\",\n"
        "      \"env\": {\"WEATHER_KEY\": \"${input:weather-key}\"},\n    },\n  },\n}\n";
    static constexpr const char *kBrokenText =
        "{\n  \"mcpServers\": {\n    \"charts\": {\n      \"command\": \"python\"\n"
        "      \"args\": [\"-m\", \"charts\"]\n    }\n  }\n}\n";
    static constexpr const char *kReadOnlyText =
        "{\"mcpServers\": {\"locked\": {\"command\": \"sh\", \"args\": [\"-c\", \"cat\"]}}}\n";
    static constexpr const char *kCodexText =
        "[mcp_servers.weather]\ncommand = \"sh\"\nargs = [\"-c\", \"cat\"]\n";

private:
    static void restore(const char *name, const QByteArray &value)
    {
        if (value.isNull())
            qunsetenv(name);
        else
            qputenv(name, value);
    }

    QTemporaryDir m_folder;
    QByteArray m_home;
    QByteArray m_config;
    QByteArray m_data;
    QString m_current;
};

// As this process has them, with the files of the system in the home folder: what this machine has
// in /etc changes nothing.
inline hosts::Surroundings hostSurroundings()
{
    auto here = hosts::Surroundings::ofThisProcess();
    here.root = QDir::homePath();
    return here;
}

} // namespace sonde::test
