// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "json/value.h"

namespace sonde::review {

// A form as it opens: an object with the defaults of its schema, byte for byte (2025-11-25
// client/elicitation#requested-schema: clients SHOULD fill them in).
Bytes formDefaults(const json::Value &schema);
// {"action":"accept","content":…} with the content as it stands.
Bytes acceptedForm(const Bytes &content);

} // namespace sonde::review
