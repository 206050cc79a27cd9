// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "findings/context/seenrequest.h"
#include "findings/rules/base/rule.h"
#include "trace/record/record.h"

namespace sonde::findings {

// What a record is for the rules.

On onOf(rpc::Kind kind);
// Whose message it is; Both: it is none.
Party senderOf(const trace::Record &record);
// What it is about; of a response, what its request is about.
About aboutOf(const trace::Record &record, const SeenRequest *request = nullptr);

} // namespace sonde::findings
