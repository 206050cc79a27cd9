// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "models/signs/sign.h"

#include <QStringList>

#include <vector>

namespace sonde::models {

// What the rules have found about messages, without what was accepted: for the rows of a trace, its
// filters, and a message that is shown.
class RowFindings {
public:
    virtual ~RowFindings() = default;

    // In the order in which they were found; valid until the event loop goes on.
    virtual std::vector<const findings::Finding *> about(trace::Number message) const = 0;
    // Of the highest level; None and empty without a finding.
    virtual Sign signOf(trace::Number message) const = 0;
    virtual QString wordOf(trace::Number message) const = 0; // for who does not see the sign
    virtual QString textOf(trace::Number message) const = 0; // "2 · tools.name-charset, …"
    virtual QString toolTipOf(trace::Number message) const = 0; // their sentences
    virtual QStringList violatedRules() const = 0; // in no order that means anything
};

} // namespace sonde::models
