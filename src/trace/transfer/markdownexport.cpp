// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/markdownexport.h"

#include "trace/transfer/exportlost.h"
#include "trace/transfer/markdownmessage.h"
#include "trace/transfer/markdowntext.h"
#include "json/document.h"

#include <QSysInfo>

#include <set>

namespace sonde::trace {

namespace {

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
        out += "- server " + plainMarkdown(set.store->stream(record.stream).server.toStdString())
            + ": " + plainMarkdown(info["name"].text()) + ' '
            + plainMarkdown(info["version"].text());
        if (const auto revision = result["protocolVersion"])
            out += ", revision " + plainMarkdown(revision.text());
        out += '\n';
    }
}

} // namespace

Result<void> exportMarkdown(const ExportSet &set, const ExportSink &sink)
{
    const Error lost = exportLost();
    std::string head = "# Trace of an MCP session\n\n- Sonde " SONDE_VERSION " on ";
    head += plainMarkdown(QSysInfo::prettyProductName().toStdString()) + ", "
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
        const auto part = markdownMessage(set, number);
        if (!part)
            return part.error();
        if (!sink(*part))
            return lost;
    }
    return {};
}

} // namespace sonde::trace
