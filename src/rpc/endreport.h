// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/streambreak.h"

#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::rpc {

// How a process ended, or a connection that has none. The detail of the lines
// lifecycle::kProcessEnded and lifecycle::kConnectionEnded is its recordedText().
struct EndReport {
    // What made it end, unless the process did by itself or was asked to.
    enum class Cause : std::uint8_t {
        None,
        InputClosed, // by the process, which went on running
        OutputClosed, // by the process, which went on running
        NotReading, // the process did not read its input
        InputOpen, // a host ended the process, and had not closed its input
        InputJustClosed, // a host ended the process, `waited` after it had closed its input
        StreamEnded, // by the server
        StreamBroken, // `streamBreak` says why
        TapEnded, // by who runs it; it records no status of a server
        TapLost, // it wrote no end: a window that followed it did
        Other, // in `words`: read from a recording of another version
    };

    std::optional<int> exitCode; // at most one of the two is set
    QString signal; // "SIGTERM"; the number of a signal without a name
    Cause cause = Cause::None;
    std::chrono::milliseconds waited{0};
    QString words; // of Other
    int leftBehind = 0; // processes that the process had started, and that were killed
    // Those that go on, since they are not of its process group: "sleep (pid 4711), node (pid
    // 4712)".
    QString stillRunning;
    StreamBreak streamBreak;

    // "exit code 1", "killed by SIGSEGV", …; in the language of the program.
    QString sentence() const;
    // The text of session files, which is English; read() reads that of all versions. The detail of
    // a line that is no such text gives nothing.
    QString recordedText() const;
    static std::optional<EndReport> read(QStringView detail);
    static std::optional<EndReport> inLine(std::string_view line); // of a lifecycle record

    friend bool operator==(const EndReport &, const EndReport &) = default;
};

} // namespace sonde::rpc
