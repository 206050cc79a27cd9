// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"
#include "findings/rules/base/rule.h"

#include <optional>

namespace sonde::findings {

// What an exchange is about; Invalid: nothing that a rule looks at.
On partOf(const HttpExchange &exchange, const Connection &connection);

// The revision that its headers name, or those of the flow that it belongs to.
std::optional<Revision> namedRevision(
    On part, const HttpExchange &exchange, const Connection &connection);
// Whether it was sent, is recorded as a whole, and belongs to no other service.
bool isJudged(On part, const HttpExchange &exchange, const Connection &connection);

// Keeps the connection up to date, after the rules have seen an exchange of that part.
void watch(On part, const Context &context, Connection &connection);

} // namespace sonde::findings
