// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/responseoptions.h"
#include "mcp/client/client.h"
#include "mcp/client/serverrequesthandler.h"
#include "review/serverrequestqueue.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace sonde::cli {

class Output;
class TerminalAsk;

// Responds to server requests from the sources that --sampling, --elicitation and --roots name, one
// request after the other, in the order of their arrival.
class Responses : public QObject, private mcp::ServerRequestHandler {
    Q_OBJECT
public:
    static constexpr qint64 kMaxFile = qint64(64) << 20;

    // `err` outlives it.
    Responses(ResponseOptions options, Output &err, QObject *parent = nullptr);
    ~Responses() override;

    // Declares the capabilities, and receives the server requests. Must outlive the client.
    void declare(mcp::ClientConfig &config);
    // The negotiated revision, which the responses must conform to.
    void setRevision(const QString &revision);
    // The connection ended: pending server requests get no response.
    void lose(const QString &why);
    // True when a source produced no response, so that a request was refused or a call was ended.
    bool hasFailed() const { return m_failed; }

private:
    void handleRequest(const mcp::ServerRequest &request) override;
    void withdrawRequest(const rpc::Id &id, const QString &why) override;
    bool takesInput() const override { return true; }
    void handleInput(const mcp::InputRound &round) override;
    void withdrawInput(const mcp::InputRound &round, const QString &why) override;

    using Done = std::function<void(Result<std::optional<Bytes>>)>;

    void respondToNext();
    void askNext(); // input request of the current server request
    void obtain(const review::RequestedInput &question, Done done);
    void answered(const Result<std::optional<Bytes>> &response);
    void refuse(quint64 number, const Error &error);
    void send(quint64 number);
    void checkFit(const review::RequestedInput &question, const Bytes &response);
    Result<std::optional<Bytes>> fromFile(const QString &path) const;
    QString who(const review::QueuedRequest &queued) const;

    const ResponseOptions m_options;
    Output &m_err;
    review::ServerRequestQueue m_box;
    std::string m_capabilities;
    QString m_revision;
    std::deque<quint64> m_queue;
    std::shared_ptr<const review::QueuedRequest> m_current;
    std::vector<Bytes> m_given; // responses to its input requests so far
    RequestHandle m_run; // of a program
    TerminalAsk *m_terminal;
    bool m_failed = false;
};

} // namespace sonde::cli
