// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/requesthandle.h"
#include "config/profile.h"
#include "doctor/base/doctorstep.h"
#include "doctor/base/verdict.h"
#include "doctor/program/machine.h"
#include "doctor/run/secretfilter.h"

#include <QObject>

#include <chrono>
#include <deque>
#include <memory>
#include <vector>

namespace sonde::doctor {

// Finds out why a server does not start or connect. Runs the checks of its kind one after the
// other, and sends nothing that has effects: initialize, server/discover, ping, tools/list, and
// requests for metadata; never a tool call. Secrets of the profile are redacted in the results.
class Doctor : public QObject {
    Q_OBJECT
public:
    // `patience`: how long the first response is waited for.
    Doctor(const config::Profile &profile, std::chrono::milliseconds patience,
        const std::shared_ptr<const Machine> &machine, QObject *parent = nullptr);
    ~Doctor() override;

    void start(); // every check
    // Runs a check again, with those that the same conversation gives. No effect while running.
    void repeat(Check check);
    // Ends what runs; finished() follows.
    void cancel();

    bool isRunning() const { return m_isRunning; }
    const std::vector<CheckResult> &results() const { return m_results; } // of every check
    Verdict verdict() const { return verdictOf(m_results); }
    const config::Profile &profile() const { return m_profile; }

Q_SIGNALS:
    void changed(sonde::doctor::Check check);
    void finished();

private:
    void begin(std::deque<std::size_t> steps);
    void next();
    void take(Result<StepResults> results, std::chrono::nanoseconds took);
    void set(CheckResult result);
    void end();

    const config::Profile m_profile;
    const SecretFilter m_filter;
    const std::vector<DoctorStep> m_steps;
    std::vector<CheckResult> m_results;
    std::deque<std::size_t> m_left; // steps; the first one runs
    RequestHandle m_request;
    BackgroundJob m_job;
    bool m_isRunning = false;
    bool m_isCancelled = false;
};

} // namespace sonde::doctor
