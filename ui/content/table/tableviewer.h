// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/tabledata.h"
#include "content/base/viewer.h"

class QTableView;

namespace sonde::content {

class ContentTableModel;

// CSV, or an array of objects, as rows and columns; the cells that are chosen can be copied.
class TableViewer final : public Viewer {
    Q_OBJECT
public:
    explicit TableViewer(std::shared_ptr<const TableData> table, QWidget *parent = nullptr);

    QTableView &view() { return *m_view; }
    int wantedHeight(int width, int most) const override;
    QString facts() const override;

private:
    void sizeColumns();
    void copy();

    ContentTableModel *m_model;
    QTableView *m_view;
};

} // namespace sonde::content
