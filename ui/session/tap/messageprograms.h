// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/requesthandle.h"
#include "base/result.h"
#include "review/responseprogram.h"
#include "tap/breakpoint/breakpointengine.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <cstdint>
#include <deque>
#include <map>
#include <string>

namespace sonde::session {

// Runs the commands of breakpoints that change messages by a program. A program gets the text of
// the message and a line end on stdin, and prints what is sent in its stead: one JSON object.
class MessagePrograms : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kTimeout{10'000};
    static constexpr std::size_t kMaxRunning = 4; // further messages wait for one of them

    explicit MessagePrograms(
        std::chrono::milliseconds timeout = kTimeout, QObject *parent = nullptr);
    ~MessagePrograms() override;

    // Why a command cannot be run, as far as its text says; empty: it can. No shell is involved.
    static QString problemOf(const QString &command);

    // decided() follows, unless cancel() comes first.
    void run(std::uint64_t message, const std::string &command, const Bytes &text);
    void cancel(std::uint64_t message);
    void clear();

Q_SIGNALS:
    void decided(quint64 message, const sonde::tap::HeldDecision &decision);

private:
    struct Job {
        std::uint64_t message = 0;
        std::string command;
        Bytes text;
    };

    static Result<review::ResponseProgram> programOf(const QString &command);
    void startNext();
    void start(const Job &job);
    void finish(std::uint64_t message, const Result<Bytes> &printed);

    const std::chrono::milliseconds m_timeout;
    std::deque<Job> m_waiting;
    std::map<std::uint64_t, RequestHandle> m_running; // by message
};

} // namespace sonde::session
