// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"
#include "agent/inspected.h"
#include "agent/pausablecall.h"
#include "agent/permissions.h"
#include "agent/recording.h"
#include "json/builder.h"

#include <QObject>
#include <QPointer>

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace sonde::agent {

// call: has a tool that may be destructive confirmed, sends the request, passes its progress on,
// and ends with its response and what was recorded meanwhile, or with what the server asks for. A
// call that is cancelled cancels the request.
class AgentCallRun : public QObject,
                     public PausableCall,
                     public std::enable_shared_from_this<AgentCallRun> {
    Q_OBJECT
public:
    // All of them outlive it, the server with the calls of its client.
    AgentCallRun(const AgentToolCall &tool, Inspected &server, Permissions &permissions,
        Recording &recording);
    ~AgentCallRun() override;

    void start();
    bool matches(std::string_view method, std::string_view target) const override;
    std::chrono::milliseconds patience() const override { return m_patience; }
    bool isOver() const override { return m_result.has_value(); }
    void pause() override;
    void goOn(const AgentToolCall &tool) override;

private:
    void confirm();
    void send();
    mcp::CallOptions options() const;
    void passProgress(const rpc::Message &message);
    void finish(const Result<mcp::Response> &response);
    void addResult(json::Builder &out, const mcp::Response &response, trace::Number number) const;
    void addError(json::Builder &out, const Error &error) const;
    // The records of the call; 0: there is none.
    struct Messages {
        trace::Number request = 0;
        trace::Number response = 0;
    };
    bool concerns(const findings::Finding &finding, const Messages &messages) const;
    void addFindings(json::Builder &out, const Messages &messages) const;
    void addStderr(json::Builder &out) const;

    AgentToolCall m_tool; // over while the call is paused
    const QPointer<Inspected> m_server;
    Permissions &m_permissions;
    Recording &m_recording;
    const QString m_name;
    RequestHandle m_request;
    QString m_method;
    trace::Number m_before = 0; // the last record before the request
    double m_progress = -1; // that was passed on last
    const std::chrono::milliseconds m_patience;
    bool m_isPaused = false;
    std::optional<std::string> m_result; // which may come while it is paused
};

} // namespace sonde::agent
