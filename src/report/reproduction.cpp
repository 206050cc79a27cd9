// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "report/reproduction.h"

#include "base/formatting.h"
#include "mcp/message/revision.h"
#include "report/reporttr.h"
#include "trace/transfer/markdowntext.h"
#include "trace/transfer/shellword.h"
#include "trace/transfer/snippet.h"

#include <algorithm>
#include <set>

namespace sonde::report {

namespace {

// A name that begins with a hyphen would be read as an option.
std::string fileWord(const QString &name)
{
    return trace::shellWord((name.startsWith(u'-') ? QString(u"./" + name) : name).toStdString());
}

bool isOpening(const QString &method)
{
    return method == u"initialize" || method == u"server/discover";
}

} // namespace

std::vector<trace::Number> Reproduction::requestsOf(const std::vector<trace::Number> &chosen) const
{
    std::set<trace::Number> requests;
    for (trace::Number number : chosen) {
        const trace::Record *record = m_set.find(number);
        if (record && record->kind != rpc::Kind::Request) {
            const bool isResponse =
                record->kind == rpc::Kind::Response || record->kind == rpc::Kind::ErrorResponse;
            number = record->pair;
            record = isResponse ? m_set.find(number) : nullptr;
        }
        if (record && record->kind == rpc::Kind::Request && record->channel == rpc::Channel::Sent
            && !isOpening(m_set.store->string(record->method)))
            requests.insert(number);
    }
    return {requests.begin(), requests.end()};
}

QStringList Reproduction::serverWords(const trace::Record &message) const
{
    const QString name = m_set.store->stream(message.stream).server;
    const auto at = std::find_if(m_servers.begin(), m_servers.end(),
        [&name](const ReportedServer &server) { return server.name == name; });
    QStringList words = at == m_servers.end() ? QStringList() : at->arguments();
    if (words.isEmpty())
        words = QStringList{QStringLiteral("--"), QStringLiteral("PROGRAM")};
    if (at == m_servers.end())
        return words;
    const QString revision = QString::fromStdString(at->revision);
    if (mcp::knownRevisions().contains(revision))
        words = QStringList{QStringLiteral("--revision"), revision} + words;
    return words;
}

void Reproduction::addCommand(trace::Number number)
{
    trace::SnippetSource source;
    source.store = m_set.store;
    source.message = *m_set.find(number);
    source.server = serverWords(source.message);
    source.redactor = m_set.redactor;
    const auto line = trace::snippet(trace::SnippetKind::Command, source);
    if (!line)
        m_notes << Text::tr("Message %1: %2").arg(number).arg(line.error().sentence);
    else if (line->size() > kMaxCommand)
        m_notes << Text::tr("Message %1: its command line was left out (%2).")
                       .arg(QString::number(number), bytesText(std::uint64_t(line->size())));
    else if (std::find(m_lines.begin(), m_lines.end(), *line) == m_lines.end())
        m_lines.push_back(*line);
}

std::string Reproduction::text(const std::vector<trace::Number> &chosen, const QString &recording)
{
    const std::vector<trace::Number> requests = requestsOf(chosen);
    const std::size_t count = std::min(requests.size(), kMaxCommands);
    for (std::size_t i = 0; i < count; ++i)
        addCommand(requests[i]);
    if (count < requests.size())
        m_notes << Text::tr("Requests without a command line here: %1.")
                       .arg(countText(std::uint64_t(requests.size() - count)));
    std::string out;
    if (!m_lines.empty()) {
        std::string lines;
        for (const std::string &line : m_lines)
            lines += (lines.empty() ? "" : "\n") + line;
        out += Text::tr("Send the requests again:").toStdString() + "\n\n"
            + trace::markdownBlock(lines, "sh") + '\n';
    }
    for (const QString &note : m_notes)
        out += "- " + trace::plainMarkdown(note.toStdString()) + '\n';
    if (!m_notes.isEmpty())
        out += '\n';
    QStringList server = m_servers.empty() ? QStringList() : m_servers.front().arguments();
    if (server.isEmpty())
        server = QStringList{QStringLiteral("--"), QStringLiteral("PROGRAM")};
    std::string replay = "sonde-cli replay " + fileWord(recording);
    for (const QString &word : server)
        replay += ' ' + trace::shellWord(word.toStdString());
    out += Text::tr("With the recording, send everything again and compare the responses:")
               .toStdString()
        + "\n\n" + trace::markdownBlock(replay, "sh");
    m_lines.push_back(replay);
    const bool isRedacted = std::any_of(m_lines.begin(), m_lines.end(),
        [](const std::string &line) { return line.find("**") != std::string::npos; });
    if (isRedacted)
        out +=
            '\n' + Text::tr("Replace the asterisks with values of your own.").toStdString() + '\n';
    return out;
}

} // namespace sonde::report
