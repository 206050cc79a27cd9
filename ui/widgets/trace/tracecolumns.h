// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracefilterproxy.h"

#include <QHash>
#include <QObject>
#include <QSet>

#include <vector>

class QHeaderView;
class QMenu;
class QTableView;

namespace sonde::widgets {

// The columns of the trace's list: which are shown, in what order and how wide. A person chooses by
// the header or a menu; a narrow list does without some of the others, and a wide one gives room to
// those whose texts are cut.
class TraceColumns : public QObject {
    Q_OBJECT
public:
    // The view has the proxy as its model, and outlives the columns.
    TraceColumns(models::TraceFilterProxy &proxy, QTableView &view);

    // Widths for the view's font.
    void size();
    // Hides columns until Target has room, and shows them again when there is some. What a person
    // chose stays as chosen.
    void fit();
    // Of what is shown, from left to right.
    std::vector<int> shown() const;
    // To that place among those that are shown; the nearest one there is.
    void move(int column, int place);
    void reset(); // all as in a new installation

    // What is shown, each column's way to another place, and reset().
    void addActions(QMenu *menu);

    // Widths, order, and which columns a person has hidden.
    QByteArray save();
    void restore(const QByteArray &state);

Q_SIGNALS:
    void changed(); // maybe: the order, or which are shown

private:
    void hideUsual();
    int usualWidth(int column) const;
    int widthOf(int column, const QStringList &texts) const;
    void fitColumn(int column, int &room);
    void fitDirection(int &room);
    void narrow(int column, int &room);
    void widen(int column, int &room);
    int wantedWidth(int column) const;
    int wholeWidth(int column) const;
    void setDifference(int column, int difference);
    void giveBack();
    void showNotes();
    void showServers();
    void showUnlessChosen(int column);
    void addPlaces(QMenu *menu, int column);
    void showMenu(const QPoint &position);
    QString title(int column) const;

    models::TraceFilterProxy &m_proxy;
    QTableView &m_view;
    QHeaderView &m_header;
    QSet<int> m_hiddenForRoom; // because the view is narrow
    // Pixels that a column has got because the view is wide, or has given up (below 0) because it
    // is narrow.
    QHash<int, int> m_differences;
    QSet<int> m_chosen; // that a person showed or hid
};

} // namespace sonde::widgets
