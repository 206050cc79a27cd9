// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"

#include <QString>

namespace sonde::models {

// What a person does so that messages put the requirement to the test, by what its rules are about:
// "Send tools/call", "Let the server send notifications/progress". Empty without a rule.
QString exerciseAction(const findings::Requirement &requirement);

} // namespace sonde::models
