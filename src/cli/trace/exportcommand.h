// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/output.h"
#include "cli/trace/traceoptions.h"
#include "trace/file/sessionstore.h"
#include "trace/transfer/exportset.h"

#include <memory>

namespace sonde::cli {

// A session file that was read, and which of its messages are wanted.
struct OpenedSession {
    std::unique_ptr<trace::SessionStore> store;
    trace::ExportSet set;
};

// Why a message of that number cannot be shown.
QString noSuchMessage(trace::Number number, const OpenedSession &session);

// `trace export`: writes to the file of the options, or to `out`, to which nothing of an export
// that fails is written. Gives the exit code.
int exportSession(const TraceOptions &options, OpenedSession &session, Output &out, Output &err);

} // namespace sonde::cli
