// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <cstdint>

namespace sonde::cli {

// What a piece of text is; Plain is the terminal's own colour.
enum class Ink : std::uint8_t { Plain, Strong, Muted, Sent, Received, Good, Warning, Bad };

// Colours text for a terminal (ECMA-48, SGR) with the colours that every theme of a terminal
// defines, or leaves it as it is. Nothing is said by colour alone.
class Palette {
public:
    explicit Palette(bool hasColors = false)
        : m_hasColors(hasColors)
    {
    }

    // Of a stream: colours on a terminal that is not "dumb", unless NO_COLOR is set
    // (https://no-color.org); CLICOLOR_FORCE also colours pipes (https://bixense.com/clicolors).
    static Palette of(bool isTerminal);

    bool hasColors() const { return m_hasColors; }
    QString ink(Ink ink, const QString &text) const;

private:
    bool m_hasColors;
};

} // namespace sonde::cli
