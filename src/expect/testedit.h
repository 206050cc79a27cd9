// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "changes/volatileplace.h"
#include "expect/expectation.h"

#include <cstdint>
#include <map>
#include <vector>

namespace sonde::expect {

// What a call is to expect from now on: the response that it got.
struct NewExpectation {
    CallOutcome outcome{}; // a result or an error response
    std::vector<changes::VolatilePlace> ignore{}; // more places that may differ
};

// What is expected after two runs, both with a response: that of the first one, and what differs in
// that of the second one is ignored.
NewExpectation learned(
    const CallOutcome &first, const CallOutcome &second, const Expectation &before);

// The text of a test file with these expectations, by the index of their call. Only the members
// result, errorCode, isError and ignore of "expect" change; every other byte stays.
Bytes withExpectations(const Bytes &text, const std::map<std::size_t, NewExpectation> &changed);

} // namespace sonde::expect
