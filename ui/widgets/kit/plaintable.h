// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTableView>

namespace sonde::widgets {

// A small table of one-line texts with signs and tones, of which whole rows are chosen and copied.
class PlainTable : public QTableView {
    Q_OBJECT
public:
    static constexpr int kMaxCopied = 2000; // rows at once

    explicit PlainTable(QAbstractItemModel *model, QWidget *parent = nullptr);

    void setMonospace(int column); // for bytes, ids and what one types
    void setCopied(int column) { m_copied = column; } // that column alone instead of the rows
    // Characters that are usual in the column; 0: it takes what is left.
    void setUsualWidth(int column, int characters);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void applySizes();
    void copyRows();

    QList<int> m_usual; // by column
    int m_copied = -1;
};

} // namespace sonde::widgets
