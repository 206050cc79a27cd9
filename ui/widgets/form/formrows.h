// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/form/formrow.h"

#include <QHash>

#include <vector>

namespace sonde::widgets {

// The groups that the user opened or closed. All other groups are open unless they are empty.
using OpenGroups = QHash<QString, bool>;

// Children of a group that can be opened; larger groups are edited as JSON.
inline constexpr std::uint32_t kMaxChildren = 10'000;
// Beyond this number of rows, groups stay closed until the user opens them.
inline constexpr std::size_t kManyRows = 500;

// The lines of a form of that width as it is now, top to bottom. Nothing below a closed group is
// made. Records are groups where there is no room for them in a line.
std::vector<FormRow> rowsOf(const schema::Form &form, const OpenGroups &open, int width);

// Opens every group around that pointer; records need no opening.
void openAround(const schema::Form &form, OpenGroups &open, const QString &pointer, int width);

} // namespace sonde::widgets
