// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "report/servertext.h"

#include "base/formatting.h"
#include "base/utf8.h"
#include "mcp/message/revision.h"
#include "report/reporttr.h"
#include "trace/transfer/markdowntext.h"

namespace sonde::report {

namespace {

using trace::plainMarkdown;
using Transport = ReportedServer::Transport;

constexpr std::size_t kMaxFact = 2000; // bytes of a command line, of capabilities, …

Markdown code(const std::string &text)
{
    if (text.empty())
        return {};
    const std::string_view shown = cutUtf8(text, kMaxFact);
    return trace::markdownCode(shown) + (shown.size() < text.size() ? " …" : "");
}

QString transportText(Transport transport)
{
    switch (transport) {
    case Transport::Stdio:
        return QStringLiteral("stdio");
    case Transport::StreamableHttp:
        return QStringLiteral("Streamable HTTP");
    case Transport::HttpSse:
        return QStringLiteral("HTTP+SSE");
    case Transport::Unknown:
        break;
    }
    return {};
}

Markdown negotiatedText(const ReportedServer &server)
{
    QStringList parts;
    const QString revision = QString::fromStdString(server.revision);
    if (!revision.isEmpty())
        parts << QString::fromStdString(plainMarkdown(server.revision));
    if (const auto era = mcp::eraOf(revision))
        parts << Text::tr("%1 era").arg(mcp::eraWord(*era));
    if (const QString transport = transportText(server.transport); !transport.isEmpty())
        parts << transport;
    return listText(parts).toStdString();
}

} // namespace

Markdown heading(const QString &title)
{
    return "\n## " + title.toStdString() + "\n\n";
}

Markdown fact(const QString &title, const std::string &value)
{
    return value.empty()
        ? std::string()
        : "- " + Text::tr("%1: %2").arg(title, QString::fromStdString(value)).toStdString() + '\n';
}

Markdown serverText(const ReportedServer &server)
{
    std::string out =
        heading(Text::tr("Server %1")
                    .arg(QString::fromStdString(plainMarkdown(server.name.toStdString()))));
    out += fact(Text::tr("Name and version"), plainMarkdown(server.program));
    out += fact(Text::tr("Negotiated"), negotiatedText(server));
    out += fact(Text::tr("Capabilities of the server"), code(server.capabilities));
    out += fact(Text::tr("Capabilities of the client"), code(server.clientCapabilities));
    out += fact(Text::tr("Command line"), code(server.command.join(u' ').toStdString()));
    QStringList variables;
    for (const QString &name : server.variables)
        variables << QString::fromStdString(code(name.toStdString()));
    out += fact(Text::tr("Environment variables that were set"), listText(variables).toStdString());
    out += fact(Text::tr("Address"), code(server.address));
    out += fact(Text::tr("Start failed"), plainMarkdown(server.failure.toStdString()));
    out += fact(Text::tr("Ended"), plainMarkdown(server.end.toStdString()));
    return out;
}

} // namespace sonde::report
