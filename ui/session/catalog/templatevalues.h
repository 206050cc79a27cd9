// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/completions.h"
#include "schema/uritemplate.h"

namespace sonde::session {

// What was typed for the variables of a template, as RFC 6570 wants it: a text, and for a variable
// that may be several ({x*}) the parts between commas, as a list or, when every one has an equals
// sign, as names with values.
schema::UriTemplate::Values templateValues(
    const schema::UriTemplate &uriTemplate, const mcp::FilledIn &filledIn);

} // namespace sonde::session
