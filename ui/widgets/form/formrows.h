// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/form.h"

#include <QHash>

#include <memory>
#include <vector>

namespace sonde::widgets {

class RecordTable;

// One line of a form on the screen. The field belongs to the schema::Form, and is gone with its
// next text.
struct FormRow {
    enum class Type : std::uint8_t {
        Field, // label, state, editor, note
        Group, // an object, an array or a tuple: what it holds follows, when it is open
        Picker, // selects the branch of a union
        More, // adds members to the root value, which has no row
        Heads, // above the records of an array: the names of their members
        Record, // an element with its members side by side
    };
    Type type = Type::Field;
    const schema::Field *field = nullptr;
    std::size_t picker = 0;
    int depth = 0;
    bool open = false; // Group
    bool canOpen = false;
    std::vector<const schema::Field *> cells{}; // Record; Heads: those of the first one
    std::shared_ptr<const RecordTable> table{};

    // Whether the value at that pointer is shown in this row, in a cell or alone.
    bool shows(const QString &pointer) const;
    // The identity of a row across changes of the text.
    QString key() const;
};

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
