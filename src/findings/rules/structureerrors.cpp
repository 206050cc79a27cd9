// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/structureerrors.h"

#include "base/formatting.h"
#include "findings/catalogue/text.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>

namespace sonde::findings {

namespace {

bool isChoice(const schema::Unit &unit)
{
    return unit.keyword == "anyOf" || unit.keyword == "oneOf";
}

bool isSame(const schema::Unit &a, const schema::Unit &b)
{
    return a.keywordLocation == b.keywordLocation && a.instanceLocation == b.instanceLocation;
}

// The number of the branch of a choice in which an error is; -1: it is elsewhere, or about another
// item of the same list.
int branchOf(const schema::Unit &choice, const schema::Unit &error)
{
    const QString start = choice.keywordLocation + u'/';
    const bool isInside = error.instanceLocation == choice.instanceLocation
        || error.instanceLocation.startsWith(choice.instanceLocation + u'/');
    if (!isInside || !error.keywordLocation.startsWith(start))
        return -1;
    return error.keywordLocation.mid(start.size()).section(u'/', 0, 0).toInt();
}

// Whether a member of the value has another constant than the branch: a "type", for example.
bool excludesBranch(const schema::Unit &choice, const schema::Unit &error)
{
    const QString start = choice.instanceLocation + u'/';
    return (error.keyword == "const" || error.keyword == "enum")
        && error.instanceLocation.startsWith(start)
        && !error.instanceLocation.mid(start.size()).contains(u'/');
}

// Keeps the errors of one branch of the choice, or the choice alone.
void settle(const schema::Unit &choice, std::vector<schema::Unit> &errors)
{
    const schema::Unit *constant = nullptr; // that no branch has
    std::map<int, bool> excluded;
    std::map<int, QString> names;
    for (const schema::Unit &error : errors) {
        const int branch = branchOf(choice, error);
        if (branch < 0)
            continue;
        excluded[branch] = excluded[branch] || excludesBranch(choice, error);
        if (!constant && excludesBranch(choice, error))
            constant = &error;
        if (names[branch].isEmpty())
            names[branch] = QString::fromStdString(typeOf(error));
    }
    std::vector<int> left;
    QStringList choices;
    for (const auto &[branch, isExcluded] : excluded) {
        if (!isExcluded)
            left.push_back(branch);
        if (!names[branch].isEmpty() && !choices.contains(names[branch]))
            choices << names[branch];
    }
    const bool isClear = left.size() == 1;
    const schema::Unit own = choice;
    const bool hasNone = left.empty() && constant;
    const schema::Unit place = hasNone ? *constant : choice;
    std::erase_if(errors, [&](const schema::Unit &error) {
        const int branch = branchOf(own, error);
        return branch >= 0 ? !isClear || branch != left.front() : isClear && isSame(error, own);
    });
    if (isClear || choices.isEmpty())
        return;
    for (schema::Unit &error : errors) {
        if (!isSame(error, own))
            continue;
        error.sentence = Text::tr("Must be one of %1.").arg(listText(choices));
        error.instanceLocation = place.instanceLocation;
        error.begin = place.begin;
        error.end = place.end;
    }
}

} // namespace

std::vector<schema::Unit> errorsThatHelp(const std::vector<schema::Unit> &errors)
{
    std::vector<schema::Unit> kept = errors;
    std::vector<schema::Unit> choices;
    std::copy_if(errors.begin(), errors.end(), std::back_inserter(choices), &isChoice);
    // The outer ones first: what is in another branch is gone then.
    std::sort(choices.begin(), choices.end(), [](const schema::Unit &a, const schema::Unit &b) {
        return a.keywordLocation.size() < b.keywordLocation.size();
    });
    for (const schema::Unit &choice : choices) {
        const bool isLeft = std::any_of(kept.begin(), kept.end(),
            [&choice](const schema::Unit &error) { return isSame(error, choice); });
        if (isLeft)
            settle(choice, kept);
    }
    return kept;
}

std::string typeOf(const schema::Unit &error)
{
    for (const char *start : {"#/$defs/", "#/definitions/"}) {
        const auto at = error.absoluteLocation.indexOf(QLatin1String(start));
        if (at >= 0)
            return error.absoluteLocation.mid(at + qsizetype(qstrlen(start)))
                .section(u'/', 0, 0)
                .toStdString();
    }
    return {};
}

} // namespace sonde::findings
