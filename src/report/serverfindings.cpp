// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "report/serverfindings.h"

#include "findings/engine/checker.h"

namespace sonde::report {

std::vector<findings::Finding> serverFindings(const trace::ExportSet &set)
{
    findings::Checker checker(*set.store);
    for (std::size_t i = 0; i < set.records.size() && !set.stop.stop_requested(); ++i)
        checker.add(set.first + trace::Number(i), set.records[i]);
    checker.finish();
    std::vector<findings::Finding> found = checker.take();
    std::erase_if(found, [](const findings::Finding &finding) {
        return finding.party == findings::Party::Client || finding.party == findings::Party::Host;
    });
    return found;
}

} // namespace sonde::report
