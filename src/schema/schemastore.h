// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "schema/schemadialect.h"
#include "schema/uri.h"
#include "json/document.h"

#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace sonde::schema {

// The code of the error about a schema that refers to another document, which nobody has given.
inline constexpr int kExternalReference = 1;
// The code of the error about a dialect or a vocabulary that Sonde does not support.
inline constexpr int kUnsupportedDialect = 2;

// A schema resource: a schema with its own identifier, with all below it (2020-12 core 4.3.5).
struct SchemaResource {
    Uri base;
    json::Value root;
    SchemaDialect dialect;
    std::unordered_map<std::string, json::NodeId> anchors; // $anchor and $dynamicAnchor
    std::unordered_map<std::string, json::NodeId> dynamicAnchors;
};

// A location in a document that is read as a schema.
struct SchemaPlace {
    json::Value value;
    const SchemaResource *resource = nullptr;
};

// Documents that schemas may refer to, by URI. Nothing is ever fetched: a reference to any other
// document fails, unless it is a bundled meta-schema.
using Remotes = std::map<std::string, std::shared_ptr<const json::Document>, std::less<>>;

// All schema resources of a validation, found by URI, anchor and pointer. A document is indexed
// when it is first referred to.
class SchemaStore {
public:
    SchemaStore(Remotes remotes, SchemaDialect fallback);
    ~SchemaStore();

    // Adds the schema to validate with; `uri` is its origin and may be empty.
    Result<SchemaPlace> addRoot(
        const std::shared_ptr<const json::Document> &document, std::string_view uri);
    // Resolves a `$ref` that is written in `from`.
    Result<SchemaPlace> resolve(const SchemaResource &from, std::string_view reference);
    const SchemaResource *resourceOf(const json::Value &schema) const;
    std::vector<const SchemaResource *> resources() const;

    static constexpr std::size_t kMaxSchemas = 1'000'000; // in all documents together

private:
    struct Task {
        json::Value value;
        SchemaResource *resource = nullptr;
    };
    using Key = std::pair<const json::Document *, json::NodeId>;
    struct KeyHash {
        std::size_t operator()(const Key &key) const
        {
            return std::hash<const void *>()(key.first) * 31 + key.second;
        }
    };

    Result<void> index(const json::Value &root, SchemaResource *resource);
    Result<SchemaResource *> enter(const json::Value &schema, SchemaResource *parent);
    void addAnchors(const json::Value &schema, SchemaResource &resource);
    void addChildren(
        const json::Value &schema, SchemaResource *resource, std::vector<Task> &tasks) const;
    Result<SchemaDialect> dialectOf(const json::Value &schema, const SchemaDialect &inherited);
    Result<const SchemaResource *> load(const std::string &uri);
    Result<SchemaPlace> fragment(const SchemaResource &resource, const Uri &target);

    Remotes m_remotes;
    SchemaDialect m_fallback;
    std::vector<std::shared_ptr<const json::Document>> m_documents;
    std::vector<std::unique_ptr<SchemaResource>> m_resources;
    std::unordered_map<std::string, SchemaResource *> m_byUri;
    std::unordered_map<Key, SchemaResource *, KeyHash> m_byPlace;
};

} // namespace sonde::schema
