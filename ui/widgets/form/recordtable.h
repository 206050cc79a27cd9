// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "schema/form.h"

#include <QHash>

#include <memory>
#include <vector>

namespace sonde::widgets {

struct FormColumns;

// The elements of an array of objects that are rows of a table, and its columns. An
// element is a record when each of its members is named by the schema and has an editor of one
// line; the others of the same array are groups.
class RecordTable {
public:
    using Cells = std::vector<const schema::Field *>;
    struct Place {
        int left = 0;
        int width = 0;
        int state = 0; // of that width, for the state
    };

    // Nothing when no element is a record, or a form of that width has no room for the columns.
    static std::shared_ptr<const RecordTable> of(
        const schema::Form &form, const schema::Field &array, int width);

    // The members of a record in the order of the columns; none for any other element.
    Cells cellsOf(const schema::Form &form, const schema::Field &element) const;

    static int arrowAt(int depth);
    static int indexAt(int depth);
    std::vector<Place> places(const FormColumns &columns, int depth, int wordWidth) const;

    static constexpr int kIndex = 26;
    static constexpr int kButtons = 60;
    static constexpr std::size_t kMaxColumns = 8;

private:
    struct Column {
        QString name;
        int least = 0;
        int share = 0; // of what room is left
    };
    static int roomOf(int width, int depth);

    std::vector<Column> m_columns;
};

} // namespace sonde::widgets
