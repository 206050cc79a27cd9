// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mocklist.h"

#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "json/builder.h"
#include "json/edit.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sonde::cli {

namespace {

constexpr qsizetype kMaxShown = 120; // characters of params in a table

// Requests with equal params.
struct Row {
    const mock::Exchange *first = nullptr;
    std::vector<trace::Number> messages{};
    int errors = 0;
    int unanswered = 0;
    std::size_t bytes = 0; // of the responses
    int notifications = 0;
    int serverRequests = 0;
};

void count(const mock::Event &event, Row &row)
{
    switch (event.kind) {
    case mock::EventKind::Notification:
        ++row.notifications;
        break;
    case mock::EventKind::ServerRequest:
        ++row.serverRequests;
        break;
    case mock::EventKind::Response: {
        row.bytes += event.bytes.size();
        const json::Document response = json::Document::parse(event.bytes);
        row.errors += response.root()["error"].exists() ? 1 : 0;
        break;
    }
    case mock::EventKind::Stderr:
    case mock::EventKind::ClientResponse:
    case mock::EventKind::Cancellation:
        break;
    }
}

std::vector<Row> rowsOf(const mock::MockScript &script)
{
    std::vector<Row> rows;
    std::map<std::pair<std::string, std::string>, std::size_t> byKey;
    for (const mock::Exchange &exchange : script.exchanges) {
        if (!exchange.isRequest)
            continue;
        const auto [at, isNew] = byKey.try_emplace({exchange.method, exchange.key}, rows.size());
        if (isNew)
            rows.push_back({.first = &exchange});
        Row &row = rows[at->second];
        row.messages.push_back(exchange.number);
        row.unanswered += exchange.hasResponse ? 0 : 1;
        for (const mock::Event &event : exchange.events)
            count(event, row);
    }
    return rows;
}

// Without what matching ignores.
QString paramsOf(const mock::Exchange &exchange)
{
    const json::Value params = exchange.params();
    const json::Value meta = params["_meta"];
    const auto rest = meta ? json::removeValue(meta) : Result<Bytes>(exchange.message.bytes());
    const json::Document message = rest ? json::Document::parse(*rest) : json::Document();
    const QString text = harmlessLine(json::toQString(message.root()["params"].raw()));
    if (text == u"{}")
        return {};
    return text.size() > kMaxShown ? QString(text.left(kMaxShown) + u'…') : text;
}

QString counted(int number)
{
    return number == 0 ? QString() : QString::number(number);
}

} // namespace

void printMockTable(const mock::MockScript &script, Output &out)
{
    std::vector<Column> columns;
    for (const char *title : {"#", "Method", "Params", "Count", "Errors", "No response", "Bytes",
             "Notifications", "Server requests"})
        columns.push_back({QLatin1String(title), 0});
    Table table(columns);
    for (const Row &row : rowsOf(script))
        table.addRow({QString::number(row.messages.front()),
            harmlessLine(QString::fromStdString(row.first->method)), paramsOf(*row.first),
            QString::number(row.messages.size()), counted(row.errors), counted(row.unanswered),
            QString::number(row.bytes), counted(row.notifications), counted(row.serverRequests)});
    out.write(QStringView(table.text(out.width(), true, out.palette())));
}

void printMockLines(const mock::MockScript &script, Output &out)
{
    for (const Row &row : rowsOf(script)) {
        json::Builder line;
        line.beginObject().member("method", std::string_view(row.first->method));
        if (const json::Value params = row.first->params())
            line.rawMember("params", params.raw());
        line.key("messages").beginArray();
        for (const trace::Number number : row.messages)
            line.number(std::int64_t(number));
        line.endArray();
        line.member("errors", row.errors).member("unanswered", row.unanswered);
        line.member("bytes", std::int64_t(row.bytes)).member("notifications", row.notifications);
        line.member("serverRequests", row.serverRequests);
        out.write(line.endObject().takeString() + '\n');
    }
}

} // namespace sonde::cli
