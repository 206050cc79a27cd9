// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "json/document.h"

#include <QString>

#include <memory>
#include <stop_token>
#include <vector>

namespace sonde::content {

// Rows and columns of something that was not made as a table. Cells are read when they are asked
// for; only where the rows begin is known before.
class TableData {
public:
    // Further rows and columns are in the text or the tree.
    static constexpr std::size_t kMaxRows = 1'000'000;
    static constexpr int kMaxColumns = 200;
    static constexpr qsizetype kMaxCell = 1000; // characters

    struct Cell {
        QString text;
        bool isNumber = false;
        bool isMissing = false; // the row has no such member or field
    };

    TableData() = default;
    virtual ~TableData();
    Q_DISABLE_COPY_MOVE(TableData)

    const std::vector<QString> &columns() const { return m_columns; }
    virtual std::size_t rowCount() const = 0;
    virtual std::vector<Cell> row(std::size_t number) const = 0; // as many as there are columns
    bool isCut() const { return m_cut; } // a limit was reached
    const QString &note() const { return m_note; }

protected:
    std::vector<QString> m_columns;
    bool m_cut = false;
    QString m_note;
};

// RFC 4180, and tabs instead of commas. The first record names the columns.
std::shared_ptr<const TableData> csvTable(
    const Bytes &utf8, char separator, const std::stop_token &stop);

// An array of objects; null when the value is something else.
std::shared_ptr<const TableData> jsonTable(const std::shared_ptr<const json::Document> &document,
    const json::Value &array, const std::stop_token &stop);
// The first array of objects: the value itself, or a member of it. Not there when there is none.
json::Value tableIn(const json::Value &value);

} // namespace sonde::content
