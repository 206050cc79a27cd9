// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mocklist.h"

#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "mock/recordedrequests.h"
#include "json/builder.h"
#include "json/edit.h"

#include <string>
#include <vector>

namespace sonde::cli {

namespace {

constexpr qsizetype kMaxShown = 120; // characters of params in a table

// Without what matching ignores.
QString paramsOf(const mock::ScriptedExchange &exchange)
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
    for (const mock::RecordedRequest &row : mock::recordedRequests(script))
        table.addRow({QString::number(row.messages.front()),
            harmlessLine(QString::fromStdString(row.first->method)), paramsOf(*row.first),
            QString::number(row.messages.size()), counted(row.errors), counted(row.unanswered),
            QString::number(row.bytes), counted(row.notifications), counted(row.serverRequests)});
    out.write(QStringView(table.text(out.width(), true, out.palette())));
}

void printMockLines(const mock::MockScript &script, Output &out)
{
    for (const mock::RecordedRequest &row : mock::recordedRequests(script)) {
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
