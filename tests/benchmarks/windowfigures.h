// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>

#include <cstdio>
#include <functional>
#include <string>

// What the programs that measure the window have in common: they print one JSON text a line.
namespace sonde::bench {

inline void say(const std::string &what, const char *unit, double figure)
{
    std::printf("{\"what\":\"%s\",\"unit\":\"%s\",\"figure\":%.3f}\n", what.c_str(), unit, figure);
    std::fflush(stdout);
}

inline double milliseconds(const QElapsedTimer &since)
{
    return double(since.nsecsElapsed()) / 1e6;
}

// Kilobytes: what the program holds now ("VmRSS"), or held at most ("VmHWM").
inline long memory(const char *which)
{
    QFile status(QStringLiteral("/proc/self/status"));
    if (!status.open(QIODevice::ReadOnly))
        return 0;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith(which))
            return line.mid(6).trimmed().split(' ').first().toLong();
    }
    return 0;
}

// "VmHWM" begins anew (proc(5), clear_refs).
inline void forgetPeak()
{
    QFile file(QStringLiteral("/proc/self/clear_refs"));
    if (file.open(QIODevice::WriteOnly))
        file.write("5");
}

// Runs the event loop until the condition holds, which is looked at after every turn.
inline void runUntil(const std::function<bool()> &condition)
{
    while (!condition())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
}

} // namespace sonde::bench
