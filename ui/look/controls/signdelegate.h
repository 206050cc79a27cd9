// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

namespace sonde::look {

// Paints a row's cell from models::SignRole and models::TextColorRole: the sign in its own colour,
// the words in theirs, both kept on a selected row, whose selection is only a tint.
class SignDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    explicit SignDelegate(QObject *parent = nullptr);

    // Which text is cut in its middle instead of at its end: paths and URLs.
    void setElideMode(Qt::TextElideMode mode) { m_elide = mode; }
    // The column at the left of the view, which has the marks of the row as a whole.
    void setEdgeColumn(int column) { m_edge = column; }
    int edgeColumn() const { return m_edge; }
    // The row that belongs to the selected one: it gets the other tint and a line at its left.
    void setPairRow(int row) { m_pairRow = row; }
    int pairRow() const { return m_pairRow; }
    // The models::GroupRole of rows whose lines are marked, because one of them is selected.
    void setGroup(unsigned group) { m_group = group; }
    unsigned group() const { return m_group; }
    static int indent(); // pixels for each step of models::DepthRole

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    // The tool tip of the model as plain text; without one the whole of a text that is cut.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
        const QModelIndex &index) override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    void paintDepth(QPainter *painter, const QRect &rect, const QModelIndex &index) const;

    Qt::TextElideMode m_elide = Qt::ElideRight;
    int m_edge = 0;
    int m_pairRow = -1;
    unsigned m_group = 0;
};

} // namespace sonde::look
