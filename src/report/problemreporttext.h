// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "findings/context/finding.h"
#include "trace/transfer/exportset.h"

#include <QString>

#include <vector>

namespace sonde::report {

// GitHub takes 65,536 characters as the text of an issue; these bounds keep ordinary reports below.
inline constexpr std::size_t kMaxMessages = 60; // the last ones are shown
inline constexpr std::size_t kMaxMessage = 4096; // bytes of a message
inline constexpr std::size_t kMaxMessageBytes = std::size_t(32) * 1024; // of all messages
inline constexpr std::size_t kMaxFindings = 30;
inline constexpr qsizetype kMaxKinds = 20; // of what was redacted
inline constexpr std::size_t kMaxSentence = 500; // bytes of a finding, or of a line of stderr

struct ReportSource {
    // The chosen messages; at least one. The records are those of the whole session. Its redactor
    // is a new one: what it has found is reported.
    const trace::ExportSet *set = nullptr;
    std::vector<findings::Finding> findings; // of the server, in the whole session
    QString recording; // name of the session file, without its folder
};

// A Markdown text with which the maintainer of a server can understand and reproduce a problem:
// versions, what was negotiated, how the server was started and how it ended, findings, times, the
// chosen messages, the last lines of stderr, what was redacted, and command lines. Nothing in the
// recording can break out of the place that it has in the text. Fails if a message cannot be read.
Result<QString> problemReport(const ReportSource &source);

} // namespace sonde::report
