// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/findingwords.h"

#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "findings/page/rulewords.h"

#include <QStringList>

#include <algorithm>

namespace sonde::cli {

using findings::Finding;
using findings::ListedFinding;

namespace {

constexpr std::size_t kMaxNamed = 3; // further messages

} // namespace

QString placeOf(const ListedFinding &finding)
{
    QString place = QStringLiteral("#%1").arg(finding.messages.front());
    if (!finding.pointer.isEmpty())
        place += u' ' + harmlessLine(finding.pointer);
    if (finding.alsoIn.empty())
        return place;
    QStringList also;
    for (std::size_t i = 0; i < std::min(finding.alsoIn.size(), kMaxNamed); ++i)
        also << QStringLiteral("#%1").arg(finding.alsoIn[i]);
    const auto rest = finding.alsoIn.size() - std::size_t(also.size());
    const QString named = also.join(QStringLiteral(", "));
    return place + u' '
        + (rest == 0 ? Text::tr("(also in %1)").arg(named)
                     : Text::tr("(also in %1 and %2 more)").arg(named).arg(rest));
}

QString sentenceOf(const Finding &finding)
{
    return harmlessLine(finding.remedy.isEmpty()
            ? finding.sentence
            : QString(finding.sentence + u' ' + finding.remedy));
}

void addFindings(json::Builder &json, const std::vector<ListedFinding> &findings)
{
    json.key("findings").beginArray();
    for (const ListedFinding &finding : findings)
        json.beginObject()
            .member("rule", std::string_view(finding.requirement->id))
            .member("level", findings::levelName(finding.level))
            .member("sentence", QStringView(finding.sentence))
            .endObject();
    json.endArray();
}

QString whyLine(const Finding &finding)
{
    return Text::tr("Why it matters: %1").arg(wordsOf(*finding.requirement).why);
}

QString fixLine(const Finding &finding)
{
    return Text::tr("How to fix it: %1").arg(wordsOf(*finding.requirement).fix);
}

} // namespace sonde::cli
