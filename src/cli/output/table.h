// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/palette.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sonde::cli {

struct Column {
    QString title;
    int maxLines = 0; // longer cells end in …; 0: every cell is shown in full
    bool whole = false; // never broken: what people copy
    Ink ink = Ink::Plain; // of its cells
};

// A table of text that fits the terminal: columns that need little get what they need, the others
// share the rest and are wrapped. Only columns that are never broken may make it wider. Cells must
// be harmless text.
class Table {
public:
    static constexpr int kNarrowest = 20; // cells; below that it is no table any more

    explicit Table(std::vector<Column> columns);

    void addRow(QStringList cells);
    // With a line end after every line. Columns in which every cell is empty are left out.
    QString text(int width, bool header = true, const Palette &palette = Palette()) const;
    // The table as RFC 4180 has it: every column, every cell in full.
    QString csv(bool header = true) const;

private:
    int natural(std::size_t column) const;

    std::vector<Column> m_columns;
    std::vector<QStringList> m_rows;
};

} // namespace sonde::cli
