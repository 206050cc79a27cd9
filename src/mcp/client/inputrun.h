// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "mcp/client/abstractclient.h"
#include "mcp/client/inputkeeper.h"
#include "mcp/client/inputround.h"

#include <QPointer>

#include <memory>
#include <optional>

namespace sonde::mcp {

// A request whose responses may ask for input (2026-07-28 basic/patterns/mrtr): it is sent again
// with the input that ClientConfig::serverRequests provides, until a response asks for none. Keeps
// itself alive while it waits.
class InputRun : public InputKeeper, public std::enable_shared_from_this<InputRun> {
public:
    static constexpr int kMaxRounds = 10; // then a server that always asks again gets no more
    // Pause before a requestState without input requests is sent back, against a flood of requests.
    static constexpr std::chrono::milliseconds kPause{250};

    // 2026-07-28 basic/patterns/mrtr: only the responses to these may ask for input.
    static bool isFor(const QString &method);

    InputRun(AbstractClient *client, QString method, Bytes params, const CallOptions &options,
        QObject *context, Answered done);
    ~InputRun() override;
    RequestHandle start();

    bool waitsFor(const InputRound &round) const override
    {
        return m_round && m_round->isSame(round);
    }
    Result<void> goOn(const Bytes &responses, const StateEcho &echo) override;
    void stop() override;
    void logLifecycle(const QString &what, const QString &detail) const override;

private:
    void send();
    void receive(Result<Response> result);
    void beginRound(Result<Response> result, InputRound::Kind kind,
        std::shared_ptr<const json::Document> asked);
    void sendStateBack();
    void cancel();
    void giveUp(const Error &error);
    void over(const QString &why);
    void watch();

    const QPointer<AbstractClient> m_client;
    const QString m_method;
    const CallOptions m_options;
    const QPointer<QObject> m_context;
    const Answered m_done;
    Bytes m_params; // of the newest request
    RequestHandle m_current;
    std::optional<InputRound> m_round; // that waits for input
    std::optional<Result<Response>> m_response; // that asked for the input of m_round
    std::vector<InputRound::Past> m_before;
    std::unique_ptr<QObject> m_watch; // while a round waits
    std::shared_ptr<InputRun> m_self; // the same
    int m_rounds = 0;
};

} // namespace sonde::mcp
