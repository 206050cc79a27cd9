// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call.h"

#include "json/builder.h"

namespace sonde::demo {

Call::Call(rpc::Message request, Dialect &dialect, Outbox &outbox, Timers &timers, Batch *batch)
    : m_request(std::move(request))
    , m_dialect(dialect)
    , m_outbox(outbox)
    , m_timers(timers)
    , m_batch(batch)
{
    if (m_batch)
        m_batch->enter();
}

Call::~Call()
{
    m_timers.removeAllOf(this);
    m_dialect.callEnded(*this);
    if (m_batch)
        m_batch->leave();
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

void Call::respond(std::string_view response)
{
    if (std::exchange(m_over, true))
        return;
    if (m_batch)
        m_batch->add(response);
    else
        m_outbox.send(response);
}

void Call::notify(std::string_view method, std::string_view params)
{
    if (!m_over)
        m_outbox.send(rpc::notification(method, params).view());
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
    m_timers.add(this, delay, [this, action = std::move(action)] { action(*this); });
}

void Call::ask(const Question &question, AnswerHandler handler)
{
    m_dialect.ask(*this, question, std::move(handler));
}

} // namespace sonde::demo
