// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>

#include <functional>

class QAbstractItemView;

namespace sonde::widgets {

// The filter field above a list. Up and Down in the field move through the list, and Return
// activates the current item, so that the focus can stay in the field. Down after typing goes to
// the first match.
class ListFilter : public QLineEdit {
    Q_OBJECT
public:
    // `what` is the placeholder: "Filter tools".
    ListFilter(const QString &what, QAbstractItemView &list, QWidget *parent = nullptr);

    void focusAll(); // for a shortcut: typing replaces the text
    // Which rows are the names of groups: the keys pass over them.
    void setHeadings(std::function<bool(const QModelIndex &)> isHeading);
    // Which rows match best; without it all of them are alike.
    void setBest(std::function<bool(const QModelIndex &)> isBest);
    QModelIndex firstMatch() const; // of the best, and no heading

Q_SIGNALS:
    void taken();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    bool isHeading(const QModelIndex &index) const;
    QModelIndex firstBest(const QModelIndex &parent) const;
    void move(QKeyEvent *event);

    QAbstractItemView &m_list;
    std::function<bool(const QModelIndex &)> m_isHeading;
    std::function<bool(const QModelIndex &)> m_isBest;
    bool m_isNew = false; // the text, and the keys have not moved since
};

} // namespace sonde::widgets
