// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/revision.h"
#include "rpc/message.h"

#include <QString>

namespace sonde::mcp {

// How to open the session, and why.
struct Plan {
    bool probe = false; // ask a disposable process first; the rest is then not decided
    Era era = Era::Handshake;
    QString revision;
    bool exact = false; // pinned: another revision is refused
    QString verdict; // sentences
};

// What the person's choice alone decides.
Plan planFor(const EraPolicy &policy);

// What a probe's answer to server/discover says about the era on stdio (2026-07-28
// basic/versioning): a DiscoverResult or -32022 is modern, whatever else is legacy.
Plan judgeProbe(const rpc::Message &answer);
// The probe gave no answer; `what` is a sentence such as "The probe process ended: exit code 1."
Plan judgeSilence(const QString &what);

} // namespace sonde::mcp
