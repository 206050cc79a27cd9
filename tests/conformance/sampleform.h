// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <string>

namespace sonde::test {

// What a form for a schema of an object gives when it is submitted as it opens, as JSON text: the
// defaults byte for byte, and something of the right type for what is required besides.
std::string submittedAsItIs(const json::Value &schema);

} // namespace sonde::test
