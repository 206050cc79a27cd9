// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/visiblecharacter.h"

namespace sonde {

namespace {

// ␀; the pictures of the other controls follow in code order.
constexpr char16_t kControlPictures = 0x2400;
constexpr char16_t kDeletePicture = 0x2421;

// Unicode's bidirectional controls can make a line read differently from its content.
bool turnsDirection(char16_t c)
{
    return (c >= 0x202a && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069) || c == 0x200e
        || c == 0x200f || c == 0x061c;
}

} // namespace

QChar visibleCharacter(QChar c)
{
    const char16_t code = c.unicode();
    if (code < 0x20)
        return {char16_t(kControlPictures + code)};
    if (code == 0x7f)
        return {kDeletePicture};
    const bool breaksLine = code == 0x2028 || code == 0x2029;
    if ((code >= 0x80 && code < 0xa0) || breaksLine || turnsDirection(code))
        return {QChar::ReplacementCharacter};
    return c;
}

} // namespace sonde
