// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/identity.h"

namespace sonde::findings {

Identity identityOf(const Finding &finding, const trace::Store &store)
{
    QString target = store.string(finding.about.target);
    // Of an HTTP exchange without the query, which may be another one in each session.
    if (target.startsWith(u'/'))
        target.truncate(target.indexOf(u'?') < 0 ? target.size() : target.indexOf(u'?'));
    return {finding.requirement->id, store.string(finding.about.method), target};
}

} // namespace sonde::findings
