// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/addresssteps.h"

#include "doctor/address/addresscheck.h"
#include "doctor/address/addresstrial.h"
#include "doctor/address/responsejudge.h"
#include "doctor/base/doctortr.h"

#include <QTimer>

#include <utility>

namespace sonde::doctor {

namespace {

const std::vector<Check> &conversationChecks()
{
    static const std::vector<Check> checks{Check::Certificate, Check::Response, Check::Transport,
        Check::Authorization, Check::Stream, Check::Revision, Check::Session, Check::Browsers,
        Check::Clock};
    return checks;
}

RequestHandle skipAll(QObject *context, std::function<void(Result<StepResults>)> done)
{
    QTimer::singleShot(0, context, [done = std::move(done)] {
        StepResults results;
        for (const Check check : conversationChecks())
            results.push_back(skipped(check, Text::tr("the URL is not usable")));
        done(std::move(results));
    });
    return {};
}

} // namespace

std::vector<DoctorStep> addressSteps(const config::Profile &profile,
    std::chrono::milliseconds patience, const std::shared_ptr<const Machine> &machine,
    const std::shared_ptr<Offered> &offered)
{
    std::vector<DoctorStep> steps;
    steps.push_back({{Check::Address}, [profile] { return checkAddress(profile); }});
    steps.push_back({{Check::Proxy}, [profile, machine] { return checkProxy(profile, *machine); }});
    steps.push_back({{Check::Name}, [profile] { return checkName(profile); }});
    steps.push_back(
        {{Check::Connection}, [profile, patience] { return checkConnection(profile, patience); }});
    DoctorStep conversation;
    conversation.checks = conversationChecks();
    conversation.begin = [profile, patience, offered](
                             QObject *context, std::function<void(Result<StepResults>)> done) {
        const CheckResult address = checkAddress(profile);
        const bool isUsable = address.outcome != Outcome::Failed
            || address.findings.front().kind == Kind::UrlPlaceholder;
        if (!isUsable)
            return skipAll(context, std::move(done));
        return tryAddress(profile, patience, context,
            [profile, offered, done = std::move(done)](const Result<AddressFacts> &facts) {
                if (!facts)
                    return done(facts.error());
                offered->isStreamable = !facts->isSse && facts->response
                    && facts->response->kind == rpc::Kind::Response;
                done(judgeResponses(*facts, profile));
            });
    };
    steps.push_back(std::move(conversation));
    return steps;
}

} // namespace sonde::doctor
