// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/fact.h"
#include "accept/schemaplaces.h"

#include <QStringList>

#include <vector>

namespace sonde::accept {

// Where a schema has the shape of a fact.
struct SchemaMatch {
    json::Value place; // the keyword, or the schema
    std::string keyword; // the keyword or the name it is about; empty: the shape says all
};
std::vector<SchemaMatch> matchesOf(const Fact &fact, const SchemaPlaces &places);

} // namespace sonde::accept
