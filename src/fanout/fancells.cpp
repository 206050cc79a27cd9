// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fanout/fancells.h"

#include "base/formatting.h"
#include "fanout/fanouttr.h"

#include <QStringList>

namespace sonde::fanout {

using Outcome = FanResult::Outcome;
using Verdict = FanResult::Verdict;

QString serverText(const FanResult &result)
{
    return QString(result.serverName + u' ' + result.serverVersion).trimmed();
}

QString outcomeText(const FanResult &result)
{
    switch (result.outcome) {
    case Outcome::NotConnected:
        return Text::tr("not connected");
    case Outcome::NoResponse:
        return Text::tr("no response");
    case Outcome::Error:
        return Text::tr("error %1").arg(result.errorCode);
    case Outcome::ToolError:
        return Text::tr("tool error (isError)");
    case Outcome::Result:
        break;
    }
    return Text::tr("result");
}

QString tookText(const FanResult &result)
{
    return result.took.count() < 0 ? QString() : durationText(result.took);
}

QString lengthText(const FanResult &result)
{
    return result.hasResponse() ? bytesText(result.value.size()) : QString();
}

QString findingsText(const FanResult &result)
{
    if (!result.findings)
        return {};
    QStringList rules;
    for (const findings::ListedFinding &finding : *result.findings) {
        if (const QString rule = QString::fromStdString(finding.requirement->id);
            !rules.contains(rule))
            rules += rule;
    }
    if (rules.isEmpty())
        return result.outcome == Outcome::NotConnected ? QString() : Text::tr("none");
    return QStringLiteral("%1: %2").arg(countText(result.findings->size()), listText(rules));
}

QString comparisonText(const FanResult &result)
{
    switch (result.verdict) {
    case Verdict::NotCompared:
        return {};
    case Verdict::First:
        return Text::tr("the first");
    case Verdict::Equal:
        return Text::tr("equal");
    case Verdict::Different:
        break;
    }
    const QString count = countText(result.differences.size());
    return QStringLiteral("%1 (%2)").arg(
        Text::tr("different"), result.hasMore ? Text::tr("at least %1").arg(count) : count);
}

} // namespace sonde::fanout
