// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "trace/record/store.h"

#include <QString>

#include <string>
#include <tuple>

namespace sonde::findings {

// What makes a finding the same one in two recordings of a server: the requirement, and the method
// and the tool, prompt or resource of the message that it is about. Message numbers and values
// differ between recordings.
struct Identity {
    std::string rule; // the requirement's id
    QString method;
    QString target;

    bool operator==(const Identity &) const = default;
    bool operator<(const Identity &other) const
    {
        return std::tie(rule, method, target) < std::tie(other.rule, other.method, other.target);
    }
};

// Of a finding that a Checker found in the recording of that store.
Identity identityOf(const Finding &finding, const trace::Store &store);

} // namespace sonde::findings
