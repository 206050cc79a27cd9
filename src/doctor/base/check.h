// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "doctor/base/foundby.h"

#include <QByteArray>
#include <QString>

#include <chrono>
#include <cstdint>
#include <vector>

namespace sonde::doctor {

// The checks, in the order of a start.
enum class Check : std::uint8_t {
    // A server that is started (2025-11-25 basic/transports#stdio).
    Configuration,
    Program,
    Executable,
    Runtime,
    WorkingFolder,
    Package,
    Environment,
    EarlierStarts,
    Start,
    FirstOutput,
    StandardOutput,
    StandardInput,
    Shutdown,
    AsHost,
    HostFiles, // of both
    // A server with a URL (2025-11-25 basic/transports#streamable-http).
    Address,
    Proxy,
    Name,
    Connection,
    Certificate,
    Response,
    Transport,
    Stream,
    Session,
    Browsers,
    Authorization,
    Clock,
    // Of both.
    Revision,
};

const std::vector<Check> &programChecks();
const std::vector<Check> &addressChecks();
QString checkId(Check check); // "working-folder"; never translated
QString checkTitle(Check check); // "Working folder"

enum class Outcome : std::uint8_t { Waiting, Running, Passed, Warning, Failed, Skipped };
QString outcomeId(Outcome outcome); // "not-reached" for Skipped; never translated
QString outcomeWord(Outcome outcome);

// What a check found. The sentences are made where they are shown: see finding.h.
struct CheckResult {
    Check check = Check::Configuration;
    Outcome outcome = Outcome::Waiting;
    std::vector<DoctorFinding> findings; // the first is the most telling
    QByteArray bytes; // the very bytes that were judged; may be cut, see kMaxBytes
    qsizetype markedBegin = 0; // of `bytes`: those that are at fault
    qsizetype markedEnd = 0;
    FoundByAll foundBy; // of Check::Program: a program that is looked up in PATH
    std::chrono::nanoseconds took{0};

    static constexpr qsizetype kMaxBytes = 4096;
};

// The outcome follows from the findings: Failed and Warning by their levels, Passed otherwise. The
// findings are put in the order of their probability.
CheckResult resultOf(
    Check check, std::vector<DoctorFinding> findings, const QByteArray &bytes = {});
// A check that could not run, because of `why`; and one that the user stopped.
CheckResult skipped(Check check, const QString &why);
CheckResult stopped(Check check);

} // namespace sonde::doctor
