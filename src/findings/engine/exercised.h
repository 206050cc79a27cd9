// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "rpc/trafficsink.h"

namespace sonde::findings {

// A rule that was run on a message of a connection: its requirement was kept or violated there.
// Said once for each rule and connection, and once more when both parties follow the revision.
struct Exercised {
    rpc::StreamId stream = 0; // of the message
    const Requirement *requirement = nullptr; // in the catalogue, never null
    Revision revision = Revision::R20260728; // of the message
    bool isNegotiated = false; // whether both parties follow it: a client may only have tried it
};

} // namespace sonde::findings
