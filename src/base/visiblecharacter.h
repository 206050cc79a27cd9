// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QChar>

namespace sonde {

// A visible form of the character: a control becomes its picture (␛ for ESC); line breaks and
// invisible changes of text direction become U+FFFD, so that the text shown is the text received.
QChar visibleCharacter(QChar c);

} // namespace sonde
