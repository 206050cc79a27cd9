// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/call.h"

#include "json/builder.h"

namespace sonde::demo {

Call::Call(
    rpc::Message request, ServerDialect &dialect, ReplyChannel &channel, CallContext &surroundings)
    : m_request(std::move(request))
    , m_dialect(dialect)
    , m_channel(channel)
    , m_surroundings(surroundings)
{
    m_channel.enter();
}

Call::~Call()
{
    m_surroundings.timers.removeAllOf(this);
    m_dialect.callEnded(*this);
    m_channel.leave();
}

void Call::finish(std::string_view result, std::optional<Freshness> freshness)
{
    finishSealed(m_dialect.seal(result, freshness));
}

void Call::finishSealed(std::string_view result)
{
    respond(rpc::response(id(), result).view());
}

void Call::fail(int code, std::string_view sentence, std::string_view data)
{
    respond(rpc::errorResponse(id(), code, sentence, data).view());
}

void Call::refuse(int code, std::string_view sentence, std::string_view data)
{
    respond(rpc::errorResponse(id(), code, sentence, data).view(), ReplyKind::Refused);
}

void Call::failUnknownMethod()
{
    const std::string sentence = "There is no method " + std::string(method()) + '.';
    respond(
        rpc::errorResponse(id(), rpc::kMethodNotFound, sentence).view(), ReplyKind::UnknownMethod);
}

void Call::failUnknownResource(std::string_view uri)
{
    json::Builder data;
    data.beginObject().member("uri", uri).endObject();
    fail(features().resourceNotFound, "There is no such resource.", data.view());
}

void Call::respond(std::string_view response, ReplyKind verdict)
{
    if (!std::exchange(m_over, true))
        m_channel.respond(response, verdict);
}

void Call::notify(std::string_view method, std::string_view params)
{
    if (!m_over)
        send(rpc::notification(method, params).view());
}

void Call::progress(std::int64_t done, std::optional<std::int64_t> total, std::string_view message)
{
    const json::Value token = meta()["progressToken"];
    if (!token)
        return;
    json::Builder params;
    params.beginObject().rawMember("progressToken", token.raw()).member("progress", done);
    if (total)
        params.member("total", *total);
    if (features().progressMessage && !message.empty())
        params.member("message", message);
    params.endObject();
    notify("notifications/progress", params.view());
}

void Call::log(LogLevel level, std::string_view logger, std::string_view data)
{
    if (!wantsLog(level))
        return;
    json::Builder params;
    params.beginObject()
        .member("level", logLevelName(level))
        .member("logger", logger)
        .rawMember("data", data)
        .endObject();
    notify("notifications/message", params.view());
}

void Call::after(Milliseconds delay, std::function<void(Call &)> action)
{
    m_surroundings.timers.add(this, delay, [this, action = std::move(action)] { action(*this); });
}

void Call::sendRequest(const RequestToClient &request, ResponseHandler handler)
{
    m_dialect.sendRequest(*this, request, std::move(handler));
}

} // namespace sonde::demo
