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
        Picker, // which branch of a union
        More, // adds to the outermost value, which has no line of its own
        Heads, // over the records of an array: the names of their members
        Record, // an element whose members stand side by side
    };
    Type type = Type::Field;
    const schema::Field *field = nullptr;
    std::size_t picker = 0;
    int depth = 0;
    bool open = false; // Group
    bool canOpen = false;
    std::vector<const schema::Field *> cells{}; // Record; Heads: those of the first one
    std::shared_ptr<const RecordTable> table{};

    // That place has its line here, or its cell.
    bool shows(const QString &pointer) const;
    // Tells rows apart over texts.
    QString key() const;
};

// Which groups a person opened or closed. The others are open when there is something in them.
using OpenGroups = QHash<QString, bool>;

// What can be opened: more children are a matter for the JSON text.
inline constexpr std::uint32_t kMaxChildren = 10'000;
// Once there are so many rows, groups stay closed until a person opens them.
inline constexpr std::size_t kManyRows = 500;

// The lines of a form of that width as it is now, top to bottom. Nothing below a closed group is
// made. Records are groups where there is no room for them in a line.
std::vector<FormRow> rowsOf(const schema::Form &form, const OpenGroups &open, int width);

// Every group around that place is opened; records are lines already.
void openAround(const schema::Form &form, OpenGroups &open, const QString &pointer, int width);

} // namespace sonde::widgets
