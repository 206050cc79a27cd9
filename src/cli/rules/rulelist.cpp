// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/rules/rulelist.h"

#include "cli/output/clitr.h"
#include "cli/output/table.h"
#include "cli/rules/ruletext.h"
#include "json/builder.h"

namespace sonde::cli {

namespace {

using findings::Requirement;
using Rules = std::vector<const Requirement *>;

QString asText(const Rules &rules, int width, const Palette &palette)
{
    Table table({{Text::tr("RULE"), 0, true}, {Text::tr("PARTY"), 0, true},
        {Text::tr("LEVEL"), 0, true}, {Text::tr("DEMANDS"), 1}});
    for (const Requirement *rule : rules)
        table.addRow({QString::fromStdString(rule->id), QString::fromUtf8(partyName(rule->party)),
            QString::fromUtf8(levelName(rule->severity)), rule->summary});
    return table.text(width, true, palette) + u'\n'
        + Text::tr("To read about one: sonde-cli rule ID.") + u'\n';
}

QString asMarkdown(const Rules &rules)
{
    QString text = QStringLiteral("| %1 | %2 | %3 | %4 |\n|---|---|---|---|\n")
                       .arg(Text::tr("Rule"), Text::tr("Party"), Text::tr("Level"),
                           Text::tr("What it demands"));
    for (const Requirement *rule : rules)
        text +=
            QStringLiteral("| `%1` | %2 | %3 | %4 |\n")
                .arg(QString::fromStdString(rule->id), QString::fromUtf8(partyName(rule->party)),
                    QString::fromUtf8(levelName(rule->severity)), markdownEscaped(rule->summary));
    return text;
}

std::string asJson(const Rules &rules)
{
    json::Builder out;
    out.beginArray();
    for (const Requirement *rule : rules)
        out.beginObject()
            .member("rule", std::string_view(rule->id))
            .member("area", rule->area())
            .member("party", partyName(rule->party))
            .member("level", levelName(rule->severity))
            .member("demands", QStringView(rule->summary))
            .endObject();
    return out.endArray().takeString() + '\n';
}

} // namespace

std::string ruleList(const Rules &rules, RuleFormat format, int width, const Palette &palette)
{
    if (format == RuleFormat::Json)
        return asJson(rules);
    return (format == RuleFormat::Markdown ? asMarkdown(rules) : asText(rules, width, palette))
        .toStdString();
}

} // namespace sonde::cli
