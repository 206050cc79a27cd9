// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/piece.h"

#include <algorithm>

namespace sonde::trace {

void Pieces::cut(std::uint64_t end)
{
    std::erase_if(list, [end](const Piece &piece) { return piece.offset >= end; });
    more = list.size() > kMax;
    list.resize(std::min(list.size(), kMax));
}

} // namespace sonde::trace
