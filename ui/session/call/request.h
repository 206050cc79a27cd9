// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QElapsedTimer>
#include <QObject>

#include <memory>
#include <optional>

namespace sonde::session {

// The newest request of one kind (resources/read, prompts/get, tools/call), and how it ended.
class Request : public QObject {
    Q_OBJECT
public:
    enum class State { Idle, Pending, Ok, ToolError, ProtocolError, Cancelled, TimedOut, Failed };

    using QObject::QObject;

    // Does nothing while a request is pending.
    void send(mcp::Client *client, const QString &method, const Bytes &params);
    void cancel() { m_handle.cancel(); }

    State state() const { return m_state; }
    bool isPending() const { return m_state == State::Pending; }
    const Bytes &params() const { return m_params; } // of the newest one
    const QString &method() const { return m_method; } // of the newest one
    // The tool's name; empty: not known.
    virtual QString target() const { return {}; }
    std::int64_t begunNs() const { return m_begunNs; } // on the steady clock, before it was sent
    const QString &server() const { return m_server; } // that it went to, by its name
    // Its id on its connection; 0: a typed line, which has its own.
    static constexpr std::int64_t kUnsent = -1;
    std::int64_t number() const { return m_number; }
    const std::shared_ptr<const mcp::Response> &response() const { return m_response; } // or null
    const std::optional<Error> &error() const { return m_error; }
    qint64 elapsedNs() const;

Q_SIGNALS:
    void changed();

protected:
    // Forgets how the previous request ended.
    void begin(const mcp::Client &client, const QString &method, const Bytes &params);
    void setHandle(RequestHandle handle) { m_handle = std::move(handle); }
    // Options that say which number() the request gets; after begin().
    mcp::CallOptions numbered(mcp::CallOptions options);
    void setTyped() { m_number = 0; } // it is sent as a typed line; after begin()
    void finish(Result<mcp::Response> result);
    void becomeIdle(); // the request was sent, and no response can be matched to it
    // A tool may report its failure inside of a result.
    virtual State stateOf(const mcp::Response &) const { return State::Ok; }
    virtual void adopt(const mcp::Response &) { } // before changed() is emitted

private:
    State m_state = State::Idle;
    QString m_server;
    QString m_method;
    Bytes m_params;
    std::int64_t m_begunNs = 0;
    std::int64_t m_number = kUnsent;
    std::shared_ptr<const mcp::Response> m_response;
    std::optional<Error> m_error;
    QElapsedTimer m_running;
    qint64 m_elapsedNs = 0;
    RequestHandle m_handle;
};

} // namespace sonde::session
