// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/schemastore.h"
#include "json/document.h"

#include <cstdint>
#include <memory>
#include <string>

namespace sonde::schema {

// Values that a schema accepts, as a person would make them up: values that the schema names
// (const, enum, examples, default), texts by their format, numbers within their limits, most of the
// optional members. The schema and the seed decide on every byte.
class ExampleMaker {
public:
    static constexpr std::size_t kMaxText = 64 * 1024; // bytes, from which only what is required
    static constexpr int kMaxShapes = 2000; // places of a value
    static constexpr int kMaxDepth = 12;

    explicit ExampleMaker(std::shared_ptr<const json::Document> schema);
    ~ExampleMaker();

    struct Example {
        std::string text; // JSON
        bool fits = false; // in the schema; false also for a schema that cannot be used
    };
    // A value that fits, if one of a few attempts finds one.
    Example make(std::uint64_t seed) const;

private:
    std::shared_ptr<const json::Document> m_schema;
    std::unique_ptr<SchemaStore> m_store;
    SchemaPlace m_top;
};

} // namespace sonde::schema
