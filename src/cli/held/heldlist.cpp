// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldlist.h"

#include "base/formatting.h"
#include "cli/held/heldplace.h"
#include "cli/held/keeperquestion.h"
#include "cli/options/line.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"

#include <chrono>

namespace sonde::cli {

namespace {

constexpr int kMaxCellLines = 3;

QString cell(const json::Value &value)
{
    return harmlessLine(value.isString() ? value.toString() : json::toQString(value.raw()));
}

QStringList rowOf(const json::Value &state)
{
    const std::chrono::seconds age(state["seconds"].toInt64().value_or(0));
    return {cell(state["name"]), cell(state["server"]), cell(state["revision"]),
        cell(state["target"]), elapsedText(age), cell(state["requests"]), cell(state["recording"])};
}

} // namespace

Error needsName()
{
    return usageError(Text::tr("“open” needs a name. Add --as NAME before the server."));
}

Result<int> listHeld(const Line &line, Output &out, Output &err)
{
    if (!line.has("--list"))
        return needsName();
    Table table({{Text::tr("Name"), 0, true}, {Text::tr("Server")}, {Text::tr("Revision")},
        {Text::tr("Command or URL"), kMaxCellLines}, {Text::tr("Open for")},
        {Text::tr("Waiting requests")}, {Text::tr("Recording"), 0, true}});
    int code = kFine;
    const QStringList names = heldNames();
    for (const QString &name : names) {
        const Result<KeeperReply> state = askKeeper(name, keeper::kState, "{}");
        if (!state) {
            err.complain(state.error().sentence);
            code = kCannotConnect;
        } else if (line.has("--json")) {
            out.write(state->result().raw());
            out.write(std::string_view("\n"));
        } else {
            table.addRow(rowOf(state->result()));
        }
    }
    if (names.isEmpty())
        err.note(Text::tr("No server is open."));
    else if (!line.has("--json"))
        out.write(table.text(out.width(), true, out.palette()));
    return code;
}

} // namespace sonde::cli
