// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/rules/rulecommand.h"

#include "base/formatting.h"
#include "cli/options/commandtable.h"
#include "cli/options/outputformat.h"
#include "cli/options/ruleselection.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/usageerror.h"
#include "cli/rules/rulelist.h"
#include "cli/rules/ruletext.h"

namespace sonde::cli {

namespace {

// In the order of RuleFormat.
const QStringList &formats()
{
    static const QStringList names{
        QStringLiteral("text"), QStringLiteral("json"), QStringLiteral("markdown")};
    return names;
}

Result<RuleFormat> formatOf(const Line &line)
{
    int format = 0;
    const Result<void> done = line.take("--format", [&](const std::string &value) -> Result<void> {
        format = int(formats().indexOf(decodedWord(value)));
        if (format >= 0)
            return {};
        return usageError(Text::tr("%1 is not a format. Use --format %2.")
                              .arg(quotedWord(decodedWord(value)), listText(formats())));
    });
    if (!done)
        return done.error();
    if (const auto refused = refuseContradiction(line, formats()[format]); !refused)
        return refused.error();
    return line.has("--json") ? RuleFormat::Json : static_cast<RuleFormat>(format);
}

// The rules of an area, or the one of that name; none if it is neither.
std::vector<const findings::Requirement *> rulesNamed(const QString &word)
{
    std::vector<const findings::Requirement *> named;
    for (const findings::Requirement *requirement : findings::checkedRequirements()) {
        if (requirement->id == word.toStdString() || requirement->area() == word.toStdString())
            named.push_back(requirement);
    }
    return named;
}

Result<int> listRules(const QString &area, RuleFormat format, Output &out)
{
    const QStringList areas = findings::checkedAreas();
    if (!area.isEmpty() && !areas.contains(area))
        return usageError(joinSentences({Text::tr("There is no area %1.").arg(quotedWord(area)),
            didYouMean(area, areas), Text::tr("The areas are %1.").arg(listText(areas))}));
    const auto listed = area.isEmpty() ? findings::checkedRequirements() : rulesNamed(area);
    out.write(ruleList(listed, format, out.width(), out.palette()));
    return int(kFine);
}

} // namespace

Result<int> runRule(const Line &line, Output &out, Output & /*err*/)
{
    const Result<RuleFormat> format = formatOf(line);
    if (!format)
        return format.error();
    const std::vector<std::string> arguments = line.arguments();
    if (arguments.empty())
        return listRules(line.text("--area"), *format, out);
    const QString word = decodedWord(arguments.front());
    if (line.has("--area"))
        return usageError(
            Text::tr("Both %1 and --area were given. Remove one of them.").arg(quotedWord(word)));
    const auto named = rulesNamed(word);
    if (named.empty())
        return unknownRule(word);
    if (*format == RuleFormat::Json) {
        out.write(pagesJson(named, word.toStdString() != named.front()->id));
        return int(kFine);
    }
    for (const findings::Requirement *requirement : named) {
        if (requirement != named.front())
            out.write(QStringView(u"\n"));
        const findings::RulePage page = pageOf(*requirement);
        out.write(QStringView(*format == RuleFormat::Markdown
                ? pageMarkdown(page)
                : pageText(page, out.width(), out.palette())));
    }
    return int(kFine);
}

CommandRow ruleCommand()
{
    return {
        .words = QLatin1String("rule"),
        .commands = Command::Rule,
        .usage = u"rule ID|AREA [--format FORMAT]\nrule [--area AREA] [--format FORMAT]",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "explains a rule of check, or lists the rules"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints what the rule demands, why it matters, a bad and a good example, how to fix "
            "it, and the sections of the specification. AREA: the pages of all rules of the area. "
            "Without an argument, lists the rules."),
        .examples = u"sonde-cli rule tools.input-schema-object\n"
                    "sonde-cli rule --area session\n"
                    "sonde-cli rule auth --format markdown",
        .most = 1,
        .run = runRule,
    };
}

} // namespace sonde::cli
