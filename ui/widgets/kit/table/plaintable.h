// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTableView>

namespace sonde::widgets {

// A small table of one-line texts with icons and colours, in which whole rows are selected and
// copied.
class PlainTable : public QTableView {
    Q_OBJECT
public:
    static constexpr int kMaxCopied = 2000; // rows at once

    explicit PlainTable(QAbstractItemModel *model, QWidget *parent = nullptr);

    void setMonospace(int column); // for bytes, ids and typed text
    void setCopied(int column) { m_copied = column; } // copies that column only
    // The usual number of characters in the column; 0: the column takes the remaining width.
    void setUsualWidth(int column, int characters);
    int usualWidth() const; // pixels of all columns that have such a number

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applySizes();
    void followColumns();
    void copyRows();

    QList<int> m_usual; // by column
    int m_copied = -1;
};

} // namespace sonde::widgets
