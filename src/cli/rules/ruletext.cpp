// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/rules/ruletext.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "json/builder.h"

#include <QStringList>

#include <algorithm>

namespace sonde::cli {

namespace {

using findings::Requirement;
using findings::RuleExample;
using findings::RulePage;

constexpr int kIndent = 2;
constexpr int kWidest = 100; // cells: longer lines of prose are hard to read

struct Section {
    QString title;
    QString text; // lines
    bool isProse = true; // otherwise lines of traffic or of a list
};

QString nameOf(findings::Revision revision)
{
    return QString::fromUtf8(revisionName(revision));
}

// "error · MUST · server"
QString ranksOf(const Requirement &rule)
{
    return QStringList{QString::fromUtf8(levelName(rule.severity)), rule.keyword,
        QString::fromUtf8(partyName(rule.party))}
        .join(QStringLiteral(" · "));
}

// The newest one first: "2025-11-25  MUST    https://…".
QString revisionsOf(const Requirement &rule)
{
    QStringList lines;
    for (auto each = findings::kRevisions.rbegin(); each != findings::kRevisions.rend(); ++each) {
        if (!rule.revisions.has(*each))
            continue;
        const QString address = rule.addressIn(*each);
        QString line = nameOf(*each) + QStringLiteral("  ");
        line += address.isEmpty() ? rule.keywordIn(*each)
                                  : rule.keywordIn(*each).leftJustified(12) + address;
        lines << line;
    }
    return lines.join(u'\n');
}

std::vector<Section> sectionsOf(const RulePage &page)
{
    const Requirement &rule = *page.requirement;
    std::vector<Section> sections{{Text::tr("What it demands"), rule.summary},
        {Text::tr("What breaks it"), rule.violation}, {Text::tr("Why it matters"), page.words.why},
        {Text::tr("How to fix it"), page.words.fix},
        {Text::tr("Bad, in revision %1").arg(nameOf(page.examples.bad.revision)),
            page.examples.bad.text, false},
        {Text::tr("Good, in revision %1").arg(nameOf(page.examples.good.revision)),
            page.examples.good.text, false},
        {Text::tr("Revisions"), revisionsOf(rule), false}};
    if (!rule.checks.isEmpty())
        sections.push_back({Text::tr("Conformance suite"), listText(rule.checks)});
    return sections;
}

void addExample(json::Builder &out, std::string_view name, const RuleExample &example)
{
    out.key(name).beginObject().member("revision", revisionName(example.revision));
    out.member("text", QStringView(example.text)).endObject();
}

void addPage(json::Builder &out, const RulePage &page)
{
    const Requirement &rule = *page.requirement;
    out.beginObject()
        .member("rule", std::string_view(rule.id))
        .member("area", rule.area())
        .member("party", partyName(rule.party))
        .member("level", levelName(rule.severity))
        .member("keyword", QStringView(rule.keyword))
        .member("demands", QStringView(rule.summary))
        .member("violation", QStringView(rule.violation))
        .member("why", QStringView(page.words.why))
        .member("fix", QStringView(page.words.fix));
    addExample(out, "bad", page.examples.bad);
    addExample(out, "good", page.examples.good);
    out.key("revisions").beginArray();
    for (const findings::Revision each : findings::kRevisions) {
        if (!rule.revisions.has(each))
            continue;
        out.beginObject().member("revision", revisionName(each));
        out.member("keyword", QStringView(rule.keywordIn(each)))
            .member("level", levelName(rule.levelIn(each)))
            .member("section", QStringView(rule.sectionIn(each)))
            .member("address", QStringView(rule.addressIn(each)))
            .endObject();
    }
    out.endArray().endObject();
}

} // namespace

QString markdownEscaped(QString line)
{
    for (const QChar c : QStringView(u"\\`*_[]<>|#"))
        line.replace(c, QStringLiteral("\\") + c);
    return line;
}

QString pageText(const RulePage &page, int width, const Palette &palette)
{
    const QString indent(kIndent, u' ');
    QString text = palette.ink(Ink::Strong, QString::fromStdString(page.requirement->id))
        + QStringLiteral("  ") + ranksOf(*page.requirement) + u'\n';
    for (const Section &section : sectionsOf(page)) {
        text += u'\n' + palette.ink(Ink::Strong, section.title) + u'\n';
        const QStringList lines = section.isProse
            ? wrapped(section.text, std::min(width, kWidest) - kIndent)
            : section.text.split(u'\n');
        for (const QString &line : lines)
            text += indent + line + u'\n';
    }
    return text;
}

QString pageMarkdown(const RulePage &page)
{
    QString text = QStringLiteral("## `%1`\n\n%2\n")
                       .arg(QString::fromStdString(page.requirement->id),
                           markdownEscaped(ranksOf(*page.requirement)));
    for (const Section &section : sectionsOf(page)) {
        text += QStringLiteral("\n### ") + section.title + QStringLiteral("\n\n");
        if (section.isProse)
            text += markdownEscaped(section.text) + u'\n';
        else // no line can end the block: it is indented
            text += QStringLiteral("    ")
                + QString(section.text).replace(u'\n', QStringLiteral("\n    ")) + u'\n';
    }
    return text;
}

std::string pagesJson(const std::vector<const Requirement *> &rules, bool isArray)
{
    json::Builder out;
    if (isArray)
        out.beginArray();
    for (const Requirement *rule : rules)
        addPage(out, pageOf(*rule));
    if (isArray)
        out.endArray();
    return out.takeString() + '\n';
}

} // namespace sonde::cli
