// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/callcontext.h"
#include "demo/call/replychannel.h"
#include "demo/call/serverdialect.h"
#include "rpc/message.h"

#include <memory>

namespace sonde::demo {

// One request that is being answered, at once or over time. It ends with exactly one finish() or
// fail(), or silently when the client cancels it.
class Call {
public:
    Call(rpc::Message request, ServerDialect &dialect, ReplyChannel &channel,
        CallContext &surroundings);
    ~Call();
    Call(const Call &) = delete;
    Call &operator=(const Call &) = delete;

    const rpc::Id &id() const { return m_request.id; }
    std::string_view method() const { return m_request.method; }
    json::Value params() const { return m_request.params(); }
    json::Value meta() const { return params()["_meta"]; }
    const Features &features() const { return m_dialect.features(); }
    bool isInBatch() const { return m_request.inBatch; }
    Milliseconds now() const { return m_surroundings.timers.now(); }

    // `result` is an object's text; the dialect adds what its era demands.
    void finish(std::string_view result, std::optional<Freshness> freshness = {});
    // `result` is sent as it is.
    void finishSealed(std::string_view result);
    void fail(int code, std::string_view sentence, std::string_view data = {});
    // Fails a request that is invalid whatever its method is.
    void refuse(int code, std::string_view sentence, std::string_view data = {});
    void failUnknownMethod();
    void failUnknownResource(std::string_view uri);
    bool isOver() const { return m_over; }

    // Sends a message that belongs to this call.
    void send(std::string_view message) { m_channel.send(message); }
    void notify(std::string_view method, std::string_view params);
    bool wantsProgress() const { return meta()["progressToken"].exists(); }
    // Sent only when the client gave a token. `total` and `message` may be missing.
    void progress(std::int64_t done, std::optional<std::int64_t> total, std::string_view message);
    bool wantsLog(LogLevel level) const { return m_dialect.wantsLog(*this, level); }
    void log(LogLevel level, std::string_view logger, std::string_view data);
    void remark(std::string_view line) { m_surroundings.remark(line); }

    void after(Milliseconds delay, std::function<void(Call &)> action);
    bool waitsForTime() const { return m_surroundings.timers.hasAnyOf(this); }
    bool isCongested() const { return m_channel.isCongested(); }
    void hangUp() { m_channel.hangUp(); }
    bool clientAccepts(const RequestToClient &request) const
    {
        return m_dialect.accepts(*this, request);
    }
    void sendRequest(const RequestToClient &request, ResponseHandler handler);

    // What works for this call until it is over: destroyed with it, also when it is cancelled.
    void employ(std::shared_ptr<void> work) { m_work = std::move(work); }

private:
    void respond(std::string_view response, ReplyKind verdict = ReplyKind::Handled);

    const rpc::Message m_request;
    ServerDialect &m_dialect;
    ReplyChannel &m_channel;
    CallContext &m_surroundings;
    bool m_over = false;
    std::shared_ptr<void> m_work;
};

} // namespace sonde::demo
