// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "schema/validationoutput.h"
#include "schema/validator.h"
#include "json/value.h"

namespace sonde::findings {

inline constexpr std::size_t kMaxCorrected = 16 * 1024; // bytes of an instance

// The value at an error of the type, with the same content in a type that the schema allows there:
// 1.0 for "1.0", "17" for 17, ["a"] for "a". Empty if there is none. `instance` is what was
// validated; the error is one of its errors.
Instead correctedValue(
    const schema::Validator &validator, const json::Value &instance, const schema::Unit &error);

// Where the schema leaves one value only: the constant in the place of another value, or the one
// member that is missing. `keyword` is the value of the keyword of the error.
Instead neededValue(const schema::Validator &validator, const json::Value &instance,
    const schema::Unit &error, const json::Value &keyword);

} // namespace sonde::findings
