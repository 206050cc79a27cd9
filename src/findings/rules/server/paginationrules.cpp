// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/server/servertables.h"

namespace sonde::findings {

namespace {

void cursorStringOrAbsent(const Context &context, Report &report)
{
    const auto cursor = context.result()["nextCursor"];
    if (!cursor || cursor.isString())
        return;
    if (cursor.isNull())
        report.at(cursor, Text::tr("`nextCursor` is null; the last page has no `nextCursor`."))
            .remedy = Text::tr("Leave `nextCursor` out of the last page.");
    else
        report.at(cursor, Text::tr("`nextCursor` is %1, not a string.").arg(shown(cursor)));
}

void cursorAdvances(const Context &context, Report &report)
{
    if (!context.request)
        return report.notTested();
    const auto next = context.result()["nextCursor"];
    const auto used = context.request->params()["cursor"];
    if (!next.isString() || !used.isString())
        return report.notTested();
    if (used.text() == next.text())
        report
            .at(next,
                Text::tr("`nextCursor` is %1, which is the cursor of this very page: the list "
                         "never ends.")
                    .arg(shown(next)))
            .messages.push_back(context.request->number);
}

void opaque(const Context &context, Report &report)
{
    const auto cursor = context.params()["cursor"];
    const auto &known = context.connection.cursors;
    if (!cursor.isString() || known.size() >= Connection::kMaxCursors)
        return report.notTested();
    const std::string key = context.message.method.toStdString() + ' ' + cursor.text();
    const auto begin = known.lower_bound(context.message.method.toStdString() + ' ');
    // Without any page of this list the recording may have begun later.
    const bool hasPages =
        begin != known.end() && begin->first.starts_with(context.message.method.view());
    if (!hasPages)
        return report.notTested();
    if (!known.contains(key))
        report.at(cursor,
            Text::tr("The cursor %1 is not the `nextCursor` of any page of this list.")
                .arg(shown(cursor)));
}

constexpr Rule kRules[] = {
    {"pagination.cursor-string-or-absent", On::Result, "tools/list", &cursorStringOrAbsent},
    {"pagination.cursor-string-or-absent", On::Result, "prompts/list", &cursorStringOrAbsent},
    {"pagination.cursor-string-or-absent", On::Result, "resources/list", &cursorStringOrAbsent},
    {"pagination.cursor-string-or-absent", On::Result, "resources/templates/list",
        &cursorStringOrAbsent},
    {"pagination.cursor-string-or-absent", On::Result, "tasks/list", &cursorStringOrAbsent},
    {"pagination.cursor-advances", On::Result, "tools/list", &cursorAdvances, "result/nextCursor"},
    {"pagination.cursor-advances", On::Result, "prompts/list", &cursorAdvances,
        "result/nextCursor"},
    {"pagination.cursor-advances", On::Result, "resources/list", &cursorAdvances,
        "result/nextCursor"},
    {"pagination.cursor-advances", On::Result, "resources/templates/list", &cursorAdvances,
        "result/nextCursor"},
    {"pagination.opaque", On::Request, "tools/list", &opaque, "params/cursor"},
    {"pagination.opaque", On::Request, "prompts/list", &opaque, "params/cursor"},
    {"pagination.opaque", On::Request, "resources/list", &opaque, "params/cursor"},
    {"pagination.opaque", On::Request, "resources/templates/list", &opaque, "params/cursor"},
};

} // namespace

std::span<const Rule> paginationRules()
{
    return kRules;
}

} // namespace sonde::findings
