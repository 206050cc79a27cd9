// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldplace.h"
#include "cli/held/keeperquestion.h"
#include "cli/options/commandtable.h"
#include "cli/options/line.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/jsonlayout.h"
#include "cli/output/output.h"
#include "cli/output/resulttext.h"
#include "cli/output/usageerror.h"
#include "cli/server/serverlink.h"
#include "review/responsecheck.h"
#include "rpc/message.h"
#include "json/builder.h"

namespace sonde::cli {

namespace {

constexpr Option kOptions[]{
    {.name = QLatin1String("--cancel-call"),
        .example = {},
        .shown = {},
        .group = OptionGroup::Own,
        .commands = Command::Respond,
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "instead of RESULT_JSON: cancel the call in which the server made the request")},
    {.name = QLatin1String("--decline"),
        .example = {},
        .shown = {},
        .group = OptionGroup::Own,
        .commands = Command::Respond,
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "instead of RESULT_JSON: decline the elicitation, or refuse the request")}};

QString resultText(std::string_view method, const json::Value &result)
{
    if (method == "tools/call" || method == "tasks/result") // only tool calls become tasks
        return toolResultText(result);
    if (method == "resources/read")
        return readResultText(result);
    if (method == "prompts/get")
        return promptText(result);
    return jsonText(result);
}

// The response to the call that waited.
int print(
    std::string_view method, const json::Value &response, bool asJson, Output &out, Output &err)
{
    if (const json::Value error = response["error"]) {
        if (error["code"].toInt64() == kLostCode) {
            err.complain(error["message"].toString());
            return kCannotConnect;
        }
        err.complain(
            Text::tr("The server returned error %1: %2")
                .arg(rpc::shownErrorCode(error["code"].raw()), error["message"].toString()));
        return kServerError;
    }
    const json::Value result = response["result"];
    if (asJson) {
        out.write(result.raw());
        out.write(std::string_view("\n"));
    } else {
        out.write(resultText(method, result));
    }
    return result["isError"].toBool().value_or(false) ? kToolError : kFine;
}

Result<std::string> paramsOf(const Line &line)
{
    const std::vector<std::string> arguments = line.arguments();
    bool isNumber = false;
    const QString number = decodedWord(arguments.front());
    json::Builder params;
    params.beginObject().member("request", std::int64_t(number.toULongLong(&isNumber)));
    if (!isNumber)
        return usageError(Text::tr("%1 is not the number of a server request. List them with "
                                   "sonde-cli --on %2 requests.")
                              .arg(quotedWord(number), line.text("--on")));
    if (int(line.has("--decline")) + int(line.has("--cancel-call")) + int(arguments.size() > 1)
        != 1)
        return usageError(Text::tr("“respond” needs one of these: the response as JSON, --decline "
                                   "or --cancel-call."));
    if (arguments.size() > 1) {
        const json::Document result = json::Document::parse(arguments[1]);
        if (!result.isValid() || !result.root().isObject())
            return usageError(Text::tr("The response is not a JSON object. An example: '%1'.")
                                  .arg(QStringLiteral(R"({"action":"decline"})")));
        params.rawMember("result", arguments[1]);
    }
    return params.endObject().takeString();
}

// What does not fit goes all the same: a person may want to see what the server makes of it.
void noteMisfits(const QString &name, const json::Value &sent, Output &err)
{
    const Result<KeeperReply> reply = askKeeper(name, keeper::kRequests, "{}");
    if (!reply || !sent["result"])
        return;
    for (const json::Value request : reply->result()["requests"]) {
        if (request["request"].raw() != sent["request"].raw())
            continue;
        const QString method = request["method"].toString();
        const review::RequestedInput question{
            {}, method, review::kindOf(method, request["params"]), request["params"]};
        for (const review::Remark &remark :
            review::checkResponse(question, sent["result"], request["revision"].toString()))
            err.note(Text::tr("Note: the response is not valid. %1").arg(review::placed(remark)));
    }
}

Result<int> cancelCall(const QString &name, const std::string &params, Output &err)
{
    const Result<KeeperReply> reply = askKeeper(name, keeper::kCancelCall, params);
    if (!reply)
        return failWithout(reply.error(), err);
    err.note(Text::tr("The call is cancelled."));
    return int(kFine);
}

Result<int> runRespond(const Line &line, Output &out, Output &err)
{
    const QString name = line.text("--on");
    if (name.isEmpty())
        return usageError(Text::tr("“respond” needs --on NAME, the name of an open server."));
    const Result<std::string> params = paramsOf(line);
    if (!params)
        return params.error();
    if (line.has("--cancel-call"))
        return cancelCall(name, *params, err);
    noteMisfits(name, json::Document::parse(*params).root(), err);
    const Result<KeeperReply> reply = askKeeper(name, keeper::kRespond, *params, kNoLimit);
    if (!reply)
        return failWithout(reply.error(), err);
    const json::Value response = reply->result()["response"];
    if (response)
        return print(reply->result()["method"].text(), response, line.has("--json"), out, err);
    err.note(Text::tr("The server has the response."));
    return int(kFine);
}

} // namespace

CommandRow respondCommand()
{
    return {
        .words = QLatin1String("respond"),
        .commands = Command::Respond,
        .usage = u"respond NUMBER RESULT_JSON --on NAME\n"
                 "respond NUMBER --decline --on NAME\n"
                 "respond NUMBER --cancel-call --on NAME",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "responds to a request of an open server"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Sends the response that a server request waits for. The call in which the server "
            "asked goes on: its result is printed, or what the server asks next."),
        .examples = u"sonde-cli open --as demo -- sonde-demo-server\n"
                    "sonde-cli --on demo tools call confirm_address\n"
                    "sonde-cli --on demo respond 1 '{\"action\":\"decline\"}'\n"
                    "sonde-cli close demo",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“respond” needs the number of a server request. requests shows the numbers."))},
        .options = kOptions,
        .run = runRespond,
    };
}

} // namespace sonde::cli
