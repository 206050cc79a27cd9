// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/toolname.h"

namespace sonde::accept {

namespace {

constexpr qsizetype kMaxName = 4096; // characters of a name that are looked at
constexpr qsizetype kMiddleDots = 3;

QString filled(const QString &form, const QString &server, const QString &tool)
{
    const qsizetype at = form.indexOf(QLatin1String("{tool}"));
    QString made = form.left(at).replace(QLatin1String("{server}"), server);
    return made + tool + form.mid(at + 6);
}

QString withHash(const QString &name, qsizetype max, int digits)
{
    return name.left(max - digits - 1) + u'_' + QString(digits, u'#');
}

QString cut(const Fact &limit, const QString &name)
{
    const qsizetype max = *limit.max;
    switch (limit.cut) {
    case Cut::None:
        return name;
    case Cut::End:
        return name.left(max);
    case Cut::Middle: {
        const qsizetype side = (max - kMiddleDots) / 2;
        return name.left(side) + QStringLiteral("...") + name.right(side);
    }
    case Cut::Hash:
        return withHash(name, max, limit.hash);
    }
    return name;
}

} // namespace

bool hasCharacter(std::string_view set, QChar c)
{
    for (std::size_t i = 0; i < set.size(); ++i) {
        const bool isRange = i + 2 < set.size() && set[i + 1] == '-';
        const auto last = QLatin1Char(isRange ? set[i + 2] : set[i]);
        if (c >= QLatin1Char(set[i]) && c <= last)
            return true;
        if (isRange)
            i += 2;
    }
    return false;
}

QString rewritten(const NameStep &step, QString part)
{
    if (step.isLower)
        part = part.toLower();
    QString made;
    bool wasSpace = false;
    bool wasReplaced = false;
    for (const QChar c : part) {
        const bool isSpace = step.spaces && c.isSpace();
        const bool isReplaced = !isSpace && !step.keep.empty() && !hasCharacter(step.keep, c);
        if (isSpace && !wasSpace)
            made += *step.spaces;
        else if (isReplaced && !(step.asRun && wasReplaced))
            made += step.with;
        else if (!isSpace && !isReplaced)
            made += c;
        wasSpace = isSpace;
        wasReplaced = isReplaced;
    }
    while (!step.trim.isNull() && made.startsWith(step.trim))
        made.remove(0, 1);
    while (!step.trim.isNull() && made.endsWith(step.trim))
        made.chop(1);
    return step.max > 0 ? made.left(step.max) : made;
}

ToolName toolName(const JudgingHost &host, const QString &server, const QString &tool)
{
    ToolName name;
    const QString shortServer = server.left(kMaxName);
    const QString shortTool = tool.left(kMaxName);
    const Fact *limit = host.find(About::NameLength);
    if (const Fact *form = host.find(About::Name)) {
        const QString changedServer = rewritten(form->server, shortServer);
        const QString changedTool = rewritten(form->tool, shortTool);
        const bool isBare = form->isUnlessPrefixed && changedTool.startsWith(changedServer);
        const QString whole = isBare ? changedTool : filled(form->form, changedServer, changedTool);
        name.seen = rewritten(form->whole, whole);
        // What the form itself adds is no change of the name.
        name.isChanged = name.seen != whole || changedTool != shortTool
            || (form->form.contains(QLatin1String("{server}")) && changedServer != shortServer);
        name.length = name.seen.size();
        if (name.isChanged && form->changedHash > 0)
            name.seen = withHash(name.seen, form->changedMax, form->changedHash);
    }
    if (!limit)
        return name;
    if (!limit->measured.isEmpty())
        name.length = filled(limit->measured, shortServer, shortTool).size();
    name.isTooLong = name.length > *limit->max;
    if (name.isTooLong && !name.seen.isEmpty()) {
        name.isChanged = name.isChanged || limit->cut != Cut::None;
        name.seen = cut(*limit, name.seen);
    }
    return name;
}

} // namespace sonde::accept
