// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/splice.h"

#include <algorithm>

namespace sonde::hosts {

Bytes splicedBytes(const Bytes &text, std::vector<Splice> splices)
{
    std::sort(splices.begin(), splices.end(),
        [](const Splice &a, const Splice &b) { return a.begin < b.begin; });
    std::string result;
    std::size_t at = 0;
    for (const Splice &splice : splices) {
        result += text.view().substr(at, splice.begin - at);
        result += splice.text;
        at = splice.end;
    }
    result += text.view().substr(at);
    return Bytes::copyOf(result);
}

} // namespace sonde::hosts
