// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "wire/link/transport.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sonde::doctor {

// What was seen of one run of a server over stdio; judged by outputjudge.h. Times are since the
// start.
struct TrialFacts {
    static constexpr std::size_t kMaxLines = 200; // of each channel; more are counted only
    static constexpr std::size_t kMaxLine = 4096; // bytes that are kept of a line
    static constexpr qsizetype kMaxOutput = 16 * 1024; // bytes that are kept of the output

    struct Line {
        QByteArray text;
        std::uint64_t offset = 0; // in the output
        std::chrono::nanoseconds at{0};
        bool isMessage = false;
        bool isJson = false;
        bool isBeforeResponse = true;
        QString problem; // why it is no message
    };

    std::optional<Error> startError;
    qint64 pid = 0;
    std::vector<Line> output; // lines on stdout
    QByteArray outputBytes; // the beginning of stdout
    QByteArray unfinished; // what follows the last line end
    std::vector<QString> diagnostics; // the newest lines of stderr
    std::optional<std::chrono::nanoseconds> firstOutput;

    std::string requestId; // of the first request
    std::optional<rpc::Message> response; // to initialize, or to server/discover
    std::chrono::nanoseconds responseAt{0};
    std::string otherId; // of a response with an id that was not sent
    QString revision; // that was negotiated
    bool refusedLegacy = false; // initialize got an error, and server/discover did not
    std::vector<Bytes> tools; // definitions as sent, of the pages that came
    bool hasAllTools = false;

    std::chrono::nanoseconds limit{0}; // how long it was waited for
    QString downloader; // "npx", while it still downloads the server
    std::uint64_t acceptedBytes = 0;

    std::optional<wire::ExitReport> exit;
    std::chrono::nanoseconds endedAt{0};
    std::chrono::nanoseconds stopTook{0};

    bool isModern = false; // the response is to server/discover
    bool triedBothEras = false; // both eras were refused
    bool timedOut = false; // no response while stdin was open
    bool readsInput = true; // judged when there was no response
    bool answeredAtEnd = false; // the response came when stdin was closed
    bool stopRequested = false; // by the trial, before the server ended
};

} // namespace sonde::doctor
