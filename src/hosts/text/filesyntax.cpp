// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/filesyntax.h"

#include "hosts/text/writtentext.h"

namespace sonde::hosts {

std::string FileSyntax::linePrefix(std::string_view text, std::size_t name) const
{
    const std::size_t begin = lineBegin(text, name);
    return std::string(text.substr(begin, name - begin));
}

bool FileSyntax::isSpread(const ValuePlace &) const
{
    return false;
}

} // namespace sonde::hosts
