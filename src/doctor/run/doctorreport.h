// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/check.h"

#include <QByteArray>
#include <QString>

#include <vector>

namespace sonde::doctor {

// The results as text to copy into a bug report, and as a JSON object on one line. The results must
// be those of Doctor, which have no secrets.
QString reportText(const config::Profile &profile, const std::vector<CheckResult> &results);
QByteArray reportJson(const std::vector<CheckResult> &results);

// "✓ Program: node is /usr/bin/node (0.3 ms)" without the sign: what a row shows.
QString evidenceOf(const CheckResult &result);

} // namespace sonde::doctor
