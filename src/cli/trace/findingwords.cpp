// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/findingwords.h"

#include "cli/output/terminaltext.h"
#include "cli/output/text.h"
#include "findings/page/rulewords.h"

namespace sonde::cli {

using findings::Finding;

QString placeOf(const Finding &finding)
{
    QString place = QStringLiteral("#%1").arg(finding.messages.front());
    if (!finding.pointer.isEmpty())
        place += u' ' + harmlessLine(finding.pointer);
    return place;
}

QString sentenceOf(const Finding &finding)
{
    return harmlessLine(finding.remedy.isEmpty()
            ? finding.sentence
            : QString(finding.sentence + u' ' + finding.remedy));
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
