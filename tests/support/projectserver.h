// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QDir>
#include <QFile>
#include <QStringList>

namespace sonde::tests {

// A project folder with a small server of the shell: server.sh, and src/tools.json with what it
// offers. Without that file it does not start; with a file “response”, its tools return that text,
// with the number of the call for CALLS; with a file “noisy”, it writes run.log at each start; with
// a pipe “door”, it waits at each start for a line in it.
class ProjectServer {
public:
    static constexpr char kWeather[] =
        R"({"name":"weather","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}}})";
    static constexpr char kReadOnlyWeather[] =
        R"({"name":"weather","inputSchema":{"type":"object","properties":{"city":{"type":"string"}}},"annotations":{"readOnlyHint":true}})";
    static constexpr char kAlerts[] = R"({"name":"alerts","inputSchema":{"type":"object"}})";

    explicit ProjectServer(const QString &folder)
        : m_folder(folder)
    {
        QDir().mkpath(folder + QStringLiteral("/src"));
        write(QStringLiteral("package.json"), "{}");
        write(QStringLiteral("server.sh"), kScript);
        write(tools(), kWeather);
    }

    static QString tools() { return QStringLiteral("src/tools.json"); }
    static QString program() { return QStringLiteral("sh"); }
    QStringList arguments() const { return {path(QStringLiteral("server.sh"))}; }
    QString path(const QString &name) const { return m_folder + u'/' + name; }
    const QString &folder() const { return m_folder; }

    void write(const QString &name, const QByteArray &text) const
    {
        QFile file(path(name));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(name));
    }
    void remove(const QString &name) const
    {
        if (!QFile::remove(path(name)))
            qFatal("cannot remove %s", qPrintable(name));
    }

private:
    static constexpr char kScript[] =
        "cd \"$(dirname \"$0\")\"\n"
        "test -f noisy && echo \"$$\" > run.log\n"
        "test -p door && read -r line < door\n"
        "test -f src/tools.json || { echo 'no tools' >&2; exit 3; }\n"
        "while read -r line; do\n"
        "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
        "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\\n' \"$id\" \"$1\"; }\n"
        "  case \"$line\" in\n"
        "  *'\"initialize\"'*) say "
        "'\"result\":{\"protocolVersion\":\"2025-06-18\",\"capabilities\":"
        "{\"tools\":{},\"logging\":{},\"resources\":{\"subscribe\":true}},"
        "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;\n"
        "  *tools/list*) say '\"result\":{\"tools\":['\"$(cat src/tools.json)\"']}';;\n"
        "  *resources/list*) say '\"result\":{\"resources\":[{\"uri\":\"test://a\","
        "\"name\":\"a\"}]}';;\n"
        "  *resources/templates/list*) say '\"result\":{\"resourceTemplates\":[]}';;\n"
        "  *tools/call*) calls=$((calls+1)); text=sunny\n"
        "    test -f answer && text=$(sed \"s/CALLS/$calls/\" answer)\n"
        "    say '\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"'\"$text\"'\"}]}';;\n"
        "  *'\"id\"'*) say '\"result\":{}';;\n"
        "  esac\n"
        "done\n";

    QString m_folder;
};

} // namespace sonde::tests
