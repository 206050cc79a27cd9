// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/buildrun.h"

#include "base/formatting.h"
#include "rpc/lifecycle.h"

#include <QFileInfo>

namespace sonde::session {

BuildRun::BuildRun(const wire::Launch &launch, BuildLog &log, QObject *parent)
    : QObject(parent)
    , m_program(QFileInfo(launch.program).fileName())
    , m_log(log)
    , m_transport(std::make_unique<wire::StdioTransport>(launch))
{
    m_transport->setSink(this);
    m_limit.setSingleShot(true);
    connect(&m_limit, &QTimer::timeout, this,
        [this] { finish(tr("%1 did not end within %2.").arg(m_program, limitText(kLongest))); });
    m_log.event(
        rpc::lifecycle::kBuildStarted, (QStringList(launch.program) + launch.arguments).join(u' '));
}

BuildRun::~BuildRun()
{
    if (!m_isOver)
        m_log.event(rpc::lifecycle::kBuildFailed, tr("Cancelled."));
}

void BuildRun::start()
{
    m_began = SystemClock::instance().now();
    m_limit.start(kLongest);
    m_transport->start();
    m_transport->closeInput();
}

void BuildRun::started(const wire::StartReport &) { }

void BuildRun::failed(const wire::StartReport &, const Error &error)
{
    finish(error.sentence);
}

void BuildRun::received(const Bytes &bytes, Stamp at)
{
    feed(m_output, bytes, at);
}

void BuildRun::diagnostics(const Bytes &bytes, Stamp at)
{
    feed(m_errors, bytes, at);
}

void BuildRun::feed(rpc::LineFramer &lines, const Bytes &bytes, Stamp at)
{
    lines.feed(bytes, [this, at](const rpc::Frame &frame) { take(frame.text, at); });
}

void BuildRun::take(const Bytes &line, Stamp at)
{
    ++m_count;
    if (m_count < BuildLog::kMaxLines)
        m_log.line(line, at);
    else if (m_count == BuildLog::kMaxLines)
        m_log.line(Bytes::copyOf(tr("(The further output is not recorded.)").toStdString()), at);
    const QString shown = QString::fromUtf8(line.toByteArray()).trimmed().left(kMaxShownLine);
    if (shown.isEmpty())
        return;
    m_result.lastLines << shown;
    if (m_result.lastLines.size() > kLastLines)
        m_result.lastLines.removeFirst();
}

void BuildRun::ended(const wire::ExitReport &report)
{
    const Stamp at = SystemClock::instance().now();
    for (rpc::LineFramer *lines : {&m_output, &m_errors}) {
        if (const auto rest = lines->finish())
            take(rest->text, at);
    }
    finish(report.exitCode == 0 ? QString()
                                : tr("%1 ended with %2.").arg(m_program, report.end().sentence()));
}

// A transport must not be deleted while it reports, so the rest waits for the event loop.
void BuildRun::finish(const QString &problem)
{
    if (m_isOver)
        return;
    m_isOver = true;
    m_limit.stop();
    m_result.isOk = problem.isEmpty();
    m_result.sentence = problem;
    m_result.took = std::chrono::nanoseconds(SystemClock::instance().now().steady - m_began.steady);
    m_log.event(m_result.isOk ? rpc::lifecycle::kBuildSucceeded : rpc::lifecycle::kBuildFailed,
        m_result.isOk ? durationText(m_result.took) : problem);
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_transport.reset();
            Q_EMIT finished(m_result);
        },
        Qt::QueuedConnection);
}

} // namespace sonde::session
