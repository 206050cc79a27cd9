// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "changes/snapshot.h"
#include "trace/record/recordlist.h"
#include "trace/record/store.h"

namespace sonde::changes {

// What the server of the last connection in a recording offered: the newest list of each kind, as
// far as its pages were recorded. Fails (Domain::Storage) if no connection was opened.
Result<Snapshot> recordedSnapshot(const trace::Store &store, const trace::RecordSnapshot &records);

} // namespace sonde::changes
