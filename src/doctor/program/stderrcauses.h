// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"

#include <QString>

#include <vector>

namespace sonde::doctor {

// Lines of stderr whose texts are known: each known cause at most once, with the line.
std::vector<DoctorFinding> knownCauses(const std::vector<QString> &lines);

// The line of a stack trace or a log that says most: the last one that names an error, else the
// last one that is not empty.
QString tellingLine(const std::vector<QString> &lines);

} // namespace sonde::doctor
