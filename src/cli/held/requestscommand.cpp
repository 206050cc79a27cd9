// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/formatting.h"
#include "cli/held/heldplace.h"
#include "cli/held/keeperquestion.h"
#include "cli/options/commandtable.h"
#include "cli/options/line.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/jsonlayout.h"
#include "cli/output/output.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"

#include <chrono>

namespace sonde::cli {

namespace {

QStringList rowOf(const json::Value &request)
{
    const std::chrono::seconds age(request["seconds"].toInt64().value_or(0));
    return {json::toQString(request["request"].raw()), harmlessLine(request["method"].toString()),
        harmlessLine(request["about"].toString()), harmlessLine(request["cause"].toString()),
        elapsedText(age)};
}

int list(const json::Value &requests, bool asJson, Output &out, Output &err)
{
    Table table({{Text::tr("Request"), 0, true}, {Text::tr("Method"), 0, true},
        {Text::tr("Content")}, {Text::tr("Caused by")}, {Text::tr("Waits for")}});
    for (const json::Value request : requests) {
        table.addRow(rowOf(request));
        if (asJson) {
            out.write(request.raw());
            out.write(std::string_view("\n"));
        }
    }
    if (requests.count() == 0)
        err.note(Text::tr("No server request waits for a response."));
    else if (!asJson)
        out.write(table.text(out.width(), true, out.palette()));
    return kFine;
}

int show(const json::Value &request, bool asJson, Output &out)
{
    if (asJson)
        out.write(std::string(request["params"].raw()) + '\n');
    else
        out.write(QString(
            harmlessLine(request["method"].toString()) + u'\n' + jsonText(request["params"])));
    return kFine;
}

Result<int> runRequests(const Line &line, Output &out, Output &err)
{
    const QString name = line.text("--on");
    if (name.isEmpty())
        return usageError(Text::tr("“requests” needs --on NAME, the name of an open server."));
    const Result<KeeperReply> reply = askKeeper(name, keeper::kRequests, "{}");
    if (!reply)
        return failWithout(reply.error(), err);
    const json::Value requests = reply->result()["requests"];
    const bool asJson = line.has("--json");
    if (line.arguments().empty())
        return list(requests, asJson, out, err);
    const QString wanted = decodedWord(line.arguments().front());
    for (const json::Value request : requests) {
        if (json::toQString(request["request"].raw()) == wanted)
            return show(request, asJson, out);
    }
    return usageError(
        Text::tr("No server request %1 waits for a response. List them with sonde-cli --on %2 "
                 "requests.")
            .arg(quotedWord(wanted), name));
}

} // namespace

CommandRow requestsCommand()
{
    return {
        .words = QLatin1String("requests"),
        .commands = Command::Requests,
        .usage = u"requests [NUMBER] --on NAME",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "what an open server asks of its client, and waits for"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Lists the server requests (sampling, elicitation, roots) that wait for respond, or "
            "shows the params of one."),
        .examples = u"sonde-cli open --as demo -- sonde-demo-server\n"
                    "sonde-cli --on demo tools call confirm_address\n"
                    "sonde-cli --on demo requests\n"
                    "sonde-cli --on demo requests 1\n"
                    "sonde-cli close demo",
        .most = 1,
        .run = runRequests,
    };
}

} // namespace sonde::cli
