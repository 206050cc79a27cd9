// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/run/doctor.h"

#include "base/clock.h"
#include "doctor/address/addresssteps.h"
#include "doctor/host/hostfilecheck.h"
#include "doctor/program/programsteps.h"
#include "setup/clientconfig.h"

#include <algorithm>
#include <utility>

namespace sonde::doctor {

namespace {

constexpr int kDownloadFactor = 6; // a package that is downloaded first: 60 s instead of 10 s
constexpr std::chrono::milliseconds kNextTime{2'000};

std::vector<DoctorStep> stepsFor(const config::Profile &profile, std::chrono::milliseconds patience,
    const std::shared_ptr<const Machine> &machine)
{
    const auto offered = std::make_shared<Offered>();
    std::vector<DoctorStep> steps;
    if (setup::endpointOf(profile).hasProcess()) {
        TrialLimits limits;
        limits.response = patience;
        limits.download = patience * kDownloadFactor;
        limits.next = std::min(patience, kNextTime);
        steps = programSteps(profile, limits, machine, offered);
    } else {
        steps = addressSteps(profile, patience, machine, offered);
    }
    steps.push_back(hostFileStep(profile, machine, offered));
    return steps;
}

std::chrono::nanoseconds steadyNow()
{
    return std::chrono::nanoseconds(SystemClock::instance().now().steady);
}

} // namespace

Doctor::Doctor(const config::Profile &profile, std::chrono::milliseconds patience,
    const std::shared_ptr<const Machine> &machine, QObject *parent)
    : QObject(parent)
    , m_profile(profile)
    , m_filter(profile)
    , m_steps(stepsFor(profile, patience, machine))
    , m_job(this)
{
    for (const Check check :
        setup::endpointOf(profile).hasProcess() ? programChecks() : addressChecks()) {
        CheckResult result;
        result.check = check;
        m_results.push_back(result);
    }
}

Doctor::~Doctor() = default;

void Doctor::start()
{
    if (m_isRunning)
        return;
    for (CheckResult &result : m_results) {
        const Check check = result.check;
        result = {};
        result.check = check;
        Q_EMIT changed(check);
    }
    std::deque<std::size_t> steps;
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        steps.push_back(i);
    begin(std::move(steps));
}

void Doctor::repeat(Check check)
{
    for (std::size_t i = 0; i < m_steps.size() && !m_isRunning; ++i) {
        const auto &checks = m_steps[i].checks;
        if (std::find(checks.begin(), checks.end(), check) != checks.end())
            begin({i});
    }
}

void Doctor::cancel()
{
    if (!m_isRunning || m_isCancelled)
        return;
    m_isCancelled = true;
    if (m_steps[m_left.front()].begin)
        return m_request.cancel(); // take() follows
    m_job.stop();
    QMetaObject::invokeMethod(this, &Doctor::end, Qt::QueuedConnection);
}

void Doctor::begin(std::deque<std::size_t> steps)
{
    m_left = std::move(steps);
    m_isRunning = true;
    m_isCancelled = false;
    next();
}

void Doctor::next()
{
    if (m_left.empty() || m_isCancelled)
        return end();
    const DoctorStep &step = m_steps[m_left.front()];
    for (CheckResult &result : m_results) {
        if (std::find(step.checks.begin(), step.checks.end(), result.check) == step.checks.end())
            continue;
        result.outcome = Outcome::Running;
        Q_EMIT changed(result.check);
    }
    const auto began = steadyNow();
    if (step.begin) {
        m_request = step.begin(this, [this, began, &step](Result<StepResults> results) {
            const auto took = steadyNow() - began;
            if (!results || !step.after)
                return take(std::move(results), took);
            m_job.start<StepResults>([after = step.after, found = std::move(results.value())](
                                         const std::stop_token &) { return after(found); },
                [this, took](StepResults found) { take(std::move(found), took); });
        });
        return;
    }
    m_job.start<CheckResult>([work = step.work](const std::stop_token &) { return work(); },
        [this, began](
            CheckResult result) { take(StepResults{std::move(result)}, steadyNow() - began); });
}

void Doctor::take(Result<StepResults> results, std::chrono::nanoseconds took)
{
    if (!results)
        return end(); // cancelled
    for (CheckResult &result : results.value()) {
        if (result.took.count() == 0 && results->size() == 1)
            result.took = took;
        set(std::move(result));
    }
    m_left.pop_front();
    next();
}

void Doctor::set(CheckResult result)
{
    for (CheckResult &each : m_results) {
        if (each.check != result.check)
            continue;
        each = m_filter.filtered(std::move(result));
        Q_EMIT changed(each.check);
        return;
    }
}

void Doctor::end()
{
    if (!m_isRunning)
        return;
    m_left.clear();
    m_isRunning = false;
    for (const CheckResult &result : m_results) {
        if (result.outcome == Outcome::Running
            || (m_isCancelled && result.outcome == Outcome::Waiting))
            set(stopped(result.check));
    }
    Q_EMIT finished();
}

} // namespace sonde::doctor
