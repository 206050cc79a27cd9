// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QChar>

namespace sonde {

// The character as a person may see it: a control as its picture (␛ for ESC), and what breaks lines
// or turns the direction of text unseen as U+FFFD, so that what is read is what is there.
QChar visibleCharacter(QChar c);

} // namespace sonde
