// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QLineEdit;

namespace sonde::look {

// What a field that filters or searches carries, with names for screen readers: its sign at the
// beginning, and a button that empties it.
enum class SearchField { Filter, Find };
void dressSearchField(QLineEdit &field, SearchField kind);

} // namespace sonde::look
