// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/difference.h"
#include "changes/schemafit.h"
#include "changes/snapshot.h"

namespace sonde::changes {

// Why a change of a definition is not harmless to those who use it as it was.
std::vector<Reason> definitionReasons(
    ListKind kind, const json::Value &before, const json::Value &after);
// Why changes of the capabilities of a server are not harmless to its clients.
std::vector<Reason> capabilityReasons(const std::vector<Difference> &differences);

} // namespace sonde::changes
