// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "mcp/client/client.h"
#include "mcp/client/serverrequesthandler.h"
#include "replay/recordedresponses.h"
#include "replay/replayrun.h"
#include "session/replay/replayrecording.h"

#include <QObject>

#include <memory>
#include <optional>
#include <string>

namespace sonde::session {

// Sends the client's side of a recording to a server, on a connection of its own, and compares the
// responses with those of the recording. Reading, planning and comparing are done off the window's
// thread.
class ServerReplay : public QObject, private mcp::ServerRequestHandler {
    Q_OBJECT
public:
    enum class State {
        Reading, // the recording
        Unreadable, // problem() says why
        NotStarted,
        Running,
        Comparing,
        Finished, // there is a report
        Failed, // not connected; problem() says why
    };

    explicit ServerReplay(const QString &recording, QObject *parent = nullptr);
    ~ServerReplay() override;

    // As the server of `config` is connected, but with the capabilities and the responses of the
    // recording. `destructive` are the tools that the server now says are destructive. Of these,
    // and of those that the recording says are, only the `agreed` ones are called. Not while
    // reading or running.
    void start(mcp::ClientConfig config, const std::set<std::string> &destructive,
        const QStringList &agreed);
    void cancel(); // what has no response yet gets none

    // As cancel(), and nothing of the configuration is used any more.
    void drop();

    State state() const { return m_state; }
    bool canStart() const;
    const QString &problem() const { return m_problem; }
    // From NotStarted on.
    const ReplayRecording &recording() const { return *m_recording; }
    // The tools that are called only when it is agreed, as far as they are known: the server may
    // have named more at the newest start.
    QStringList destructiveTools() const;
    const replay::ReplayReport &report() const { return m_report; }
    // Which revision was recorded, if the server was connected in another one; else empty.
    QString otherRevision() const;

    const std::vector<replay::ReplayRule> &rules() const { return m_rules.rules(); }
    // The report is compared again, without sending.
    void ignore(const replay::ReplayRule &rule);
    void stopIgnoring(const replay::ReplayRule &rule);

    // Gives the compared texts of a row; runs on any thread.
    std::function<std::pair<Bytes, Bytes>()> texts(const replay::ReportRow &row) const;

Q_SIGNALS:
    void changed();

private:
    // What a run needs of the recording.
    struct Prepared {
        Prepared(const mock::MockScript &script, std::set<replay::Index> chosen);

        replay::RecordedResponses responses;
        replay::ReplayPlan plan; // until it is sent
        std::string capabilities;
    };

    void connectServer();
    void clientChanged();
    void run();
    void end();
    void fail(const QString &problem);
    void compare();
    void handleRequest(const mcp::ServerRequest &request) override;
    void setState(State state);

    State m_state = State::Reading;
    QString m_problem;
    std::shared_ptr<const ReplayRecording> m_recording;
    std::shared_ptr<const replay::Outcomes> m_live; // of the newest run
    replay::ReplayReport m_report;
    replay::ReplayRules m_rules;
    std::set<replay::Index> m_destructive; // calls of destructiveTools()
    std::set<replay::Index> m_withheld; // of these, by the newest run
    QString m_revision; // of the newest run
    std::optional<mcp::ClientConfig> m_config; // until the client is made
    std::shared_ptr<Prepared> m_prepared; // for the newest run; outlives the client
    std::unique_ptr<mcp::Client> m_client;
    std::unique_ptr<replay::ReplayRun> m_run;
    BackgroundJob m_job;
};

} // namespace sonde::session
