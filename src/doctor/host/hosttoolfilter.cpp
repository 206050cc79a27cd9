// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/hosttoolfilter.h"

#include "base/formatting.h"
#include "json/document.h"

#include <algorithm>

namespace sonde::doctor {

namespace {

// The members of an entry that choose among the tools of the server.
struct Lists {
    const char *host;
    const char *taken = ""; // only these
    const char *leftOut = "";
    bool isEmptyAll = false; // an empty list chooses nothing, so all of them are taken
};
constexpr Lists kLists[]{{"gemini", "includeTools", "excludeTools"},
    {"qwen", "includeTools", "excludeTools"}, {"codex", "enabled_tools", "disabled_tools"},
    {"crush", "enabled_tools", "disabled_tools", true}, {"goose", "available_tools", "", true},
    {"copilot", "tools"}, {"roo", "", "disabledTools"}, {"kiro", "", "disabledTools"},
    {"antigravity", "", "disabledTools"}};

QStringList toolNames(const Offered &offered)
{
    QStringList names;
    for (const Bytes &definition : offered.tools) {
        const json::Document document = json::Document::parse(definition);
        names << document.root()["name"].toString();
    }
    return names;
}

// Gemini CLI allows an argument in parentheses behind the name.
QStringList namesIn(const json::Value &list)
{
    QStringList names;
    for (const json::Value each : list)
        names << each.toString().section(u'(', 0, 0).trimmed();
    return names;
}

} // namespace

std::vector<DoctorFinding> judgeToolFilter(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const Offered &offered)
{
    const auto lists = std::find_if(std::begin(kLists), std::end(kLists),
        [&file](const Lists &each) { return file.host->id == QLatin1String(each.host); });
    if (lists == std::end(kLists) || !offered.hasAllTools || offered.tools.empty())
        return {};
    const json::Value taken = entry.value[lists->taken];
    const QStringList takenNames = namesIn(taken);
    const QStringList leftOut = namesIn(entry.value[lists->leftOut]);
    const bool takesAll = !taken.isArray() || takenNames.contains(u"*")
        || (lists->isEmptyAll && takenNames.isEmpty());
    const QStringList names = toolNames(offered);
    const bool hasOne = std::any_of(names.begin(), names.end(), [&](const QString &name) {
        return (takesAll || takenNames.contains(name)) && !leftOut.contains(name);
    });
    const hosts::Host &host = *file.host;
    if (!hasOne) {
        QStringList members;
        for (const char *member : {lists->taken, lists->leftOut}) {
            if (entry.value[member].exists())
                members << QLatin1String(member);
        }
        return {{Kind::HostToolsFiltered,
            {host.name, entry.name, file.path, QString::number(names.size()), listText(members)}}};
    }
    const auto unknown = std::find_if(takenNames.begin(), takenNames.end(),
        [&](const QString &name) { return !takesAll && !names.contains(name); });
    if (unknown == takenNames.end())
        return {};
    return {{Kind::HostToolUnknown,
        {host.name, entry.name, file.path, QLatin1String(lists->taken), *unknown}}};
}

} // namespace sonde::doctor
