// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/validationoutput.h"

#include <string>
#include <vector>

namespace sonde::findings {

// The errors of a validation that help a person. Where a value fits none of several types, these
// are the errors of the type that it means to be: the one whose constants it has. If that is not
// clear, it is the one error that it fits none, with their names.
std::vector<schema::Unit> errorsThatHelp(const std::vector<schema::Unit> &errors);

// The type of the official schema in which the error is: "Tool"; empty if it is none.
std::string typeOf(const schema::Unit &error);

} // namespace sonde::findings
