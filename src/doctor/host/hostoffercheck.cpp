// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/hostoffercheck.h"

#include "accept/hostlist.h"
#include "accept/hostview.h"
#include "base/formatting.h"

#include <algorithm>
#include <chrono>

namespace sonde::doctor {

namespace {

using namespace std::chrono_literals;

constexpr double kMaxTimeout = 1e9; // in the unit of a host: more is as good as no limit

// Hosts that begin with initialize over stdio, unless their entry has that member. Of the others it
// is not known.
struct LegacyHost {
    const char *id;
    const char *unless;
};
constexpr LegacyHost kLegacyHosts[]{{"qwen", "versionNegotiation"}};

bool isLegacy(const hosts::Host &host, const hosts::HostEntry &entry)
{
    return std::any_of(
        std::begin(kLegacyHosts), std::end(kLegacyHosts), [&](const LegacyHost &legacy) {
            return host.id == QLatin1String(legacy.id) && !entry.value[legacy.unless].exists();
        });
}

// Hosts that use Streamable HTTP only with that “type”. Without one, Cline uses HTTP+SSE, and Roo
// Code does not load the entry.
struct TypedHost {
    const char *id;
    const char *type;
};
constexpr TypedHost kTypedHosts[]{{"cline", "streamableHttp"}, {"roo", "streamable-http"}};

// The type that the entry lacks; empty: none.
QString missingType(const hosts::Host &host, const hosts::HostEntry &entry)
{
    const json::Value &value = entry.value;
    const bool hasType = value["type"].exists() || value["transport"].exists()
        || value["transportType"].exists(); // as earlier versions of Cline wrote it
    if (entry.url.isEmpty() || entry.tap || !value.isObject() || hasType)
        return {};
    const auto typed = std::find_if(std::begin(kTypedHosts), std::end(kTypedHosts),
        [&](const TypedHost &each) { return host.id == QLatin1String(each.id); });
    return typed == std::end(kTypedHosts) ? QString() : QString(QLatin1String(typed->type));
}

// How long a host waits for a server that it starts: the member of the entry that says it, its
// unit, and what the host takes without it.
struct TimedHost {
    const char *id;
    const char *member;
    std::chrono::milliseconds unit;
    std::chrono::milliseconds usual;
};
constexpr TimedHost kTimedHosts[]{{"codex", "startup_timeout_sec", 1s, 10s},
    {"opencode", "timeout", 1ms, 5s}, {"kilo", "timeout", 1ms, 5s}, {"crush", "timeout", 1s, 10s},
    {"continue", "connectionTimeout", 1ms, 20s}, {"cline", "timeout", 1s, 60s},
    {"roo", "timeout", 1s, 60s}, {"zed", "timeout", 1s, 60s},
    {"qwen", "discoveryTimeoutMs", 1ms, 30s}, {"amazon-q", "timeout", 1ms, 120s}};

std::vector<DoctorFinding> judgeTimeout(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const Offered &offered)
{
    const auto host = std::find_if(std::begin(kTimedHosts), std::end(kTimedHosts),
        [&file](const TimedHost &each) { return file.host->id == QLatin1String(each.id); });
    if (host == std::end(kTimedHosts) || !offered.firstResponse)
        return {};
    const auto given = entry.value[host->member].toDouble();
    const std::chrono::nanoseconds limit = given && *given > 0
        ? std::chrono::duration_cast<std::chrono::nanoseconds>(
            std::min(*given, kMaxTimeout) * std::chrono::duration<double, std::milli>(host->unit))
        : std::chrono::nanoseconds(host->usual);
    if (*offered.firstResponse <= limit)
        return {};
    return {{Kind::HostTimeoutShort,
        {file.host->name, durationText(*offered.firstResponse), limitText(limit), entry.name,
            file.path, QLatin1String(host->member)}}};
}

bool isLost(const accept::Issue &issue)
{
    return issue.fact && issue.isAlways() && accept::isLost(issue.level);
}

std::vector<DoctorFinding> judgeTools(const hosts::Host &host, const accept::HostView &view)
{
    std::vector<DoctorFinding> findings;
    for (const accept::Issue &issue : view.issues) {
        if (issue.fact && issue.fact->about == accept::About::Tools && issue.fact->max
            && int(view.tools.size()) > *issue.fact->max)
            findings.push_back({Kind::HostTooManyTools,
                {host.name, QString::number(view.tools.size()), QString::number(*issue.fact->max),
                    issue.fact->means}});
    }
    int refused = 0;
    DoctorFinding finding{Kind::HostToolRefused, {}};
    for (const accept::ToolView &tool : view.tools) {
        const auto issue = std::find_if(tool.issues.begin(), tool.issues.end(), isLost);
        if (issue == tool.issues.end())
            continue;
        if (++refused == 1)
            finding.values = QStringList{host.name, {}, tool.name, issue->fact->means};
    }
    if (refused > 0) {
        finding.values[1] = QString::number(refused);
        findings.push_back(std::move(finding));
    }
    return findings;
}

} // namespace

std::vector<DoctorFinding> judgeOffer(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const Offered &offered)
{
    const hosts::Host &host = *file.host;
    std::vector<DoctorFinding> findings;
    if (const QString type = missingType(host, entry); offered.isStreamable && !type.isEmpty())
        findings.push_back({Kind::HostTypeMissing, {host.name, entry.name, file.path, type}});
    if (!offered.modernOnly.isEmpty() && isLegacy(host, entry))
        findings.push_back({Kind::HostEraOther, {host.name, offered.modernOnly}});
    const auto late = judgeTimeout(file, entry, offered);
    findings.insert(findings.end(), late.begin(), late.end());
    const accept::JudgingHost *facts = accept::HostList::instance().find(host.id);
    if (!facts || offered.tools.empty())
        return findings;
    const auto tools =
        judgeTools(host, accept::viewOf(*facts, {entry.name, offered.tools, offered.hasAllTools}));
    findings.insert(findings.end(), tools.begin(), tools.end());
    return findings;
}

} // namespace sonde::doctor
