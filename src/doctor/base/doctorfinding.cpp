// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/doctorfinding.h"

#include "doctor/base/doctortr.h"
#include "doctor/base/findingtable.h"

#include <algorithm>
#include <map>

namespace sonde::doctor {

namespace {

const FindingRow &rowOf(Kind kind)
{
    static const std::map<Kind, const FindingRow *> rows = [] {
        std::map<Kind, const FindingRow *> all;
        for (const auto &table : {programFindings(), hostFindings(), outputFindings(),
                 addressFindings(), responseFindings(), factFindings()}) {
            for (const FindingRow &row : table)
                all.emplace(row.kind, &row);
        }
        return all;
    }();
    return *rows.at(kind);
}

// Not by QString::arg() one after the other: a value may contain %1 itself.
QString filled(const char *text, const QStringList &values)
{
    const QString pattern = Text::tr(text);
    QString result;
    for (qsizetype i = 0; i < pattern.size(); ++i) {
        const int number =
            pattern[i] == u'%' && i + 1 < pattern.size() ? pattern[i + 1].digitValue() : -1;
        if (number < 1) {
            result += pattern[i];
            continue;
        }
        result += values.value(number - 1);
        ++i;
    }
    return result;
}

} // namespace

Level levelOf(Kind kind)
{
    return rowOf(kind).level;
}

bool isOfHost(Kind kind)
{
    const auto rows = hostFindings();
    return std::any_of(
        rows.begin(), rows.end(), [kind](const FindingRow &row) { return row.kind == kind; });
}

QString kindId(Kind kind)
{
    return QString::fromLatin1(rowOf(kind).id);
}

QString sentenceOf(const DoctorFinding &finding)
{
    return filled(rowOf(finding.kind).sentence, finding.values);
}

QString remedyOf(const DoctorFinding &finding)
{
    const char *remedy = rowOf(finding.kind).remedy;
    return *remedy == '\0' ? QString() : filled(remedy, finding.values);
}

} // namespace sonde::doctor
