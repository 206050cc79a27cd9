// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/check.h"

#include "doctor/base/doctortr.h"

#include <algorithm>
#include <utility>

namespace sonde::doctor {

namespace {

struct CheckName {
    const char *id;
    const char *title;
};

// In the order of the enumeration.
constexpr CheckName kNames[]{
    {"configuration", QT_TRANSLATE_NOOP("Doctor", "Configuration")},
    {"program", QT_TRANSLATE_NOOP("Doctor", "Program")},
    {"executable", QT_TRANSLATE_NOOP("Doctor", "Executable")},
    {"runtime", QT_TRANSLATE_NOOP("Doctor", "Runtime")},
    {"working-folder", QT_TRANSLATE_NOOP("Doctor", "Working folder")},
    {"package", QT_TRANSLATE_NOOP("Doctor", "Package")},
    {"environment", QT_TRANSLATE_NOOP("Doctor", "Environment")},
    {"earlier-starts", QT_TRANSLATE_NOOP("Doctor", "Earlier starts")},
    {"start", QT_TRANSLATE_NOOP("Doctor", "Start")},
    {"first-output", QT_TRANSLATE_NOOP("Doctor", "First output")},
    {"standard-output", QT_TRANSLATE_NOOP("Doctor", "Standard output")},
    {"standard-input", QT_TRANSLATE_NOOP("Doctor", "Standard input")},
    {"shutdown", QT_TRANSLATE_NOOP("Doctor", "Shutdown")},
    {"as-host", QT_TRANSLATE_NOOP("Doctor", "As a host")},
    {"host-files", QT_TRANSLATE_NOOP("Doctor", "Files of hosts")},
    {"address", QT_TRANSLATE_NOOP("Doctor", "Address")},
    {"proxy", QT_TRANSLATE_NOOP("Doctor", "Proxy")},
    {"name", QT_TRANSLATE_NOOP("Doctor", "Host name")},
    {"connection", QT_TRANSLATE_NOOP("Doctor", "Connection")},
    {"certificate", QT_TRANSLATE_NOOP("Doctor", "Certificate")},
    {"response", QT_TRANSLATE_NOOP("Doctor", "Response")},
    {"transport", QT_TRANSLATE_NOOP("Doctor", "Transport")},
    {"stream", QT_TRANSLATE_NOOP("Doctor", "Event stream")},
    {"session", QT_TRANSLATE_NOOP("Doctor", "Session")},
    {"browsers", QT_TRANSLATE_NOOP("Doctor", "Web pages")},
    {"authorization", QT_TRANSLATE_NOOP("Doctor", "Authorization")},
    {"clock", QT_TRANSLATE_NOOP("Doctor", "Clock")},
    {"revision", QT_TRANSLATE_NOOP("Doctor", "Revision")},
};

const CheckName &nameOf(Check check)
{
    return kNames[static_cast<std::size_t>(check)];
}

} // namespace

const std::vector<Check> &programChecks()
{
    static const std::vector<Check> checks{Check::Configuration, Check::Program, Check::Executable,
        Check::Runtime, Check::WorkingFolder, Check::Package, Check::Environment,
        Check::EarlierStarts, Check::Start, Check::FirstOutput, Check::StandardOutput,
        Check::StandardInput, Check::Revision, Check::Shutdown, Check::AsHost, Check::HostFiles};
    return checks;
}

const std::vector<Check> &addressChecks()
{
    static const std::vector<Check> checks{Check::Address, Check::Proxy, Check::Name,
        Check::Connection, Check::Certificate, Check::Response, Check::Transport,
        Check::Authorization, Check::Stream, Check::Revision, Check::Session, Check::Browsers,
        Check::Clock, Check::HostFiles};
    return checks;
}

QString checkId(Check check)
{
    return QString::fromLatin1(nameOf(check).id);
}

QString checkTitle(Check check)
{
    return Text::tr(nameOf(check).title);
}

QString outcomeId(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Waiting:
        return QStringLiteral("waiting");
    case Outcome::Running:
        return QStringLiteral("running");
    case Outcome::Passed:
        return QStringLiteral("passed");
    case Outcome::Warning:
        return QStringLiteral("warning");
    case Outcome::Failed:
        return QStringLiteral("failed");
    case Outcome::Skipped:
        break;
    }
    return QStringLiteral("not-reached");
}

QString outcomeWord(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Waiting:
        return Text::tr("waiting");
    case Outcome::Running:
        return Text::tr("running");
    case Outcome::Passed:
        return Text::tr("passed");
    case Outcome::Warning:
        return Text::tr("warning");
    case Outcome::Failed:
        return Text::tr("failed");
    case Outcome::Skipped:
        break;
    }
    return Text::tr("not reached");
}

CheckResult resultOf(Check check, std::vector<DoctorFinding> findings, const QByteArray &bytes)
{
    std::stable_sort(
        findings.begin(), findings.end(), [](const DoctorFinding &a, const DoctorFinding &b) {
            const Level left = levelOf(a.kind);
            const Level right = levelOf(b.kind);
            return left != right ? left > right : a.kind < b.kind;
        });
    const Level level = findings.empty() ? Level::Note : levelOf(findings.front().kind);
    CheckResult result;
    result.check = check;
    result.outcome = level == Level::Failure ? Outcome::Failed
        : level == Level::Warning            ? Outcome::Warning
                                             : Outcome::Passed;
    result.findings = std::move(findings);
    result.bytes = bytes.left(CheckResult::kMaxBytes);
    return result;
}

CheckResult skipped(Check check, const QString &why)
{
    CheckResult result = resultOf(check, {{Kind::NotReached, {why}}});
    result.outcome = Outcome::Skipped;
    return result;
}

CheckResult stopped(Check check)
{
    CheckResult result = resultOf(check, {{Kind::Stopped}});
    result.outcome = Outcome::Skipped;
    return result;
}

} // namespace sonde::doctor
