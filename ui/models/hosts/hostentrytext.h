// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/hosts/checkedfile.h"
#include "models/signs/property.h"

namespace sonde::models {

// "1 server", "4 servers".
QString serversText(int count);
// "1 error, 2 warnings"; empty without any.
QString problemsText(int errors, int warnings);
// The command line without a tap, or the URL without what may be secret in it.
QString startedBy(const hosts::HostEntry &entry);
// "direct", "tapped", "disabled", or the first problem.
QString stateText(const hosts::HostEntry &entry, const HostProblems &problems);
// What the host starts, where it is written, and the names of its variables and headers.
// `entry` is its index in the file.
Properties entryProperties(const CheckedFile &file, int entry);
// Every problem in the files of a host, by the name of its server or the path of its file, in the
// order of the files; at most kMaxProblems.
Properties hostProblems(const CheckedFiles &files, const hosts::Host *host);
inline constexpr std::size_t kMaxProblems = 200;

} // namespace sonde::models
