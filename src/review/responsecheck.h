// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/remark.h"
#include "review/requestedinput.h"

namespace sonde::review {

// What does not fit in a response before it goes to the server; empty: it fits. The rules are those
// of the revision, which may also be one that is not known.
Remarks checkResponse(
    const RequestedInput &question, const json::Value &response, const QString &revision);
// "CreateMessageResult", "ElicitResult", "ListRootsResult"; empty for what is not known.
QString responseType(Kind kind);

} // namespace sonde::review
