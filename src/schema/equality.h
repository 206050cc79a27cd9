// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <string>

namespace sonde::schema {

// Equality by JSON Schema 2020-12 core 4.2.2: numbers by their mathematical value, strings by their
// characters, objects regardless of order. Of duplicate names the last one counts.
bool equal(const json::Value &a, const json::Value &b);

// Equal values give equal texts; used to look a value up among many.
std::string canonical(const json::Value &value);

} // namespace sonde::schema
