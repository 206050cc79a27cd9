// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/recordedrequests.h"

#include "json/document.h"

#include <map>
#include <string>
#include <utility>

namespace sonde::mock {

namespace {

void count(const Event &event, RecordedRequest &row)
{
    switch (event.kind) {
    case EventKind::Notification:
        ++row.notifications;
        break;
    case EventKind::ServerRequest:
        ++row.serverRequests;
        break;
    case EventKind::Response: {
        row.bytes += event.bytes.size();
        const json::Document response = json::Document::parse(event.bytes);
        row.errors += response.root()["error"].exists() ? 1 : 0;
        break;
    }
    case EventKind::Stderr:
    case EventKind::ClientResponse:
    case EventKind::Cancellation:
        break;
    }
}

} // namespace

std::vector<RecordedRequest> recordedRequests(const MockScript &script)
{
    std::vector<RecordedRequest> rows;
    std::map<std::pair<std::string, std::string>, std::size_t> byKey;
    for (const ScriptedExchange &exchange : script.exchanges) {
        if (!exchange.isRequest)
            continue;
        const auto [at, isNew] = byKey.try_emplace({exchange.method, exchange.key}, rows.size());
        if (isNew)
            rows.push_back({.first = &exchange});
        RecordedRequest &row = rows[at->second];
        row.messages.push_back(exchange.number);
        row.unanswered += exchange.hasResponse ? 0 : 1;
        for (const Event &event : exchange.events)
            count(event, row);
    }
    return rows;
}

} // namespace sonde::mock
