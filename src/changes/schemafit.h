// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/schematype.h"
#include "json/value.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::changes {

// What a change does to the users of a server who do not change.
enum class Severity : std::uint8_t {
    Harmless,
    MayBreak, // what was right until now may fail; the definitions do not decide it
    Breaks, // something that was right until now fails
};

// Why a change is not harmless.
struct Reason {
    Severity severity = Severity::Breaks;
    QString
        pointer; // RFC 6901: where in the later definition, or, if it is gone, in the earlier one
    QString sentence; // plain text that may quote the server
};

// Why what fits the earlier schema may not fit the later one (arguments), or the other way round
// (results). Decides the part of JSON Schema 2020-12 that tools use: type, enum, const, bounds,
// properties, required, additionalProperties, items, prefixItems, anyOf, oneOf, allOf, and $ref
// within the schema. What it cannot decide is Severity::MayBreak. A new optional property is
// harmless although values that nobody described before are restricted by it.
std::vector<Reason> schemaReasons(
    const json::Value &before, const json::Value &after, SchemaUse use);

inline constexpr int kMaxSchemaSteps = 20'000; // pairs of schemas that are compared
inline constexpr int kMaxSchemaDepth = 100;
inline constexpr std::size_t kMaxReasons = 200; // of two schemas

} // namespace sonde::changes
