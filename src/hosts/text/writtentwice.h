// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QString>

#include <string_view>

namespace sonde::hosts {

// That the object has several members of this name; empty if it has not, or is no object. Parsers
// differ in which of them they take.
QString writtenTwice(const json::Value &object, std::string_view name);

} // namespace sonde::hosts
