// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/schemaplaces.h"

#include "json/document.h"

#include <algorithm>
#include <array>
#include <unordered_set>

namespace sonde::accept {

namespace {

constexpr std::array<std::string_view, 11> kSingle{"items", "additionalProperties", "not", "if",
    "then", "else", "contains", "propertyNames", "unevaluatedItems", "unevaluatedProperties",
    "additionalItems"};
constexpr std::array<std::string_view, 5> kLists{"anyOf", "oneOf", "allOf", "prefixItems", "items"};
constexpr std::array<std::string_view, 5> kMaps{
    "properties", "patternProperties", "$defs", "definitions", "dependentSchemas"};
constexpr std::array<std::string_view, 4> kAdditional{
    "additionalProperties", "unevaluatedItems", "unevaluatedProperties", "additionalItems"};

template <std::size_t count>
bool contains(const std::array<std::string_view, count> &names, const std::string &name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isSchema(const json::Value &value)
{
    return value.isObject() || value.isBool();
}

// RFC 6901 and 3986: ~1, ~0 and %XX.
std::string decodedStep(std::string_view step)
{
    std::string decoded;
    for (std::size_t i = 0; i < step.size(); ++i) {
        if (step.substr(i).starts_with("~1") || step.substr(i).starts_with("~0")) {
            decoded += step[++i] == '1' ? '/' : '~';
        } else if (step[i] == '%' && i + 2 < step.size()) {
            const QByteArray hex(step.data() + i + 1, 2);
            decoded += QByteArray::fromHex(hex).toStdString();
            i += 2;
        } else {
            decoded += step[i];
        }
    }
    return decoded;
}

} // namespace

SchemaPlaces::SchemaPlaces(const json::Value &root)
    : m_root(root)
{
    if (isSchema(root))
        collect();
    findLoops();
}

void SchemaPlaces::collect()
{
    std::vector<std::pair<PlacedSchema, int>> open{{{m_root, 0, true, false, false}, 0}};
    while (!open.empty()) {
        const auto [place, depth] = open.back();
        open.pop_back();
        if (m_all.size() >= kMaxPlaces || depth > kMaxDepth) {
            m_isCut = true;
            continue;
        }
        m_all.push_back(place);
        const auto first = static_cast<std::ptrdiff_t>(open.size());
        addChildren(place, depth + 1, open);
        std::reverse(open.begin() + first, open.end()); // the first child is the next one
    }
}

void SchemaPlaces::addChildren(
    const PlacedSchema &place, int depth, std::vector<std::pair<PlacedSchema, int>> &to)
{
    const int objects = place.objects + (place.schema["properties"].isObject() ? 1 : 0);
    for (const json::Value member : place.schema) {
        if (to.size() >= kMaxPlaces) {
            m_isCut = true;
            return;
        }
        const std::string name = member.key();
        if (contains(kSingle, name) && isSchema(member))
            to.push_back({{member, objects, false, false, contains(kAdditional, name)}, depth});
        const bool isMap = contains(kMaps, name) && member.isObject();
        if (!isMap && !(contains(kLists, name) && member.isArray()))
            continue;
        for (const json::Value schema : member) {
            if (isSchema(schema) && to.size() < kMaxPlaces)
                to.push_back({{schema, objects, false, name == "properties", false}, depth});
        }
    }
}

std::optional<json::Value> SchemaPlaces::target(const std::string &reference) const
{
    if (reference == "#")
        return m_root;
    if (!reference.starts_with("#/"))
        return {};
    json::Value at = m_root;
    std::string_view rest = std::string_view(reference).substr(2);
    for (int step = 0; step <= kMaxDepth && at; ++step) {
        const auto end = std::min(rest.find('/'), rest.size());
        const std::string name = decodedStep(rest.substr(0, end));
        at = child(at, name);
        if (end == rest.size())
            return at;
        rest.remove_prefix(end + 1);
    }
    return json::Value();
}

// By an index of each container that a reference leads through: many references through a wide one
// would each look at all of its members.
json::Value SchemaPlaces::child(const json::Value &container, const std::string &name) const
{
    if (!container.isContainer())
        return {};
    const auto [index, isNew] = m_children.try_emplace(container.id());
    if (isNew) {
        std::size_t at = 0;
        for (const json::Value each : container) // of two members with one name the last one
            index->second.insert_or_assign(
                container.isArray() ? std::to_string(at++) : each.key(), each);
    }
    const auto found = index->second.find(name);
    return found == index->second.end() ? json::Value() : found->second;
}

// A target leads to itself if the references in it do, over any number of others.
void SchemaPlaces::findLoops()
{
    std::unordered_map<json::NodeId, std::vector<json::NodeId>> next; // by target
    std::vector<std::pair<json::NodeId, json::Value>> references; // of each, its target
    for (const PlacedSchema &place : m_all) {
        const json::Value reference = place.schema["$ref"];
        const auto leads = reference.isString() ? target(reference.text()) : std::nullopt;
        if (!leads || !leads->exists())
            continue;
        references.emplace_back(leads->id(), place.schema);
        if (next.size() < kMaxTargets)
            next.try_emplace(leads->id());
        else if (!next.contains(leads->id()))
            m_isCut = true;
    }
    for (const auto &[to, from] : references) {
        for (json::Value above = from; above; above = above.parent()) {
            if (const auto found = next.find(above.id()); found != next.end())
                found->second.push_back(to);
            if (above.id() == m_root.id())
                break;
        }
    }
    for (const auto &[start, ways] : next) {
        std::unordered_set<json::NodeId> seen;
        std::vector<json::NodeId> open = ways;
        while (!open.empty() && !seen.contains(start)) {
            const json::NodeId at = open.back();
            open.pop_back();
            const auto further = next.find(at);
            if (seen.insert(at).second && further != next.end())
                open.insert(open.end(), further->second.begin(), further->second.end());
        }
        m_loops[start] = seen.contains(start);
    }
}

bool SchemaPlaces::isCyclic(const json::Value &schema) const
{
    const auto leads = target(schema["$ref"].text());
    if (!leads)
        return false;
    const auto found = m_loops.find(leads->id());
    return found != m_loops.end() && found->second;
}

} // namespace sonde::accept
