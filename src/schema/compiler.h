// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "schema/evaluation.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace sonde::schema {

// Compiles schemas into checks, once. Every reachable schema is compiled before validation begins,
// so that a schema that cannot be used is rejected with its location.
class Compiler {
public:
    Compiler(SchemaStore &store, bool assertFormat);
    ~Compiler();

    Result<const Schema *> compile(const SchemaPlace &root);

    // For the functions that add checks. The returned schema may be filled in later.
    const Schema *schema(const json::Value &source, const SchemaResource &inheritFrom);
    const Schema *reference(const json::Value &keyword, const SchemaResource &from);
    const Schema *schemaAt(const SchemaPlace &place);
    // The schemas that carry a dynamic anchor, by resource; complete when compiling has ended.
    using Dynamic = std::unordered_map<const SchemaResource *, const Schema *>;
    const Dynamic *dynamicAnchor(const std::string &name);
    SchemaStore &store() { return m_store; }
    bool assertsFormat(const SchemaDialect &dialect) const
    {
        return m_assertFormat || dialect.formatAssertion;
    }
    // Reports that the keyword's value is not allowed; `demand` is "must be a string".
    void malformed(const json::Value &keyword, const QString &demand);
    void refuse(Error error, const json::Value &keyword);

private:
    void fill(Schema &schema);
    void addChecks(Schema &schema);
    void addDynamicAnchors();

    SchemaStore &m_store;
    const bool m_assertFormat;
    std::unordered_map<const void *, std::unordered_map<json::NodeId, std::unique_ptr<Schema>>>
        m_schemas; // by document and node
    std::deque<Schema *> m_toFill;
    std::unordered_map<std::string, std::unique_ptr<Dynamic>> m_dynamic;
    std::optional<Error> m_error;
};

// Add the checks of a schema object to it, grouped by what the keywords apply to.
void addLogicChecks(Compiler &compiler, Schema &schema);
void addValueChecks(Compiler &compiler, Schema &schema);
void addNumberChecks(Compiler &compiler, Schema &schema); // for addValueChecks()
void addNameChecks(Compiler &compiler, Schema &schema);
void addArrayChecks(Compiler &compiler, Schema &schema);
void addObjectChecks(Compiler &compiler, Schema &schema);

} // namespace sonde::schema
