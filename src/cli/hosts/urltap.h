// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"
#include "tap/http/httpbreakpoints.h"
#include "tap/record/taprecording.h"

#include <QObject>

#include <memory>

class QSocketNotifier;

namespace sonde::tap {
class HttpTap;
}

namespace sonde::cli {

class Output;
class ServerAccess;

// The command tap for a server with a URL: a proxy on loopback that hosts use in place of it. It
// ends with a signal, or with the program that has started it with a pipe as its standard input:
// when that program closes the pipe, or ends in any way.
class UrlTap : public QObject {
    Q_OBJECT
public:
    UrlTap(const Options &options, Output &out, Output &err, QObject *parent = nullptr);
    ~UrlTap() override;

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void listen();
    void sayAddress();
    void followStarter();
    void readInput();
    void stop(int exitCode);
    void fail(const Error &error);

    const Options m_options;
    const QString m_name;
    Output &m_out;
    Output &m_err;
    tap::HttpBreakpoints m_breakpoints;
    tap::Announcement m_announcement;
    tap::TapRecording m_recording;
    std::unique_ptr<ServerAccess> m_access; // nullptr: the host authorizes itself
    std::unique_ptr<tap::HttpTap> m_tap;
    std::unique_ptr<QSocketNotifier> m_input; // nullptr: it is no pipe
};

} // namespace sonde::cli
