// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/palette.h"
#include "cli/test/testresult.h"

#include <QString>
#include <QStringList>

#include <string>

namespace sonde::cli {

// The names of the formats, the default one first.
const QStringList &testFormats();

// The tests by suite, and what is wrong with each, in one of these formats: text for people, one
// object of JSON, JUnit's XML, or TAP 13.
std::string testReport(const TestResults &results, const QString &format, const Palette &palette);

} // namespace sonde::cli
