// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "mcp/answer.h"
#include "mcp/calloptions.h"
#include "mcp/listing.h"
#include "mcp/revision.h"
#include "mcp/startlog.h"
#include "rpc/message.h"
#include "rpc/tap.h"
#include "wire/httptarget.h"
#include "wire/launch.h"
#include "wire/transport.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

class QThread;

namespace sonde::mcp {

enum class ClientState : std::uint8_t {
    Stopped,
    Starting, // until the server has answered the first request; probing included
    Ready,
    Stopping,
    Failed, // failure() and steps() say what and where
};

// What was agreed, and why.
struct Negotiated {
    Era era = Era::Handshake;
    QString revision;
    QString verdict; // why this era and revision, as sentences
    rpc::Message answer; // to initialize or server/discover; owns the values below
    QString serverName, serverVersion, serverTitle;
    QString instructions;
    json::Value serverCapabilities() const { return answer.result()["capabilities"]; }
    json::Value serverInfo() const;
    json::Document clientCapabilities; // what we declared
    qint64 firstAnswerNs = 0; // round trip of the first answer
};

struct ClientConfig {
    QString name; // of the profile
    wire::Launch launch;
    std::optional<wire::HttpTarget> http; // a server that is reached by URL: nothing is launched
    EraPolicy era;
    std::chrono::milliseconds handshakeTimeout{10'000};
    rpc::Tap *tap = nullptr; // outlives the client
    QThread *wireThread = nullptr; // nullptr: everything on the caller's thread
};

// A live MCP client: one server over stdio, in whatever era it speaks.
class Client : public QObject {
    Q_OBJECT
public:
    explicit Client(ClientConfig config, QObject *parent = nullptr);
    ~Client() override;

    const ClientConfig &config() const;
    void start(); // from Stopped or Failed
    void stop();
    void restart();

    ClientState state() const;
    const std::vector<StartStep> &steps() const;
    const Error &failure() const; // in Failed
    const wire::StartReport &startReport() const; // of the newest process of the session
    const Negotiated &negotiated() const; // in Ready
    const QStringList &lastDiagnostics() const; // newest lines of stderr, bounded
    QString endReport() const; // "exit code 1" after an end

    // `params` is JSON text, sent byte for byte (with the era's `_meta` added where it must be).
    // Only in Ready; otherwise the callback gets an error.
    RequestHandle request(const QString &method, const Bytes &params, const CallOptions &options,
        QObject *context, std::function<void(Result<Answer>)> done);
    RequestHandle callTool(const QString &name, const Bytes &arguments, const CallOptions &options,
        QObject *context, std::function<void(Result<Answer>)> done);
    // Follows the cursors to the end: "tools/list" → "tools", "prompts/list" → "prompts", …
    RequestHandle list(const QString &method, const QString &member, const CallOptions &options,
        QObject *context, std::function<void(Result<Listing>)> done);
    // The exact line callTool() would send next.
    Bytes previewToolCall(const QString &name, const Bytes &arguments, bool wantProgress) const;

    // Marks a received message in the recording.
    void mark(const rpc::Place &place, rpc::Problem problem);
    int pendingCount() const;

Q_SIGNALS:
    void stateChanged();
    void stepsChanged();
    void notificationReceived(const sonde::rpc::Message &message);
    void diagnosticReceived(const QString &line);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::mcp
