// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "expect/expectation.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::expect {

// A call of a test file.
struct TestCall {
    QString name{}; // of the entry, or made of what it calls
    QString method{};
    QString target{}; // the tool, prompt or resource; empty for other methods
    Bytes params{}; // JSON text; empty: none
    bool hasExpectation = false; // otherwise any result without isError will do
    Expectation expected{};
};

// The text of a test file: a file of saved calls, in which calls say what is expected of their
// responses.
//
//   {"version": 1, "calls": [
//     {"name": "hike", "tool": "create_event", "arguments": {…}, "expect": {…}},
//     {"prompt": "review", "arguments": {…}}, {"resource": "file:///notes"},
//     {"method": "completion/complete", "params": {…}}]}
//
// Other members are ignored.
class TestFile {
public:
    static constexpr qint64 kMaxBytes = qint64(16) << 20;
    static constexpr std::size_t kMaxCalls = 1000;

    // Whether it is an object with "calls": other JSON files in a folder are no tests.
    static bool isTestFile(const Bytes &text);
    // The error (Domain::Usage) names the call.
    static Result<std::vector<TestCall>> read(const Bytes &text);
};

} // namespace sonde::expect
