// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstddef>
#include <vector>

namespace sonde::review {

// A violation of the revision: where, what, and which rule.
struct Remark {
    QString path; // "content[0].type"; empty: the whole
    QString sentence;
    QString rule; // "2025-11-25 client/sampling"
    bool must = true; // false: a SHOULD, or something deprecated
    QString missing =
        {}; // the member that the form at that path lacks; empty: it is something else
};
using Remarks = std::vector<Remark>;

// The remark as one sentence that names the place: "content.name: Must be of type string."
inline QString placed(const Remark &remark)
{
    return remark.path.isEmpty() ? remark.sentence : remark.path + u": " + remark.sentence;
}

inline constexpr std::size_t kMaxRemarks = 50; // a hostile schema could give a million

// Whether the revision is `first` or a later one.
inline bool since(const QString &revision, const char *first)
{
    return revision >= QLatin1String(first);
}

} // namespace sonde::review
