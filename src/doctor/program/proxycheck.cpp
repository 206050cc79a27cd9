// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/proxycheck.h"

#include "config/loopbackhost.h"
#include "doctor/base/doctortr.h"
#include "doctor/program/packagecommand.h"
#include "wire/http/shownaddress.h"

#include <functional>

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxValue = 200; // characters in a sentence
const QString kNoProxy = QStringLiteral("NO_PROXY");

using hosts::ProxyVariables;
using Effect = std::function<QString(const ProxyVariables &)>;

QString valueOf(const ProxyVariables &variables, const QString &name)
{
    const auto found = variables.find(name);
    return found == variables.end() ? QString() : found->second;
}

// curl's rule: a name matches itself and what is below it; * matches all.
bool isExempt(const QString &host, const QString &list)
{
    for (const QString &entry : list.split(u',', Qt::SkipEmptyParts)) {
        QString name = entry.trimmed().toLower();
        if (name == u"*")
            return true;
        if (name.startsWith(u'.'))
            name.remove(0, 1);
        if (name.isEmpty())
            continue;
        if (host == name || host.endsWith(u'.' + name))
            return true;
    }
    return false;
}

QString shownValue(const QString &name, const QString &value)
{
    return (name == kNoProxy ? value : wire::shownProxy(value)).left(kMaxValue);
}

// The first variable that alone changes the effect; else the first that differs.
QString decisive(const QStringList &names, const Effect &effect, const ProxyVariables &here,
    const ProxyVariables &there)
{
    QString different;
    for (const QString &name : names) {
        if (valueOf(here, name) == valueOf(there, name))
            continue;
        ProxyVariables changed = here;
        changed[name] = valueOf(there, name);
        if (effect(changed) != effect(here))
            return name;
        if (different.isEmpty())
            different = name;
    }
    return different;
}

// The variable that differs, if the difference has an effect.
std::vector<DoctorFinding> difference(const QStringList &names, const Effect &effect,
    const ProxyVariables &here, const ProxyVariables &there, const QString &who)
{
    const QString name =
        effect(here) == effect(there) ? QString() : decisive(names, effect, here, there);
    if (name.isEmpty())
        return {};
    const QString own = valueOf(here, name);
    const QString its = valueOf(there, name);
    const Kind kind = its.isEmpty() ? Kind::ProxyOnlyHere
        : own.isEmpty()             ? Kind::ProxyOnlyThere
                                    : Kind::ProxyOther;
    return {{kind, {name, shownValue(name, own), who, shownValue(name, its)}}};
}

std::vector<DoctorFinding> differences(const QStringList &names, const Effect &effect,
    const ProxyVariables &here, const Machine &machine)
{
    std::vector<DoctorFinding> found;
    if (const auto desktop = machine.desktopProxies())
        found = difference(names, effect, here, *desktop, Text::tr("apps that the desktop starts"));
    for (const HostPath &host : machine.hostPaths()) { // which keep what they were started with
        const auto its = difference(names, effect, here, host.proxies,
            Text::tr("%1 (pid %2)").arg(host.host).arg(host.pid));
        found.insert(found.end(), its.begin(), its.end());
    }
    return found;
}

// The variables that count for a URL.
QStringList namesFor(const QUrl &url)
{
    return {
        url.scheme().toUpper() + QStringLiteral("_PROXY"), QStringLiteral("ALL_PROXY"), kNoProxy};
}

// Those that the server is given, whoever starts it; one without a value takes the proxy away.
ProxyVariables givenTo(const ServerProgram &subject)
{
    ProxyVariables given;
    for (const auto &[name, value] : subject.launch.environment) {
        const QString known = name.toUpper();
        if (hosts::proxyVariableNames().contains(known)
            && (name != known || !given.contains(known))) // in lower case first
            given[known] = value.reveal();
    }
    return given;
}

} // namespace

QString proxyIn(const QUrl &url, const ProxyVariables &variables)
{
    const QString host = url.host().toLower();
    if (config::isLoopbackHost(host) || isExempt(host, valueOf(variables, kNoProxy)))
        return {};
    const QString proxy = valueOf(variables, url.scheme().toUpper() + QStringLiteral("_PROXY"));
    return wire::shownProxy(
        proxy.isEmpty() ? valueOf(variables, QStringLiteral("ALL_PROXY")) : proxy);
}

std::vector<DoctorFinding> otherProxiesTo(
    const QUrl &url, const ProxyVariables &here, const Machine &machine)
{
    return differences(
        namesFor(url), [&url](const ProxyVariables &variables) { return proxyIn(url, variables); },
        here, machine);
}

std::vector<DoctorFinding> otherProxiesOfDownload(
    const ServerProgram &subject, const Machine &machine)
{
    // A machine may name any registry, so its host is not known: of NO_PROXY, only * is for it.
    const QUrl registry(QStringLiteral("https:"));
    const PackageRunner runner = packageCommandOf(subject).runner;
    const bool isPython = runner == PackageRunner::Uv || runner == PackageRunner::Pipx;
    // npm and those like it know neither ALL_PROXY nor *.
    QStringList names = isPython ? namesFor(registry) : QStringList(QStringLiteral("HTTPS_PROXY"));
    const ProxyVariables given = givenTo(subject);
    const Effect proxy = [&registry, &given, known = names](const ProxyVariables &variables) {
        ProxyVariables all;
        for (const QString &name : known)
            all[name] = valueOf(given.contains(name) ? given : variables, name);
        return proxyIn(registry, all);
    };
    names.removeIf([&given](const QString &name) { return given.contains(name); });
    return differences(names, proxy, machine.ownProxies(), machine);
}

} // namespace sonde::doctor
