// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/csvexport.h"

#include "trace/record/recordnames.h"
#include "trace/transfer/exportlost.h"
#include "json/decimal.h"

namespace sonde::trace {

namespace {

// Quoted if necessary. A text that a spreadsheet would read as a formula gets an apostrophe.
std::string field(std::string text)
{
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        text.insert(text.begin(), '\'');
    if (text.find_first_of(",\"\r\n") == std::string::npos)
        return text;
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c;
        if (c == '"')
            quoted += c;
    }
    return quoted + '"';
}

// A code as written: a number is not a formula, whatever its sign.
std::string plainNumber(std::string code)
{
    return json::isNumber(code) ? code : field(std::move(code));
}

} // namespace

Result<void> exportCsv(const ExportSet &set, const ExportSink &sink)
{
    const Error lost = exportLost();
    if (!sink("number,time,server,direction,kind,method,target,id,status,code,duration_ns,size,"
              "problem\r\n"))
        return lost;
    for (const Number number : set.chosen) {
        if (set.stop.stop_requested())
            break;
        const FilterRow row = set.row(number);
        const Record &record = row.record;
        std::string line = std::to_string(number) + ',' + utcText(record.wallNs) + ',';
        line += field(set.store->stream(record.stream).server.toStdString()) + ',';
        line += std::string(directionName(record.channel)) + ',';
        line += std::string(kindName(record.kind)) + ',';
        line += field(set.store->string(record.method).toStdString()) + ',';
        line += field(set.shownString(record.target)) + ',';
        line +=
            field(cutId(record).empty() ? std::string() : set.store->idText(record).toStdString())
            + ',';
        line += record.state == State::None ? "," : std::string(stateName(record.state)) + ',';
        if (record.kind == rpc::Kind::Exchange)
            line += record.errorCode == 0 ? "," : std::to_string(record.errorCode) + ',';
        else
            line += plainNumber(set.shownErrorCode(record)) + ',';
        line += row.durationNs < 0 ? "," : std::to_string(row.durationNs) + ',';
        line += std::to_string(record.length) + ',';
        if (record.problem != rpc::Problem::None)
            line += rpc::problemName(record.problem);
        if (!sink(line + "\r\n"))
            return lost;
    }
    return {};
}

} // namespace sonde::trace
