// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "cli/replay/replayline.h"
#include "expect/testedit.h"
#include "expect/testfile.h"

#include <QString>

#include <map>
#include <memory>
#include <vector>

namespace sonde::cli {

// A file of tests: calls, or a recording, which is repeated.
struct SuiteFile {
    QString path;
    QString name; // below the folder
    Bytes text; // of a test file
    std::vector<expect::TestCall> calls;
    std::vector<bool> chosen; // of the calls
    std::shared_ptr<const ReplayLine> recording; // nullptr: it is a test file
};

// The test files (*.json with "calls") and the recordings (*.sonde) in a folder, by name, or a
// single one. A recording has the rules of the file beside it: of session.sonde in session.rules.
// `only`: of calls, those whose name has this text; recordings are left out then. Errors are
// Domain::Usage.
Result<std::vector<SuiteFile>> readSuites(const QString &path, const QString &only);

// Replaces the text of the file, which nobody else has changed since it was read.
Result<void> updateSuite(
    const SuiteFile &suite, const std::map<std::size_t, expect::NewExpectation> &changed);

} // namespace sonde::cli
