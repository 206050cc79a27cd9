// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/form.h"

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

} // namespace sonde::widgets
