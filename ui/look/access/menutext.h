// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::look {

// The text of a menu entry or button for where it is only read: "&Open" gives "Open", and so does
// "開く(&O)", which has the key behind a word without Latin letters, give "開く".
QString withoutMnemonic(QString text);

} // namespace sonde::look
