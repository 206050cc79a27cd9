// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/respondrun.h"

#include "json/builder.h"
#include "json/singleline.h"

namespace sonde::agent {

namespace {

// What waits, without a call.
void finishWithWaiting(const AgentToolCall &tool, const ServerRequests &requests, bool isOk)
{
    json::Builder out;
    out.beginObject().member("ok", isOk);
    requests.addWaiting(out, nullptr);
    tool.finish(out.endObject().takeString());
}

ServerRequests::Response responseOf(const AgentToolCall &tool)
{
    ServerRequests::Response response;
    if (const json::Value error = tool.argument("error")) {
        response.code = int(error["code"].toInt64().value_or(rpc::kInternalError));
        response.message = error["message"].toString();
    } else {
        response.result = Bytes::copyOf(json::singleLine(tool.argument("result").raw()));
    }
    return response;
}

} // namespace

void respond(const AgentToolCall &tool, Inspected &server)
{
    ServerRequests &requests = server.requests();
    if (!tool.argument("request"))
        return finishWithWaiting(tool, requests, true);
    const ServerRequests::Number number = tool.integer("request", 0);
    const bool isWaiting = requests.waits(number);
    if (isWaiting && tool.argument("result").exists() == tool.argument("error").exists())
        return tool.fail(std::string_view("Give exactly one of result and error."));
    if (isWaiting)
        requests.respond(number, responseOf(tool));
    // What ran out still has the result of its call.
    if (const auto call = requests.resume(number)) {
        tool.call().employ(call);
        return call->goOn(tool);
    }
    if (isWaiting)
        return finishWithWaiting(tool, requests, !requests.hasMore(number));
    const std::string why = requests.whyOver(number);
    tool.fail(why.empty() ? "There is no server request " + std::to_string(number)
                + " of this connection. respond without request lists those that wait."
                          : why);
}

} // namespace sonde::agent
