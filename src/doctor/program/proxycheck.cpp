// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/proxycheck.h"

#include "config/loopbackhost.h"
#include "doctor/base/doctortr.h"

#include <algorithm>
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
        if (host == name || host.endsWith(u'.' + name))
            return true;
    }
    return false;
}

QString withScheme(const QString &proxy)
{
    const bool isWhole = proxy.isEmpty() || proxy.contains(QLatin1String("://"));
    return isWhole ? proxy : QString(u"http://" + proxy);
}

QString shownValue(const QString &name, const QString &value)
{
    const QString shown = name == kNoProxy
        ? value
        : QUrl(withScheme(value)).toString(QUrl::RemoveUserInfo | QUrl::RemovePath);
    return shown.left(kMaxValue);
}

// The first variable that differs, if the difference has an effect.
std::vector<DoctorFinding> difference(const QStringList &names, const Effect &effect,
    const ProxyVariables &here, const ProxyVariables &there, const QString &who)
{
    const auto name = std::find_if(names.begin(), names.end(),
        [&](const QString &each) { return valueOf(here, each) != valueOf(there, each); });
    if (name == names.end() || effect(here) == effect(there))
        return {};
    const QString own = valueOf(here, *name);
    const QString its = valueOf(there, *name);
    const Kind kind = its.isEmpty() ? Kind::ProxyOnlyHere
        : own.isEmpty()             ? Kind::ProxyOnlyThere
                                    : Kind::ProxyOther;
    return {{kind, {*name, shownValue(*name, own), who, shownValue(*name, its)}}};
}

std::vector<DoctorFinding> differences(
    const QStringList &names, const Effect &effect, const Machine &machine)
{
    const ProxyVariables here = machine.ownProxies();
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

} // namespace

QString proxyIn(const QUrl &url, const ProxyVariables &variables)
{
    const QString host = url.host().toLower();
    if (config::isLoopbackHost(host) || isExempt(host, valueOf(variables, kNoProxy)))
        return {};
    QString proxy = valueOf(variables, url.scheme().toUpper() + QStringLiteral("_PROXY"));
    if (proxy.isEmpty())
        proxy = valueOf(variables, QStringLiteral("ALL_PROXY"));
    return QUrl(withScheme(proxy)).toString(QUrl::RemoveUserInfo | QUrl::RemovePath);
}

std::vector<DoctorFinding> otherProxiesTo(const QUrl &url, const Machine &machine)
{
    return differences(
        {url.scheme().toUpper() + QStringLiteral("_PROXY"), QStringLiteral("ALL_PROXY"), kNoProxy},
        [&url](const ProxyVariables &variables) { return proxyIn(url, variables); }, machine);
}

std::vector<DoctorFinding> otherProxiesOfDownload(
    const ServerProgram &subject, const Machine &machine)
{
    QStringList names = hosts::proxyVariableNames();
    for (const auto &[name, value] : subject.launch.environment) // whoever starts it
        names.removeAll(name.toUpper());
    const Effect all = [&names](const ProxyVariables &variables) {
        QStringList values;
        for (const QString &name : names)
            values << valueOf(variables, name);
        return values.join(u'\n');
    };
    return differences(names, all, machine);
}

} // namespace sonde::doctor
