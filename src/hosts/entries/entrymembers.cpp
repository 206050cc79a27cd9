// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/entrymembers.h"

#include "base/domainerror.h"
#include "base/formatting.h"
#include "hosts/entries/entrystyle.h"
#include "hosts/table/hoststr.h"
#include "json/builder.h"

#include <utility>
#include <vector>

namespace sonde::hosts {

namespace {

class MemberWriter {
public:
    MemberWriter(const Host &host, const config::Profile &server)
        : m_host(host)
        , m_style(entryStyle(host))
        , m_server(server)
    {
    }

    Result<EntryMembers> run()
    {
        m_out.beginObject();
        if (m_host.layout == Layout::List || m_host.id == QLatin1String("goose"))
            m_out.member("name", QStringView(m_server.name));
        // Files of hosts have no other kinds of servers.
        const config::HttpSettings *const http = m_style.url.isEmpty() ? nullptr : m_server.http();
        if (!m_server.hasProcess() && !http)
            return configError(
                Text::tr("%1 starts programs and has no servers with a URL. Add sonde-cli "
                         "tap --stdio --url with the URL as a command.")
                    .arg(QString(m_host.name)));
        if (http)
            writeUrl(*http);
        else
            writeProgram();
        m_out.endObject();
        std::string json = m_out.takeString();
        if (!m_style.more.isEmpty()) // before the closing brace
            json.insert(json.size() - 1, ',' + withoutLastComma(m_style.more));
        return EntryMembers{std::move(json), std::move(m_notes)};
    }

private:
    static std::string withoutLastComma(QLatin1String members)
    {
        return {members.data(), std::size_t(members.size() - 1)};
    }

    void writeType(QLatin1String type)
    {
        if (!type.isEmpty())
            m_out.member(m_style.type.data(), std::string_view(type.data()));
    }

    void writeProgram()
    {
        writeType(m_style.stdio);
        m_out.key(m_style.command.data());
        if (m_style.hasCommandList) {
            m_out.beginArray().string(QStringView(m_server.program));
        } else {
            m_out.string(QStringView(m_server.program));
            m_out.key("args").beginArray();
        }
        for (const QString &argument : m_server.arguments)
            m_out.string(QStringView(argument));
        m_out.endArray();
        writeVariables();
        if (m_server.workingDirectory.isEmpty())
            return;
        if (m_style.folder.isEmpty())
            m_notes += Text::tr("%1 starts servers in a folder of its own, not in %2.")
                           .arg(QString(m_host.name), m_server.workingDirectory);
        else
            m_out.member(m_style.folder.data(), QStringView(m_server.workingDirectory));
    }

    void writeVariables()
    {
        std::vector<std::pair<QString, QString>> written;
        QStringList passed;
        for (const auto &[name, value] : m_server.environment) {
            if (!m_server.secretVariables.contains(name))
                written.emplace_back(name, value.reveal());
            else if (!m_style.variableNames.isEmpty())
                passed += name;
            else if (!m_style.reference.isEmpty())
                written.emplace_back(name, referenceTo(name));
            else
                noteMissing(name);
        }
        if (!written.empty())
            writeObject(m_style.environment.data(), written);
        if (passed.isEmpty())
            return;
        m_out.key(m_style.variableNames.data()).beginArray();
        for (const QString &name : passed)
            m_out.string(QStringView(name));
        m_out.endArray();
        noteReference(passed);
    }

    void writeUrl(const config::HttpSettings &http)
    {
        const bool isSse = http.transport == config::HttpTransport::Sse;
        writeType(isSse && !m_style.sse.isEmpty() ? m_style.sse : m_style.http);
        m_out.member(m_style.url.data(), QStringView(http.url));
        std::vector<std::pair<QString, QString>> written;
        for (const config::CustomHeader &header : http.headers) {
            if (!header.secret)
                written.emplace_back(header.name, header.value.reveal());
            else if (!m_style.reference.isEmpty())
                written.emplace_back(header.name, referenceTo(variableFor(header.name)));
            else
                noteMissing(header.name);
        }
        if (written.empty())
            return;
        const QStringList path = QString(m_style.headers).split(u'/');
        for (const QString &name : path.mid(0, path.size() - 1))
            m_out.key(name.toStdString()).beginObject();
        writeObject(path.last().toStdString(), written);
        for (qsizetype i = 1; i < path.size(); ++i)
            m_out.endObject();
    }

    void writeObject(std::string_view name, const std::vector<std::pair<QString, QString>> &members)
    {
        m_out.key(name).beginObject();
        for (const auto &[key, value] : members)
            m_out.member(key.toStdString(), QStringView(value));
        m_out.endObject();
    }

    // Authorization of "tide 2" becomes TIDE_2_AUTHORIZATION.
    QString variableFor(const QString &header) const
    {
        QString name = (m_server.name + u'_' + header).toUpper();
        for (QChar &c : name) {
            const bool isKept = c.unicode() < 0x80 && c.isLetterOrNumber();
            if (!isKept)
                c = u'_';
        }
        return name;
    }

    QString referenceTo(const QString &variable)
    {
        noteReference({variable});
        return QString(m_style.reference).arg(variable);
    }

    void noteReference(const QStringList &variables)
    {
        m_notes += Text::tr("Set %1 in the environment of %2: secrets are not written into "
                            "its file.")
                       .arg(listText(variables), QString(m_host.name));
    }

    void noteMissing(const QString &name)
    {
        m_notes += Text::tr("The value of %1 is a secret and was left out. Enter it in %2.")
                       .arg(name, QString(m_host.name));
    }

    const Host &m_host;
    const EntryStyle &m_style;
    const config::Profile &m_server;
    json::Builder m_out;
    QStringList m_notes;
};

} // namespace

Result<EntryMembers> entryMembers(const Host &host, const config::Profile &server)
{
    return MemberWriter(host, server).run();
}

} // namespace sonde::hosts
