// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/remark.h"
#include "review/requestedinput.h"

namespace sonde::review {

// Checks a server request: parts that its revision deprecates, does not define or forbids, and
// capabilities that the client did not declare. `capabilities` is what the client declared, or does
// not exist.
Remarks checkRequest(
    const RequestedInput &question, const json::Value &capabilities, const QString &revision);

// A URL as the user must see it before it is opened (2025-11-25
// client/elicitation#safe-url-handling).
struct WebAddress {
    QString text; // what the server wrote, with marks in place of what cannot be seen
    QString host; // as it goes to the network: punycode
    QString shownHost; // the same for reading, where it has other letters; else empty
    bool canBeOpened = false; // http or https, with a host
    Remarks warnings;
};
WebAddress webAddress(const QString &url, const QString &revision);

} // namespace sonde::review
