// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "schema/evaluation.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace sonde::schema {

// Turns schemas into checks, once: every schema that can be reached is looked at before anything
// is validated, so that one which cannot be used is refused with the place.
class Compiler {
public:
    Compiler(SchemaStore &store, bool assertFormat);
    ~Compiler();

    Result<const Schema *> compile(const SchemaPlace &root);

    // For the makers of checks. A schema is filled in later.
    const Schema *schema(const json::Value &source, const Resource &inheritFrom);
    const Schema *reference(const json::Value &keyword, const Resource &from);
    const Schema *schemaAt(const SchemaPlace &place);
    // The schemas that carry a dynamic anchor, by resource; filled when all is compiled.
    using Dynamic = std::unordered_map<const Resource *, const Schema *>;
    const Dynamic *dynamicAnchor(const std::string &name);
    SchemaStore &store() { return m_store; }
    bool assertsFormat(const SchemaDialect &dialect) const
    {
        return m_assertFormat || dialect.formatAssertion;
    }
    // The keyword has a value that it cannot have: "must be a string".
    void malformed(const json::Value &keyword, const QString &demand);
    void refuse(Error error, const json::Value &keyword);

private:
    void fill(Schema &schema);
    void addDynamicAnchors();

    SchemaStore &m_store;
    const bool m_assertFormat;
    std::unordered_map<const void *, std::unordered_map<json::NodeId, std::unique_ptr<Schema>>>
        m_schemas; // by document
    std::deque<Schema *> m_toFill;
    std::unordered_map<std::string, std::unique_ptr<Dynamic>> m_dynamic;
    std::optional<Error> m_error;
};

// The makers, by what the keywords look at. Each adds the checks of a schema object.
void addLogicChecks(Compiler &compiler, Schema &schema);
void addValueChecks(Compiler &compiler, Schema &schema);
void addNameChecks(Compiler &compiler, Schema &schema);
void addArrayChecks(Compiler &compiler, Schema &schema);
void addObjectChecks(Compiler &compiler, Schema &schema);

} // namespace sonde::schema
