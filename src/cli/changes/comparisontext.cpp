// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/changes/comparisontext.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "json/builder.h"

namespace sonde::cli {

namespace {

using changes::Change;
using changes::ChangeKind;
using changes::Comparison;
using changes::Part;
using changes::PartChanges;
using changes::Severity;

constexpr qsizetype kMaxValue = 100; // characters of a value in a line

QString partTitle(Part part)
{
    switch (part) {
    case Part::Server:
        return Text::tr("Server");
    case Part::Capabilities:
        return Text::tr("Capabilities");
    case Part::Instructions:
        return Text::tr("Instructions");
    case Part::Tools:
        return Text::tr("Tools");
    case Part::Resources:
        return Text::tr("Resources");
    case Part::Templates:
        return Text::tr("Resource templates");
    case Part::Prompts:
        break;
    }
    return Text::tr("Prompts");
}

int countOfKind(const PartChanges &part, ChangeKind kind)
{
    int count = 0;
    for (const Change &change : part.changes)
        count += change.kind == kind ? 1 : 0;
    return count;
}

// "Tools: 1 added, 1 changed, 6 same".
QString partLine(const PartChanges &part)
{
    QStringList counts;
    if (const int added = countOfKind(part, ChangeKind::Added); added > 0)
        counts << Text::tr("%1 added").arg(added);
    if (const int removed = countOfKind(part, ChangeKind::Removed); removed > 0)
        counts << Text::tr("%1 removed").arg(removed);
    if (const int changed = countOfKind(part, ChangeKind::Changed); changed > 0)
        counts << Text::tr("%1 changed").arg(changed);
    if (part.same > 0)
        counts << Text::tr("%1 same").arg(part.same);
    QString line = Text::tr("%1: %2").arg(partTitle(part.part), listText(counts));
    if (part.isIncomplete)
        line += u' ' + Text::tr("(one of the lists is incomplete)");
    return line + u'\n';
}

QChar signOf(ChangeKind kind)
{
    return kind == ChangeKind::Added ? u'+' : kind == ChangeKind::Removed ? u'-' : u'~';
}

QString valueText(const Bytes &value)
{
    const QString text = harmlessLine(QString::fromUtf8(value.data(), qsizetype(value.size())));
    return text.size() > kMaxValue ? text.left(kMaxValue) + QChar(0x2026) : text;
}

QString differenceLine(const changes::Difference &difference)
{
    QString values = valueText(difference.before);
    if (difference.kind == ChangeKind::Changed)
        values += QStringLiteral(" → ") + valueText(difference.after);
    else if (difference.kind == ChangeKind::Added)
        values = valueText(difference.after);
    return QStringLiteral("      %1 %2  %3\n")
        .arg(signOf(difference.kind))
        .arg(harmlessLine(difference.pointer), values);
}

QString changeText(const Change &change)
{
    QString text;
    if (!change.key.empty())
        text += QStringLiteral("  %1 %2\n")
                    .arg(signOf(change.kind))
                    .arg(harmlessLine(QString::fromStdString(change.key)));
    for (const changes::Reason &reason : change.reasons) {
        const QString word = reason.severity == Severity::Breaks ? Text::tr("BREAKING")
                                                                 : Text::tr("may be breaking");
        text += QStringLiteral("      %1  %2\n").arg(word, harmlessLine(reason.sentence));
    }
    for (const changes::Difference &difference : change.differences)
        text += differenceLine(difference);
    if (change.key.empty() && change.differences.empty()) // a value that came or went
        text +=
            QStringLiteral("      %1 %2\n")
                .arg(signOf(change.kind))
                .arg(valueText(change.kind == ChangeKind::Added ? change.after : change.before));
    return text;
}

QString summaryLine(const Comparison &comparison)
{
    if (comparison.isSame())
        return Text::tr("No changes.") + u'\n';
    return Text::tr("Breaking changes: %1. Changes that may be breaking: %2. Other changes: %3.")
               .arg(comparison.count(Severity::Breaks))
               .arg(comparison.count(Severity::MayBreak))
               .arg(comparison.count(Severity::Harmless))
        + u'\n';
}

// Names of --json, never translated.
const char *kindName(ChangeKind kind)
{
    return kind == ChangeKind::Added  ? "added"
        : kind == ChangeKind::Removed ? "removed"
                                      : "changed";
}

const char *severityName(Severity severity)
{
    return severity == Severity::Breaks  ? "breaking"
        : severity == Severity::MayBreak ? "may-be-breaking"
                                         : "harmless";
}

void addValues(json::Builder &out, const Bytes &before, const Bytes &after)
{
    if (!before.isEmpty())
        out.rawMember("before", before.view());
    if (!after.isEmpty())
        out.rawMember("after", after.view());
}

void addChange(json::Builder &out, const Change &change)
{
    out.beginObject().member("kind", kindName(change.kind));
    if (!change.key.empty())
        out.member("name", std::string_view(change.key));
    out.member("severity", severityName(change.severity()));
    out.key("reasons").beginArray();
    for (const changes::Reason &reason : change.reasons) {
        out.beginObject().member("severity", severityName(reason.severity));
        out.member("pointer", QStringView(reason.pointer));
        out.member("sentence", QStringView(reason.sentence)).endObject();
    }
    out.endArray();
    out.key("differences").beginArray();
    for (const changes::Difference &each : change.differences) {
        out.beginObject().member("kind", kindName(each.kind));
        out.member("pointer", QStringView(each.pointer));
        addValues(out, each.before, each.after);
        out.endObject();
    }
    out.endArray();
    addValues(out, change.before, change.after);
    out.endObject();
}

} // namespace

QString comparisonText(const Comparison &comparison)
{
    QString text;
    for (const PartChanges &part : comparison.parts) {
        if (part.changes.empty() && !part.isIncomplete)
            continue;
        text += partLine(part);
        for (const Change &change : part.changes)
            text += changeText(change);
        text += u'\n';
    }
    return text + summaryLine(comparison);
}

std::string comparisonJson(const Comparison &comparison)
{
    json::Builder out;
    out.beginObject().member("same", comparison.isSame());
    out.member("breaking", std::int64_t(comparison.count(Severity::Breaks)));
    out.member("mayBeBreaking", std::int64_t(comparison.count(Severity::MayBreak)));
    out.key("parts").beginArray();
    for (const PartChanges &part : comparison.parts) {
        out.beginObject().member("part", partName(part.part).data());
        out.member("same", std::int64_t(part.same)).member("incomplete", part.isIncomplete);
        out.key("changes").beginArray();
        for (const Change &change : part.changes)
            addChange(out, change);
        out.endArray().endObject();
    }
    return out.endArray().endObject().takeString() + '\n';
}

} // namespace sonde::cli
