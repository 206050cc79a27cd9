// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restartcause.h"
#include "session/restart/buildlog.h"
#include "session/restart/buildrun.h"
#include "session/restart/watchplan.h"
#include "watch/changewatch.h"

#include <QObject>
#include <QSet>

#include <memory>

namespace sonde::session {

// Watches the files of one server, builds them once they are quiet after a change, and says then
// that the server is to be restarted. Whoever owns it restarts the server.
//
// What a build writes into a watched folder is no change: a file that changes during several builds
// is one that builds write. A file that changes after every start is written by the server,
// and restarts it no more after some times.
class RestartOnChange : public QObject {
    Q_OBJECT
public:
    enum class State { Off, Looking, Watching, Building };

    static constexpr int kMaxBuilds = 3; // in a row, for files that change meanwhile
    // So often a server restarts for the same files, when they change within this time after it is
    // ready (or has failed).
    static constexpr int kMaxLoops = 5;
    static constexpr std::chrono::seconds kLoopTime{2};

    // `traffic` and the thread are those of BuildLog.
    RestartOnChange(const QString &server, rpc::TrafficSink *traffic, QThread *wire,
        QObject *parent = nullptr, const Clock &clock = SystemClock::instance());
    ~RestartOnChange() override;

    // Watches from now on. With the plan that is carried out nothing happens.
    void start(const WatchPlan &plan);
    void stop(); // ends a build as well
    // The server that was restarted is ready, or has failed.
    void noteStarted();

    State state() const { return m_state; }
    const WatchPlan &plan() const { return m_plan; }
    std::size_t fileCount() const { return m_watch.fileCount(); }
    // Why not every change restarts the server, as a sentence; empty: every one does.
    QString problem() const;

Q_SIGNALS:
    void changed(); // the state, the number of files, or the problem
    void restartDue(const sonde::models::RestartCause &cause);
    // The server is to be left as it is.
    void buildFailed(
        const sonde::models::RestartCause &cause, const sonde::session::BuildResult &result);

private:
    void become(State state);
    void receive(const QStringList &files);
    QStringList withoutLooping(const QStringList &files);
    void begin(const QStringList &files);
    void build();
    void adopt(const BuildResult &result);
    void conclude();
    QStringList changedMeanwhile();
    void requestRestart();

    watch::ChangeWatch m_watch;
    BuildLog m_log;
    const Clock &m_clock;
    WatchPlan m_plan;
    State m_state = State::Off;
    models::RestartCause m_cause;
    QSet<QString> m_causing; // the files of m_cause

    std::unique_ptr<BuildRun> m_build;
    BuildResult m_result;
    bool m_isBuilt = false; // the build is over, and the files are not quiet yet
    int m_builds = 0; // in a row
    QSet<QString> m_meanwhile; // changed during the build
    QSet<QString> m_seen; // changed during a build once, and at no other time
    QSet<QString> m_outputs; // … more than once: builds write them

    QSet<QString> m_looping; // that the server writes
    int m_loops = 0;
    bool m_isStarting = false;
    std::int64_t m_startedAt = 0; // steady
};

} // namespace sonde::session
