// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "findings/context/seenrequest.h"
#include "findings/rules/base/rule.h"
#include "trace/record/record.h"
#include "trace/record/store.h"

namespace sonde::findings {

// What a record is for the rules.

On onOf(rpc::Kind kind);
// Whose message it is; Both: it is none.
Party senderOf(const trace::Record &record);
// What it is about; of a response, what its request is about.
About aboutOf(const trace::Record &record, const SeenRequest *request = nullptr);
// Whether it is a message of the client in a line with others (2025-03-26 basic#batching). A line
// of stdio that is a batch is recorded as its messages: what precedes one of them in the stream is
// a bracket or a comma.
bool isInBatch(const Context &context, const trace::Store &store);
// Whether both parties follow the revision of the message: a client may only have tried it.
bool isAgreed(const Context &context);

} // namespace sonde::findings
