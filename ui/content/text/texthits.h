// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/text/textsearch.h"

#include <QString>

namespace sonde::content {

constexpr std::size_t kMaxHits = 100'000;

// What a search in a viewer found.
struct TextHits {
    std::vector<std::size_t> begins;
    std::size_t length = 0; // of each
    bool more = false; // the limit was reached

    static TextHits find(const Bytes &where, const QString &what, const std::stop_token &stop)
    {
        TextHits hits;
        const std::string needle = what.toStdString();
        hits.length = needle.size();
        hits.begins = findAll(where.view(), needle, kMaxHits, stop);
        hits.more = hits.begins.size() == kMaxHits;
        return hits;
    }
};

} // namespace sonde::content
