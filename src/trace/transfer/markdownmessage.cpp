// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/markdownmessage.h"

#include "base/formatting.h"
#include "base/utf8.h"
#include "trace/record/recordnames.h"
#include "trace/record/tracetr.h"
#include "trace/transfer/markdowntext.h"

#include <algorithm>

namespace sonde::trace {

namespace {

std::string headingOf(const ExportSet &set, const FilterRow &row, std::string_view level)
{
    const Record &record = row.record;
    std::string out = '\n' + std::string(level) + ' ' + std::to_string(row.number) + ' ';
    if (record.channel == rpc::Channel::Sent || record.channel == rpc::Channel::Received)
        out += std::string(directionName(record.channel)) + ' ';
    out += std::string(kindName(record.kind));
    for (const std::uint32_t string : {record.method, record.target}) {
        if (string != 0)
            out += ' ' + plainMarkdown(set.shownString(string));
    }
    out += "\n\n" + utcText(record.wallNs);
    if (!cutId(record).empty())
        out += " · id " + plainMarkdown(set.shown(set.store->idText(record)));
    if (record.state != State::None)
        out += " · " + std::string(stateName(record.state));
    if (record.kind == rpc::Kind::Exchange && record.errorCode != 0)
        out += ' ' + std::to_string(record.errorCode);
    else if (const std::string code = set.shownErrorCode(record); !code.empty())
        out += ' ' + plainMarkdown(rpc::shownErrorCode(code).toStdString());
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
    const Note note = set.store->notes().of(number);
    if (note.isEmpty())
        return {};
    const std::string text = set.shown(note.text);
    std::string out = note.marked ? "> **Marked**\n" : "";
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto end = std::min(rest.find('\n'), rest.size());
        // Each line becomes a paragraph.
        out += (out.empty() ? "> " : ">\n> ") + plainMarkdown(rest.substr(0, end)) + '\n';
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return out + '\n';
}

bool isMessage(rpc::Kind kind)
{
    return kind == rpc::Kind::Request || kind == rpc::Kind::Response
        || kind == rpc::Kind::ErrorResponse || kind == rpc::Kind::Notification;
}

} // namespace

Result<std::string> markdownMessage(const ExportSet &set, Number number, const MarkdownForm &form)
{
    const FilterRow row = set.row(number);
    const auto text = set.text(row.record);
    if (!text)
        return text.error();
    std::string part = headingOf(set, row, form.heading) + noteOf(set, number);
    const std::string_view shown = cutUtf8(*text, form.maxShown);
    // What has no bytes needs no block.
    if (!shown.empty())
        part += markdownBlock(shown, isMessage(row.record.kind) ? "json" : "text");
    if (shown.size() < text->size()) {
        const QString left = bytesText(std::uint64_t(text->size() - shown.size()));
        part += '\n' + Text::tr("Left out of this message: %1.").arg(left).toStdString() + '\n';
    }
    return part;
}

} // namespace sonde::trace
