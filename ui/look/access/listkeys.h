// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QAbstractItemView;

namespace sonde::look {

// For a list that is shown under a field and never has the focus: makes a row the current one,
// within the list, and tells a screen reader.
void selectRow(QAbstractItemView &list, int row);

// Moves in such a list when the key (Qt::Key) is one that does: Up, Down, PageUp, PageDown. Returns
// whether it is.
bool moveInList(QAbstractItemView &list, int key);

} // namespace sonde::look
