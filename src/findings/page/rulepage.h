// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/page/ruleexample.h"
#include "findings/page/rulewords.h"

#include <QString>
#include <QStringList>

#include <string_view>
#include <vector>

namespace sonde::findings {

// What Sonde says about a rule, wherever it does. What the rule demands, of whom and where is in
// the requirement.
struct RulePage {
    const Requirement *requirement = nullptr; // in the catalogue
    RuleWords words;
    RuleExamples examples;
};

// The requirements that a rule checks, in the order of their ids. Thread-safe.
const std::vector<const Requirement *> &checkedRequirements();
// Null if there is none with that id, or no rule checks it.
const Requirement *findChecked(std::string_view id);
// Their areas, in alphabetical order.
QStringList checkedAreas();

// Of a requirement that a rule checks.
RulePage pageOf(const Requirement &requirement);

} // namespace sonde::findings
