// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace sonde::cli {

// What a server wrote, made harmless for a terminal: control characters show as pictures of
// themselves (␛ for ESC), and characters that turn the direction of the text become U+FFFD, so
// no escape sequence gets through and what is read is what is there. Tabs become spaces.
QString harmless(QStringView text); // line breaks stay
QString harmlessLine(QStringView text); // runs of white space and line breaks become one space
// The same as harmless(), and no line of it begins like a line of Sonde's own ("sonde-cli:").
QString harmlessLines(QStringView text);

// How many cells of a terminal the text takes: 2 for wide East Asian characters, 0 for marks.
int cellWidth(QStringView text);

// Lines of at most `width` cells, broken at blanks where there are any, and in Japanese and Chinese
// between any two characters that may be separated. With `maxLines` above 0 the last line ends in …
// when something was left out. The text must be harmless already.
QStringList wrapped(QStringView text, int width, int maxLines = 0);

} // namespace sonde::cli
