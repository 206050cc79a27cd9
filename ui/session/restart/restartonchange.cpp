// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/restartonchange.h"

#include "base/formatting.h"
#include "rpc/lifecycle.h"

#include <utility>

namespace sonde::session {

using models::RestartCause;

namespace {

constexpr qsizetype kRecordedFiles = 20; // of those that changed
constexpr qsizetype kMaxSeen = 50'000; // files; as many as are watched

QSet<QString> setOf(const QStringList &files)
{
    return {files.begin(), files.end()};
}

} // namespace

RestartOnChange::RestartOnChange(const QString &server, rpc::TrafficSink *traffic, QThread *wire,
    QObject *parent, const Clock &clock)
    : QObject(parent)
    , m_log(server, traffic, wire)
    , m_clock(clock)
{
    connect(&m_watch, &watch::ChangeWatch::ready, this, [this] {
        if (m_state == State::Looking)
            become(State::Watching);
    });
    connect(&m_watch, &watch::ChangeWatch::problemChanged, this, &RestartOnChange::changed);
    connect(&m_watch, &watch::ChangeWatch::changed, this, &RestartOnChange::receive);
    connect(&m_watch, &watch::ChangeWatch::settled, this, [this] {
        if (m_isBuilt)
            conclude();
    });
}

RestartOnChange::~RestartOnChange() = default;

void RestartOnChange::become(State state)
{
    m_state = state;
    Q_EMIT changed();
}

void RestartOnChange::start(const WatchPlan &plan)
{
    if (m_state != State::Off && plan == m_plan) {
        m_plan = plan; // its build may have other variables
        return;
    }
    stop();
    m_plan = plan;
    if (plan.paths.isEmpty())
        return;
    become(State::Looking);
    m_watch.start(plan.folder, plan.paths, plan.quiet);
}

void RestartOnChange::stop()
{
    m_build.reset();
    m_isBuilt = false;
    m_meanwhile.clear();
    m_seen.clear();
    m_outputs.clear();
    m_looping.clear();
    m_causing.clear();
    m_loops = 0;
    m_isStarting = false;
    m_watch.stop();
    if (m_state != State::Off)
        become(State::Off);
}

QString RestartOnChange::problem() const
{
    if (m_looping.isEmpty())
        return m_watch.problem();
    QStringList files(m_looping.begin(), m_looping.end());
    files.sort();
    return tr("%1 changed after each of the last %2 restarts, so its changes no longer restart the "
              "server. Leave it out with “!%3” in the watched paths.")
        .arg(files.first())
        .arg(kMaxLoops)
        .arg(files.first());
}

void RestartOnChange::noteStarted()
{
    m_isStarting = false;
    m_startedAt = m_clock.now().steady;
}

void RestartOnChange::receive(const QStringList &files)
{
    if (m_state == State::Building) {
        m_meanwhile += setOf(files);
        return;
    }
    if (const QStringList counting = withoutLooping(files); !counting.isEmpty())
        begin(counting);
}

// A server that writes a file in its project each time it starts would be restarted for ever.
QStringList RestartOnChange::withoutLooping(const QStringList &files)
{
    QStringList counting;
    for (const QString &file : files) {
        if (!m_looping.contains(file))
            counting << file;
    }
    if (counting.isEmpty())
        return counting;
    const QSet<QString> now = setOf(counting);
    const bool isSoon =
        m_isStarting || std::chrono::nanoseconds(m_clock.now().steady - m_startedAt) < kLoopTime;
    m_loops = isSoon && m_causing.contains(now) ? m_loops + 1 : 0;
    if (m_loops < kMaxLoops)
        return counting;
    m_looping += now;
    m_loops = 0;
    Q_EMIT changed();
    return {};
}

void RestartOnChange::begin(const QStringList &files)
{
    m_causing = setOf(files);
    m_cause = RestartCause::ofFiles(files);
    m_log.event(rpc::lifecycle::kFilesChanged, listText(files.mid(0, kRecordedFiles)));
    m_seen -= m_causing; // not only builds write them
    m_outputs -= m_causing;
    m_builds = 0;
    if (m_plan.hasBuild())
        build();
    else
        requestRestart();
}

void RestartOnChange::build()
{
    ++m_builds;
    m_meanwhile.clear();
    m_isBuilt = false;
    m_build = std::make_unique<BuildRun>(m_plan.build, m_log);
    connect(m_build.get(), &BuildRun::finished, this, &RestartOnChange::adopt);
    become(State::Building);
    m_build->start();
}

void RestartOnChange::adopt(const BuildResult &result)
{
    m_result = result;
    m_isBuilt = true;
    if (m_watch.checkQuiet())
        conclude();
}

// The build is over, and it is known what has changed meanwhile.
void RestartOnChange::conclude()
{
    m_isBuilt = false;
    m_build.release()->deleteLater(); // its signal may be what led here
    if (!changedMeanwhile().isEmpty() && m_builds < kMaxBuilds)
        return build();
    m_cause.build = m_result.took;
    become(State::Watching);
    if (m_result.isOk)
        requestRestart();
    else
        Q_EMIT buildFailed(m_cause, m_result);
}

// Without what the build itself has written.
QStringList RestartOnChange::changedMeanwhile()
{
    m_outputs += m_meanwhile & m_seen;
    if (m_seen.size() < kMaxSeen)
        m_seen += m_meanwhile;
    const QSet<QString> rest = m_meanwhile - m_outputs - m_looping;
    return {rest.begin(), rest.end()};
}

void RestartOnChange::requestRestart()
{
    m_isStarting = true;
    Q_EMIT restartDue(m_cause);
}

} // namespace sonde::session
