// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "schema/validator.h"
#include "json/document.h"

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sonde::findings {

// The types of the official schemas in resources/mcp-schemas. A type is compiled when it is first
// needed, and kept. Used by one thread at a time.
class OfficialSchemas {
public:
    // The type "CallToolResult" of a revision; null if the revision has none.
    const schema::Validator *type(Revision revision, std::string_view name);
    // The type that a requirement is about: that of "schema.CallToolResult".
    const schema::Validator *typeOf(Revision revision, const Requirement &requirement);

    // The value of the keyword of a type that an instance does not fit.
    json::Value keywordOf(Revision revision, const schema::Unit &error);

private:
    const std::shared_ptr<const json::Document> &document(Revision revision);

    std::array<std::shared_ptr<const json::Document>, kRevisions.size()> m_documents;
    std::array<std::map<std::string, std::optional<schema::Validator>, std::less<>>,
        kRevisions.size()>
        m_types;
    // The validators of m_types by requirement: every message asks for one.
    std::array<std::unordered_map<const Requirement *, const schema::Validator *>,
        kRevisions.size()>
        m_ofRequirements;
};

} // namespace sonde::findings
