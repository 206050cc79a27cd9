// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "report/problemreporttext.h"

#include "base/formatting.h"
#include "base/utf8.h"
#include "report/reportedserver.h"
#include "report/reporttr.h"
#include "report/reproduction.h"
#include "report/servertext.h"
#include "trace/record/recordnames.h"
#include "trace/transfer/markdownmessage.h"
#include "trace/transfer/markdowntext.h"

#include <QSysInfo>

#include <algorithm>
#include <iterator>
#include <string>

namespace sonde::report {

namespace {

using findings::Finding;
using trace::markdownCode;
using trace::plainMarkdown;

std::string plain(const QString &text)
{
    return plainMarkdown(text.toStdString());
}

class Report {
public:
    explicit Report(const ReportSource &source)
        : m_source(source)
        , m_set(*source.set)
        , m_servers(reportedServers(m_set))
    {
        const auto &chosen = m_set.chosen;
        const auto count = std::min(chosen.size(), kMaxMessages);
        m_shown.assign(chosen.end() - std::ptrdiff_t(count), chosen.end());
    }

    Result<std::string> text();

private:
    bool isChosen(trace::Number number) const;
    std::string title() const;
    std::string versions() const;
    std::string findingsText() const;
    std::string findingLine(const Finding &finding) const;
    std::string times() const;
    Result<std::string> messages() const;
    Result<std::string> stderrText() const;
    std::string redacted() const;

    const ReportSource &m_source;
    const trace::ExportSet &m_set;
    const ReportedServers m_servers;
    std::vector<trace::Number> m_shown;
};

// A request is chosen with its response, and a response with its request.
bool Report::isChosen(trace::Number number) const
{
    const auto has = [this](trace::Number one) {
        return std::binary_search(m_set.chosen.begin(), m_set.chosen.end(), one);
    };
    const trace::Record *record = m_set.find(number);
    return record && (has(number) || (record->pair != 0 && has(record->pair)));
}

std::string Report::title() const
{
    const auto &servers = m_servers.servers;
    const QString name = servers.size() != 1 ? QString()
        : servers.front().program.empty()    ? servers.front().name
                                             : QString::fromStdString(servers.front().program);
    const QString title = name.isEmpty()
        ? Text::tr("Problem with an MCP server")
        : Text::tr("Problem with %1").arg(QString::fromStdString(plain(name)));
    return "# " + title.toStdString() + "\n\n"
        + plain(Text::tr("(What you did, what you expected, and what happened instead.)")) + "\n";
}

std::string Report::versions() const
{
    std::string out = heading(Text::tr("Versions"));
    out += fact(QStringLiteral("Sonde"),
        plainMarkdown(SONDE_VERSION) + " (Qt " + plainMarkdown(qVersion()) + ')');
    return out
        + fact(Text::tr("Operating system"),
            plain(QSysInfo::prettyProductName()) + ", "
                + plain(QSysInfo::currentCpuArchitecture()));
}

std::string Report::findingLine(const Finding &finding) const
{
    const auto level = findings::levelName(finding.level);
    const QString sentence = finding.remedy.isEmpty()
        ? finding.sentence
        : QString(finding.sentence + u' ' + finding.remedy);
    const std::string shown = m_set.shown(sentence);
    std::string place = Text::tr("message %1").arg(finding.messages.front()).toStdString();
    if (!finding.pointer.isEmpty()) {
        const std::string pointer = m_set.shown(finding.pointer);
        place += ' ' + markdownCode(cutUtf8(pointer, ReportedServer::kMaxText));
    }
    std::string line = "- **" + std::string(level) + "** " + markdownCode(finding.requirement->id)
        + ", " + place + ": " + plainMarkdown(cutUtf8(shown, kMaxSentence));
    const QString address = finding.requirement->addressIn(finding.revision);
    return line + (address.isEmpty() ? "" : " <" + address.toStdString() + '>') + '\n';
}

std::string Report::findingsText() const
{
    std::vector<const Finding *> chosen;
    for (const Finding &finding : m_source.findings) {
        if (!finding.messages.empty() && isChosen(finding.messages.front()))
            chosen.push_back(&finding);
    }
    std::stable_sort(chosen.begin(), chosen.end(),
        [](const Finding *a, const Finding *b) { return a->level > b->level; });
    std::string out = heading(Text::tr("Findings"));
    if (chosen.empty())
        out += Text::tr("The selected messages have no findings.").toStdString() + '\n';
    const std::size_t count = std::min(chosen.size(), kMaxFindings);
    for (std::size_t i = 0; i < count; ++i)
        out += findingLine(*chosen[i]);
    const auto addCount = [&out](const QString &sentence, std::size_t number) {
        if (number > 0)
            out += '\n' + sentence.arg(countText(std::uint64_t(number))).toStdString() + '\n';
    };
    addCount(Text::tr("Further findings of the selected messages: %1."), chosen.size() - count);
    addCount(Text::tr("Findings in other messages of the recording: %1."),
        m_source.findings.size() - chosen.size());
    return out;
}

std::string Report::times() const
{
    std::string rows;
    for (const trace::Number number : m_shown) {
        const trace::FilterRow row = m_set.row(number);
        if (row.record.kind != rpc::Kind::Request)
            continue;
        const auto cell = [this](std::uint32_t string) {
            return string == 0 ? std::string() : plainMarkdown(m_set.shownString(string));
        };
        const QString duration =
            row.durationNs < 0 ? QString() : durationText(std::chrono::nanoseconds(row.durationNs));
        rows += "| " + std::to_string(number) + " | " + cell(row.record.method) + " | "
            + cell(row.record.target) + " | " + std::string(trace::stateName(row.record.state))
            + " | " + duration.toStdString() + " |\n";
    }
    if (rows.empty())
        return {};
    const QStringList titles{Text::tr("Message"), Text::tr("Method"), Text::tr("Target"),
        Text::tr("Status"), Text::tr("Duration")};
    return heading(Text::tr("Durations")) + "| " + titles.join(QStringLiteral(" | ")).toStdString()
        + " |\n|--:|---|---|---|--:|\n" + rows;
}

Result<std::string> Report::messages() const
{
    std::string out = heading(Text::tr("Messages"));
    if (m_shown.size() < m_set.chosen.size()) {
        const auto left = countText(std::uint64_t(m_set.chosen.size() - m_shown.size()));
        out += Text::tr("Left out: the first %1 of the selected messages.").arg(left).toStdString()
            + '\n';
    }
    out.pop_back(); // each message begins with an empty line
    std::size_t left = kMaxMessageBytes;
    std::size_t remaining = m_shown.size();
    for (const trace::Number number : m_shown) {
        if (m_set.stop.stop_requested())
            break;
        trace::MarkdownForm form;
        form.heading = "###";
        // A share for each: what the report is about is often the last one.
        form.maxShown = std::min(kMaxMessage, left / remaining--);
        const auto message = trace::markdownMessage(m_set, number, form);
        if (!message)
            return message.error();
        out += *message;
        left -= std::min<std::size_t>(form.maxShown, m_set.find(number)->length);
    }
    return out;
}

Result<std::string> Report::stderrText() const
{
    std::string out;
    for (const ReportedServer &server : m_servers.servers) {
        std::string lines;
        for (const trace::Number number : server.stderrLines) {
            const auto text = m_set.text(*m_set.find(number));
            if (!text)
                return text.error();
            const std::string_view shown = cutUtf8(*text, kMaxSentence);
            lines.append(lines.empty() ? "" : "\n").append(shown);
            lines += shown.size() < text->size() ? " …" : "";
        }
        if (lines.empty())
            continue;
        const QString name = QString::fromStdString(plain(server.name));
        out += heading(Text::tr("Last lines of stderr of %1").arg(name))
            + trace::markdownBlock(lines, "text");
    }
    return out;
}

std::string Report::redacted() const
{
    if (!m_set.redactor)
        return {};
    QStringList parts;
    std::uint64_t own = 0;
    std::uint64_t others = 0;
    const auto &found = m_set.redactor->found();
    for (auto it = found.cbegin(); it != found.cend(); ++it) {
        if (m_set.redactor->isOwnPattern(it.key())) {
            own += it.value();
        } else if (parts.size() >= kMaxKinds) {
            others += it.value();
        } else {
            const std::string kind = it.key().toStdString(); // the name of a member, for example
            const std::string shown = plainMarkdown(cutUtf8(kind, ReportedServer::kMaxText));
            parts << QStringLiteral("%1 (%2)").arg(
                QString::fromStdString(shown), QString::number(it.value()));
        }
    }
    if (own > 0)
        parts << Text::tr("own patterns (%1)").arg(own);
    if (others > 0)
        parts << Text::tr("other kinds (%1)").arg(others);
    const QString sentence = parts.isEmpty()
        ? Text::tr("Nothing was redacted.")
        : Text::tr("Redacted, with an asterisk for every byte: %1.").arg(listText(parts));
    return heading(Text::tr("Redacted")) + sentence.toStdString() + '\n';
}

Result<std::string> Report::text()
{
    std::string out = title() + versions();
    for (const ReportedServer &server : m_servers.servers)
        out += serverText(server);
    if (m_servers.others > 0) {
        const QString count = countText(std::uint64_t(m_servers.others));
        out += '\n' + Text::tr("Further servers: %1.").arg(count).toStdString() + '\n';
    }
    out += findingsText() + times();
    const auto shown = messages();
    if (!shown)
        return shown.error();
    const auto lines = stderrText();
    if (!lines)
        return lines.error();
    // Written first, because it is redacted as well.
    const std::string commands =
        Reproduction(m_set, m_servers.servers).text(m_shown, m_source.recording);
    return out + *shown + *lines + redacted() + heading(Text::tr("How to reproduce")) + commands;
}

} // namespace

Result<QString> problemReport(const ReportSource &source)
{
    const auto text = Report(source).text();
    if (!text)
        return text.error();
    return QString::fromStdString(*text);
}

} // namespace sonde::report
