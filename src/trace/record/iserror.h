// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

namespace sonde::trace {

// The program's one definition of an error. A row is an error if it could not be read as a message,
// reports an error, ended without a response, or has a problem that framing, pairing or the session
// found. A late response is no error: a server may respond before it has read the cancellation.
bool isError(const Record &record);

// Whether the row adds one to a count of errors. A failed request and its response count once, at
// the request; a failed HTTP exchange counts at the messages that it carried.
bool countsAsError(const Record &record);

} // namespace sonde::trace
