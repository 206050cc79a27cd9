// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "trace/transfer/exportset.h"

#include <vector>

namespace sonde::report {

// What the records of the set violate, without what Sonde violates itself: that is of no use to the
// maintainer of a server. Incomplete if the set's stop is requested.
std::vector<findings::Finding> serverFindings(const trace::ExportSet &set);

} // namespace sonde::report
