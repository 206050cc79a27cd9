// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "check/checkwalk.h"
#include "check/httpwalk.h"
#include "mcp/client/client.h"

#include <QObject>
#include <QPointer>
#include <QTimer>

#include <memory>

namespace sonde::session {

// A check of a connected server: sends what the plan names on the connection that the panels use,
// then, over HTTP, in a session of its own. Everything is in the trace, between two lines that say
// so; what it shows is for the rules of the findings.
class CheckRun : public QObject {
    Q_OBJECT
public:
    struct Plan {
        check::WalkPlan walk; // without `watched`
        bool probesHttp = true; // of a server with a URL: wrong and missing headers
        bool connectsAgain = false; // a second time, with a revision that does not exist
    };
    enum class State { NotStarted, Running, Finished, Cancelled, Lost };
    static constexpr std::chrono::milliseconds kNews{100}; // how often changed() comes meanwhile

    explicit CheckRun(mcp::Client *client, QObject *parent = nullptr);
    ~CheckRun() override;

    // Whether the server speaks a revision whose HTTP requests are known, over a transport that has
    // them.
    static bool canProbeHttp(const mcp::Client &client);
    // Whether it may negotiate a revision at all: only the handshake does.
    static bool canConnectAgain(const mcp::Client &client);

    bool canStart() const;
    void start(Plan plan); // only if it can
    void cancel();

    State state() const { return m_state; }
    bool isRunning() const { return m_state == State::Running; }
    int stepsBegun() const; // of the walk; the lists of the server add more
    int stepsKnown() const;
    const QStringList &unanswered() const { return m_unanswered; } // methods and tools
    const QStringList &unlisted() const { return m_unlisted; } // tools

Q_SIGNALS:
    void changed(); // bundled while it runs
    void finished();

private:
    void walk();
    void probeHttp();
    void connectAgain();
    void againChanged();
    void end(State state);
    void clientChanged();

    QPointer<mcp::Client> m_client;
    Plan m_plan;
    State m_state = State::NotStarted;
    std::unique_ptr<check::CheckWalk> m_walk;
    std::unique_ptr<check::HttpWalk> m_httpWalk;
    std::unique_ptr<mcp::Client> m_again;
    QStringList m_unanswered;
    QStringList m_unlisted;
    int m_begun = 0; // of a walk that is gone
    QTimer m_news;
};

} // namespace sonde::session
