// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/markdownexport.h"

#include "base/formatting.h"
#include "trace/record/recordnames.h"
#include "trace/record/text.h"
#include "json/document.h"

#include <QSysInfo>

#include <algorithm>
#include <set>

namespace sonde::trace {

namespace {

constexpr std::size_t kMaxShown = 100 * 1024; // bytes of a message

// A fence longer than any run of backticks in the text.
std::string fenced(std::string_view text)
{
    std::size_t longest = 0;
    std::size_t run = 0;
    for (const char c : text) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    const std::string fence(std::max<std::size_t>(3, longest + 1), '`');
    return fence + "json\n" + std::string(text) + '\n' + fence + '\n';
}

// One line of plain text with Markdown's special characters escaped.
std::string plain(std::string_view text)
{
    std::string out;
    for (const char c : text) {
        if (std::string_view("\\`*_{}[]<>#|!").find(c) != std::string_view::npos)
            out += '\\';
        out += c == '\n' || c == '\r' ? ' ' : c;
    }
    return out;
}

// Adds the names and versions that server and client exchanged.
void addPartners(const ExportSet &set, std::string &out)
{
    std::set<QString> servers; // of the chosen messages
    std::set<rpc::StreamId> streams;
    for (const Number number : set.chosen) {
        if (const Record *record = set.find(number);
            record && streams.insert(record->stream).second)
            servers.insert(set.store->stream(record->stream).server);
    }
    for (const Record &record : set.records) {
        const bool isResponse = record.kind == rpc::Kind::Response;
        if (!isResponse || record.method == 0
            || !servers.contains(set.store->stream(record.stream).server))
            continue;
        const QString method = set.store->string(record.method);
        if (method != u"initialize" && method != u"server/discover")
            continue;
        const auto bytes = set.store->read(record);
        if (!bytes)
            continue;
        const auto document = json::Document::parse(*bytes);
        const auto result = document.root()["result"];
        // 2026-07-28 basic: the response's _meta names the server; before, initialize's result did.
        const auto inMeta = result["_meta"]["io.modelcontextprotocol/serverInfo"];
        const auto info = inMeta ? inMeta : result["serverInfo"];
        if (!info.isObject())
            continue; // a response without a server's name and version
        out += "- server " + plain(set.store->stream(record.stream).server.toStdString()) + ": "
            + plain(info["name"].text()) + ' ' + plain(info["version"].text());
        if (const auto revision = result["protocolVersion"])
            out += ", revision " + plain(revision.text());
        out += '\n';
    }
}

std::string heading(const ExportSet &set, const FilterRow &row)
{
    const Record &record = row.record;
    std::string out = "\n## " + std::to_string(row.number) + ' ';
    if (record.channel == rpc::Channel::Sent || record.channel == rpc::Channel::Received)
        out += std::string(directionName(record.channel)) + ' ';
    out += std::string(kindName(record.kind));
    for (const std::uint32_t string : {record.method, record.target}) {
        if (string != 0)
            out += ' ' + plain(set.store->string(string).toStdString());
    }
    out += "\n\n" + utcText(record.wallNs);
    if (!cutId(record).empty())
        out += " · id " + plain(set.store->idText(record).toStdString());
    if (record.state != State::None)
        out += " · " + std::string(stateName(record.state));
    if (record.kind == rpc::Kind::Exchange && record.errorCode != 0)
        out += ' ' + std::to_string(record.errorCode);
    else if (const std::string code = set.shownErrorCode(record); !code.empty())
        out += ' ' + plain(rpc::shownErrorCode(code).toStdString());
    if (row.isAutomatic)
        out += " · " + std::string(stateName(State::Automatic));
    if (row.durationNs >= 0)
        out += " · " + durationText(std::chrono::nanoseconds(row.durationNs)).toStdString();
    if (record.pair != 0)
        out += " · pair " + std::to_string(record.pair);
    if (record.problem != rpc::Problem::None)
        out += " · " + std::string(rpc::problemName(record.problem));
    return out + " · " + std::to_string(record.length) + " bytes\n\n";
}

// The user's note as a quotation.
std::string noteOf(const ExportSet &set, Number number)
{
    Note note = set.store->notes().of(number);
    if (note.isEmpty())
        return {};
    if (set.redactor)
        set.redactor->redact(note.text);
    std::string out = note.marked ? "> **Marked**\n" : "";
    std::string_view rest = note.text;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        // Each line becomes a paragraph.
        out += (out.empty() ? "> " : ">\n> ") + plain(rest.substr(0, end)) + '\n';
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return out + '\n';
}

} // namespace

Result<void> exportMarkdown(const ExportSet &set, const ExportSink &sink)
{
    const Error lost{
        .domain = Domain::Storage, .sentence = Text::tr("The export could not be written.")};
    std::string head = "# Trace of an MCP session\n\n- Sonde " SONDE_VERSION " on ";
    head += plain(QSysInfo::prettyProductName().toStdString()) + ", "
        + QSysInfo::currentCpuArchitecture().toStdString() + '\n';
    addPartners(set, head);
    head += "- " + std::to_string(set.chosen.size()) + " of " + std::to_string(set.records.size())
        + " messages\n";
    if (set.redactor)
        head += "- secrets are hidden: every byte of theirs is an asterisk\n";
    if (!sink(head))
        return lost;
    for (const Number number : set.chosen) {
        if (set.stop.stop_requested())
            break;
        const FilterRow row = set.row(number);
        auto text = set.text(row.record);
        if (!text)
            return text.error();
        std::string part = heading(set, row) + noteOf(set, number);
        const bool isCut = text->size() > kMaxShown;
        // What has no bytes needs no block.
        if (!text->empty())
            part += fenced(isCut ? std::string_view(*text).substr(0, kMaxShown) : *text);
        if (isCut)
            part += "\nThe first " + std::to_string(kMaxShown) + " bytes.\n";
        if (!sink(part))
            return lost;
    }
    return {};
}

} // namespace sonde::trace
