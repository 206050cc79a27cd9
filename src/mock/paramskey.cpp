// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/paramskey.h"

#include "json/builder.h"

#include <algorithm>
#include <vector>

namespace sonde::mock {

namespace {

constexpr std::string_view kMeta = "_meta";
constexpr qsizetype kMaxPlaces = 100; // more are not looked for

struct Member {
    std::string name;
    json::Value value;
};

std::vector<Member> sortedMembers(const json::Value &object)
{
    std::vector<Member> members;
    for (const json::Value value : object)
        members.push_back({value.key(), value});
    // Stable: repeated names keep their order.
    std::stable_sort(members.begin(), members.end(),
        [](const Member &a, const Member &b) { return a.name < b.name; });
    return members;
}

void append(std::string &out, const json::Value &value);

void appendMembers(std::string &out, const json::Value &object, std::string_view without)
{
    out += '{';
    for (const auto &[name, value] : sortedMembers(object)) {
        if (name == without)
            continue;
        json::appendQuoted(out, name);
        out += ':';
        append(out, value);
        out += ',';
    }
    out += '}';
}

void append(std::string &out, const json::Value &value)
{
    if (value.isObject())
        return appendMembers(out, value, {});
    if (value.isString())
        return json::appendQuoted(out, value.text());
    if (!value.isArray()) {
        out += value.raw();
        return;
    }
    out += '[';
    for (const json::Value element : value) {
        append(out, element);
        out += ',';
    }
    out += ']';
}

std::string textOf(const json::Value &value)
{
    std::string text;
    append(text, value);
    return text;
}

void compare(const json::Value &recorded, const json::Value &live, QStringList &places);

// Names in order: two sorted lists side by side.
void compareMembers(const json::Value &recorded, const json::Value &live, QStringList &places)
{
    const std::vector<Member> before = sortedMembers(recorded);
    const std::vector<Member> after = sortedMembers(live);
    auto b = before.begin();
    auto a = after.begin();
    while ((b != before.end() || a != after.end()) && places.size() < kMaxPlaces) {
        if (a == after.end() || (b != before.end() && b->name < a->name))
            places += (b++)->value.pointer();
        else if (b == before.end() || a->name < b->name)
            places += (a++)->value.pointer();
        else
            compare((b++)->value, (a++)->value, places);
    }
}

void compareElements(const json::Value &recorded, const json::Value &live, QStringList &places)
{
    json::Value before = recorded.first();
    json::Value after = live.first();
    while ((before || after) && places.size() < kMaxPlaces) {
        if (before && after)
            compare(before, after, places);
        else
            places += (before ? before : after).pointer();
        before = before.next();
        after = after.next();
    }
}

void compare(const json::Value &recorded, const json::Value &live, QStringList &places)
{
    if (places.size() >= kMaxPlaces)
        return;
    if (recorded.isObject() && live.isObject())
        return compareMembers(recorded, live, places);
    if (recorded.isArray() && live.isArray())
        return compareElements(recorded, live, places);
    if (recorded.type() != live.type() || textOf(recorded) != textOf(live))
        places += live.pointer();
}

// The pointers are those of whole messages.
QString withoutRoot(const QString &pointer, const json::Value &root)
{
    return pointer.mid(root.pointer().size());
}

} // namespace

std::string paramsKey(const json::Value &params)
{
    std::string key;
    if (!params.exists())
        key = "{}";
    else if (params.isObject())
        appendMembers(key, params, kMeta);
    else
        append(key, params);
    return key;
}

QStringList differentPlaces(const json::Value &recorded, const json::Value &live)
{
    QStringList all;
    if (!recorded.exists() || !live.exists()) {
        for (const json::Value member : recorded.exists() ? recorded : live)
            all += member.pointer();
    } else {
        compare(recorded, live, all);
    }
    QStringList places;
    for (const QString &pointer : all) {
        const QString place = withoutRoot(pointer, live.exists() ? live : recorded);
        if (place != u"/_meta" && !place.startsWith(u"/_meta/"))
            places += place;
    }
    return places;
}

} // namespace sonde::mock
