// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <QString>

#include <optional>
#include <vector>

namespace sonde::models {

class TraceModel;

// A part of a message around a value, one member a line. Its values are as they were written, but
// shortened and without secrets.
struct FindingExcerpt {
    QString title; // "#58 · /result/structuredContent/days/1"
    QString text;
    int markBegin = 0; // of the value in the text, in characters; the same as the end: of none
    int markEnd = 0;
    bool operator==(const FindingExcerpt &) const = default;
};

struct FindingExcerpts {
    std::vector<FindingExcerpt> explaining; // the other side of the contradiction
    std::optional<FindingExcerpt> wrong; // nothing: the message is not in the trace any more
    std::optional<FindingExcerpt> instead; // the place of `wrong`, written correctly
    bool operator==(const FindingExcerpts &) const = default;
};

// Bytes; larger messages have no excerpt, because four of them are parsed while the window waits.
inline constexpr std::size_t kMaxExcerptMessage = 512 * 1024;
inline constexpr int kMaxExplaining = 3; // messages
inline constexpr int kExcerptMembers = 3; // on each side of a value

FindingExcerpts findingExcerpts(const findings::Finding &finding, const TraceModel &trace);

} // namespace sonde::models
