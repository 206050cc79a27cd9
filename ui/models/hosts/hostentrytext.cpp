// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/hostentrytext.h"

#include "base/formatting.h"
#include "config/commandline.h"
#include "config/entryparts.h"
#include "hosts/entries/entrywords.h"
#include "models/signs/modeltext.h"

#include <array>

namespace sonde::models {

namespace {

// The names of the members of an object.
QStringList memberNames(const json::Value &object)
{
    QStringList names;
    if (object.isObject()) {
        for (const json::Value member : object)
            names += json::toQString(member.key());
    }
    return names;
}

QStringList variableNames(const hosts::HostEntry &entry)
{
    static constexpr std::array<const char *, 3> kVariables{"env", "environment", "envs"};
    QStringList names = memberNames(entry.value["command"]["env"]);
    for (const char *name : kVariables)
        names += memberNames(entry.value[name]) + memberNames(entry.value["transport"][name]);
    return names;
}

} // namespace

QString serversText(int count)
{
    return count == 1 ? Text::tr("1 server")
                      : Text::tr("%1 servers", nullptr, count).arg(countText(count));
}

QString problemsText(int errors, int warnings)
{
    QStringList parts;
    if (errors > 0)
        parts += errors == 1 ? Text::tr("1 error")
                             : Text::tr("%1 errors", nullptr, errors).arg(countText(errors));
    if (warnings > 0)
        parts += warnings == 1
            ? Text::tr("1 warning")
            : Text::tr("%1 warnings", nullptr, warnings).arg(countText(warnings));
    return listText(parts);
}

QString startedBy(const hosts::HostEntry &entry)
{
    if (entry.url.isEmpty())
        return entry.program.isEmpty() ? QString()
                                       : config::joinCommandLine(hosts::shownCommand(entry));
    const QString url = hosts::shownUrl(entry);
    return url.isEmpty() ? Text::tr("(not a valid URL)") : url;
}

QString stateText(const hosts::HostEntry &entry, const HostProblems &problems)
{
    QStringList parts;
    if (entry.isDisabled)
        parts += Text::tr("disabled", "the state of a server");
    if (entry.tap)
        parts += Text::tr("tapped", "the state of a server");
    if (!problems.empty())
        parts += problems.front().sentence;
    if (parts.isEmpty())
        parts += Text::tr("direct", "the state of a server: without a tap");
    return parts.join(QStringLiteral(" · "));
}

Properties entryProperties(const CheckedFile &file, int index)
{
    const hosts::HostEntry &entry = file.entries()[std::size_t(index)];
    Properties facts;
    const auto add = [&facts](const QString &name, const QString &value, bool isTyped = true) {
        if (!value.isEmpty())
            facts.push_back({name, value, isTyped, Sign::None, ColorRole::Normal});
    };
    add(Text::tr("Scope"), hosts::scopeName(file.found.scope), false);
    add(Text::tr("Project"), shortPath(entry.project));
    if (entry.url.isEmpty()) {
        add(Text::tr("Program"), entry.program);
        if (const auto &place = file.programs[std::size_t(index)]; place && place->folder > 0)
            add(Text::tr("Found as"),
                Text::tr("%1 · folder %2 of %3 in PATH", "a path and two counts")
                    .arg(shortPath(place->path))
                    .arg(place->folder)
                    .arg(place->folders));
        add(Text::tr("Arguments"), config::joinCommandLine(hosts::shownCommand(entry).mid(1)));
    } else {
        add(Text::tr("URL"), startedBy(entry));
    }
    add(Text::tr("Working folder"), entry.value["cwd"].toString());
    add(Text::tr("Environment"), listText(variableNames(entry)));
    add(Text::tr("Headers"),
        listText(memberNames(config::headersOf(config::holderOf(entry.value)))));
    if (entry.tap) {
        const json::Value tap = entry.command.isArray() ? entry.command.first() : entry.command;
        add(Text::tr("Tap"), tap.toString());
    }
    return facts;
}

Properties hostProblems(const CheckedFiles &files, const hosts::Host *host)
{
    Properties shown;
    const auto add = [&shown](const QString &subject, const HostProblems &problems) {
        for (const HostProblem &problem : problems) {
            if (shown.size() < kMaxProblems)
                shown.push_back(
                    {subject, problem.sentence, false, problem.sign, ColorRole::Normal});
        }
    };
    for (const CheckedFile &file : files) {
        if (!host || file.found.host->id != host->id)
            continue;
        add(shortPath(file.found.path), file.problems);
        for (std::size_t i = 0; i < file.entryProblems.size(); ++i)
            add(file.entries()[i].name, file.entryProblems[i]);
    }
    return shown;
}

} // namespace sonde::models
