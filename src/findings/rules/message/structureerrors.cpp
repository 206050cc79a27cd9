// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/message/structureerrors.h"

#include "base/formatting.h"
#include "findings/catalogue/findingstr.h"

#include <QStringList>

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <vector>

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

// Whether a member of the value has another constant than the branch. A number's "type" is one of
// two.
bool excludesBranch(const schema::Unit &choice, const schema::Unit &error)
{
    const QString start = choice.instanceLocation + u'/';
    if (!error.instanceLocation.startsWith(start))
        return false;
    const QString member = error.instanceLocation.mid(start.size());
    return (error.keyword == "const" && !member.contains(u'/'))
        || (error.keyword == "enum" && member == QLatin1String("type"));
}

// What the errors in a branch say of it.
struct Branch {
    QString type; // the name of its type; empty: it has none, or its errors do not show it
    bool isExcluded = false; // by a constant
    bool isWrongItself = false; // not only something deeper in the value
    QStringList sentences;
};

// The name of the type to which the branch itself refers: an error behind another reference is in a
// part of that type, which has a name of its own.
QString typeOfBranch(const schema::Unit &choice, const schema::Unit &error)
{
    const QString inside = error.keywordLocation.mid(choice.keywordLocation.size() + 1);
    const QStringList steps = inside.split(u'/').mid(1);
    const bool isOwn =
        steps.value(0) == QLatin1String("$ref") && steps.count(QStringLiteral("$ref")) == 1;
    return isOwn ? QString::fromStdString(typeOf(error)) : QString();
}

std::map<int, Branch> branchesOf(
    const schema::Unit &choice, const std::vector<schema::Unit> &errors)
{
    std::map<int, Branch> branches;
    for (const schema::Unit &error : errors) {
        const int number = branchOf(choice, error);
        if (number < 0)
            continue;
        Branch &branch = branches[number];
        branch.isExcluded = branch.isExcluded || excludesBranch(choice, error);
        branch.isWrongItself =
            branch.isWrongItself || error.instanceLocation == choice.instanceLocation;
        if (branch.type.isEmpty())
            branch.type = typeOfBranch(choice, error);
        branch.sentences << error.sentence;
    }
    return branches;
}

// The branch that was meant: the only one whose constants the value has, or of these the only one
// that fits but for something deeper in the value. -1: it is not clear.
int meantBranch(const std::map<int, Branch> &branches)
{
    std::vector<int> left;
    std::vector<int> fitting;
    for (const auto &[number, branch] : branches) {
        if (branch.isExcluded)
            continue;
        left.push_back(number);
        if (!branch.isWrongItself)
            fitting.push_back(number);
    }
    return left.size() == 1 ? left.front() : fitting.size() == 1 ? fitting.front() : -1;
}

// What the value must be when no branch is meant: one of the named types, or what each branch says.
// Empty: that would be too long.
QString sentenceOfChoice(const std::map<int, Branch> &branches)
{
    constexpr std::size_t kMaxConditions = 3;
    QStringList types;
    QStringList conditions;
    for (const auto &[number, branch] : branches) {
        if (!branch.type.isEmpty() && !types.contains(branch.type))
            types << branch.type;
        conditions += branch.sentences;
    }
    if (!types.isEmpty())
        return Text::tr("Must be one of %1.").arg(listText(types));
    const bool isShort =
        branches.size() <= kMaxConditions && conditions.size() == qsizetype(branches.size());
    return isShort ? conditions.join(Text::tr(" Or: ", "between two sentences")) : QString();
}

// Keeps the errors of one branch of the choice, or the choice alone.
void settle(const schema::Unit &choice, std::vector<schema::Unit> &errors)
{
    const std::map<int, Branch> branches = branchesOf(choice, errors);
    const int meant = meantBranch(branches);
    const bool hasNone = std::all_of(
        branches.begin(), branches.end(), [](const auto &each) { return each.second.isExcluded; });
    const auto constant = std::find_if(errors.begin(), errors.end(), [&](const auto &error) {
        return branchOf(choice, error) >= 0 && excludesBranch(choice, error);
    }); // that no branch has
    const schema::Unit own = choice;
    const schema::Unit place = hasNone && constant != errors.end() ? *constant : choice;
    std::erase_if(errors, [&](const schema::Unit &error) {
        const int branch = branchOf(own, error);
        return branch >= 0 ? branch != meant : meant >= 0 && isSame(error, own);
    });
    const QString sentence = meant >= 0 ? QString() : sentenceOfChoice(branches);
    if (sentence.isEmpty())
        return;
    for (schema::Unit &error : errors) {
        if (!isSame(error, own))
            continue;
        error.sentence = sentence;
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
