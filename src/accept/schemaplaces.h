// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace sonde::accept {

// One schema in a schema.
struct PlacedSchema {
    json::Value schema; // an object or a boolean
    int objects = 0; // how many objects with properties contain it
    bool isRoot = false;
    bool isProperty = false; // a member of properties
    bool isAdditional = false; // additionalProperties and the like, where a boolean is usual
};

// All schemas in a schema, in the order of the text. Schemas are hostile: what is nested or large
// beyond the limits is left out.
class SchemaPlaces {
public:
    static constexpr int kMaxDepth = 100;
    static constexpr std::size_t kMaxPlaces = 20'000;
    static constexpr std::size_t kMaxTargets = 500; // of references whose loops are looked for

    // The document outlives it.
    explicit SchemaPlaces(const json::Value &root);

    const std::vector<PlacedSchema> &all() const { return m_all; }
    bool isCut() const { return m_isCut; } // something was left out

    // What a $ref to a place of this schema leads to; nothing for one to elsewhere.
    std::optional<json::Value> target(const std::string &reference) const;
    // Whether following the $ref leads back to it.
    bool isCyclic(const json::Value &schema) const;

private:
    void collect();
    void addChildren(
        const PlacedSchema &place, int depth, std::vector<std::pair<PlacedSchema, int>> &to);
    void findLoops();
    json::Value child(const json::Value &container, const std::string &name) const;

    json::Value m_root;
    mutable std::unordered_map<json::NodeId, std::unordered_map<std::string, json::Value>>
        m_children; // by container, its children by name or index
    std::vector<PlacedSchema> m_all;
    std::unordered_map<json::NodeId, bool> m_loops; // by target: whether it leads to itself
    bool m_isCut = false;
};

} // namespace sonde::accept
