// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/lineframer.h"
#include "session/restart/buildlog.h"
#include "wire/process/stdiotransport.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <memory>

namespace sonde::session {

// What came of a build.
struct BuildResult {
    bool isOk = false;
    QString sentence; // why not: "npm ended with exit code 2."
    QStringList lastLines; // of its output, the newest one last
    std::chrono::nanoseconds took{0};
};

// One run of a build command, without a shell and without input. Its output is recorded line by
// line.
class BuildRun final : public QObject, private wire::TransportSink {
    Q_OBJECT
public:
    static constexpr qsizetype kLastLines = 20;
    static constexpr qsizetype kMaxShownLine = 500; // characters of such a line
    static constexpr std::chrono::minutes kLongest{10};

    // The log outlives it.
    BuildRun(const wire::Launch &launch, BuildLog &log, QObject *parent = nullptr);
    ~BuildRun() override; // a build that runs is ended, with its whole group

    void start();

Q_SIGNALS:
    void finished(const sonde::session::BuildResult &result); // once, from the event loop

private:
    void started(const wire::StartReport &report) override;
    void failed(const wire::StartReport &report, const Error &error) override;
    void sent(const Bytes &, Stamp) override { }
    void received(const Bytes &bytes, Stamp at) override;
    void diagnostics(const Bytes &bytes, Stamp at) override;
    void ended(const wire::ExitReport &report) override;

    void feed(rpc::LineFramer &lines, const Bytes &bytes, Stamp at);
    void take(const Bytes &line, Stamp at);
    void finish(const QString &problem); // empty: it succeeded

    QString m_program;
    BuildLog &m_log;
    std::unique_ptr<wire::StdioTransport> m_transport;
    QTimer m_limit;
    rpc::LineFramer m_output{BuildLog::kMaxLine};
    rpc::LineFramer m_errors{BuildLog::kMaxLine};
    int m_count = 0; // of its lines
    Stamp m_began;
    BuildResult m_result;
    bool m_isOver = false;
};

} // namespace sonde::session
