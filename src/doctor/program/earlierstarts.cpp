// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/earlierstarts.h"

#include "doctor/base/doctortr.h"
#include "doctor/program/holderfinding.h"

namespace sonde::doctor {

namespace {

constexpr qsizetype kMaxNamed = 5; // processes in the sentence

} // namespace

CheckResult checkEarlierStarts(const ServerProgram &subject, const Machine &machine)
{
    QStringList texts;
    int count = 0;
    for (const HolderFacts &orphan : machine.orphans()) {
        if (!isSameCommand(orphan, subject))
            continue;
        if (++count <= kMaxNamed)
            texts << processText(orphan);
    }
    if (count == 0)
        return resultOf(Check::EarlierStarts, {{Kind::NoEarlierStart}});
    if (count > kMaxNamed)
        texts << QStringLiteral("…");
    return resultOf(Check::EarlierStarts,
        {{Kind::EarlierStartsRun, {QString::number(count), texts.join(QStringLiteral("; "))}}});
}

} // namespace sonde::doctor
