// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/difference.h"

#include "schema/equality.h"

#include <algorithm>
#include <map>
#include <set>

namespace sonde::changes {

namespace {

constexpr int kMaxDepth = 200; // below it a value is compared as a whole

using Values = std::vector<json::Value>;

class DifferenceWalk {
public:
    void compare(const json::Value &before, const json::Value &after, int depth);
    std::vector<Difference> take() { return std::move(m_found); }

private:
    void compareObjects(const json::Value &before, const json::Value &after, int depth);
    void compareArrays(const json::Value &before, const json::Value &after, int depth);
    void comparePlain(const Values &before, const Values &after);
    bool isFull() const { return m_found.size() >= kMaxDifferences; }
    void add(ChangeKind kind, const json::Value &before, const json::Value &after);

    std::vector<Difference> m_found;
};

void DifferenceWalk::add(ChangeKind kind, const json::Value &before, const json::Value &after)
{
    if (isFull())
        return;
    m_found.push_back({kind, kind == ChangeKind::Removed ? before.pointer() : after.pointer(),
        Bytes::copyOf(before.raw()), Bytes::copyOf(after.raw())});
}

void DifferenceWalk::compare(const json::Value &before, const json::Value &after, int depth)
{
    if (isFull() || before.raw() == after.raw() || schema::equal(before, after))
        return;
    const std::size_t known = m_found.size();
    if (depth < kMaxDepth && before.isObject() && after.isObject())
        compareObjects(before, after, depth + 1);
    else if (depth < kMaxDepth && before.isArray() && after.isArray())
        compareArrays(before, after, depth + 1);
    if (m_found.size() == known) // plain values, or a list in another order
        add(ChangeKind::Changed, before, after);
}

std::map<std::string, json::Value> membersOf(const json::Value &object)
{
    std::map<std::string, json::Value> members;
    for (const json::Value member : object)
        members[member.key()] = member;
    return members;
}

void DifferenceWalk::compareObjects(const json::Value &before, const json::Value &after, int depth)
{
    const auto earlier = membersOf(before);
    const auto later = membersOf(after);
    for (const auto &[name, value] : earlier) {
        if (const auto found = later.find(name); found != later.end())
            compare(value, found->second, depth);
        else
            add(ChangeKind::Removed, value, {});
    }
    for (const auto &[name, value] : later) {
        if (!earlier.contains(name))
            add(ChangeKind::Added, {}, value);
    }
}

bool isPlainList(const Values &values)
{
    return std::none_of(
        values.begin(), values.end(), [](const json::Value &value) { return value.isContainer(); });
}

std::set<std::string> canonicalTexts(const Values &values)
{
    std::set<std::string> texts;
    for (const json::Value &value : values)
        texts.insert(schema::canonical(value));
    return texts;
}

void DifferenceWalk::comparePlain(const Values &before, const Values &after)
{
    const auto earlier = canonicalTexts(before);
    const auto later = canonicalTexts(after);
    for (const json::Value &value : before) {
        if (!later.contains(schema::canonical(value)))
            add(ChangeKind::Removed, value, {});
    }
    for (const json::Value &value : after) {
        if (!earlier.contains(schema::canonical(value)))
            add(ChangeKind::Added, {}, value);
    }
}

void DifferenceWalk::compareArrays(const json::Value &before, const json::Value &after, int depth)
{
    Values earlier(before.begin(), before.end());
    Values later(after.begin(), after.end());
    if (isPlainList(earlier) && isPlainList(later))
        return comparePlain(earlier, later);
    const auto [a, b] =
        std::mismatch(earlier.begin(), earlier.end(), later.begin(), later.end(), schema::equal);
    earlier.erase(earlier.begin(), a);
    later.erase(later.begin(), b);
    while (!earlier.empty() && !later.empty() && schema::equal(earlier.back(), later.back())) {
        earlier.pop_back();
        later.pop_back();
    }
    const std::size_t both = std::min(earlier.size(), later.size());
    for (std::size_t i = 0; i < both; ++i)
        compare(earlier[i], later[i], depth);
    for (std::size_t i = both; i < earlier.size(); ++i)
        add(ChangeKind::Removed, earlier[i], {});
    for (std::size_t i = both; i < later.size(); ++i)
        add(ChangeKind::Added, {}, later[i]);
}

} // namespace

std::vector<Difference> differences(const json::Value &before, const json::Value &after)
{
    DifferenceWalk walk;
    walk.compare(before, after, 0);
    return walk.take();
}

} // namespace sonde::changes
