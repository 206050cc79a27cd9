// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>

class QAbstractItemView;

namespace sonde::widgets {

// The field over a list that says what of it is shown. Up and down in it walk through the list, and
// Return takes what was reached there, so that the hand need not leave it.
class ListFilter : public QLineEdit {
    Q_OBJECT
public:
    // `what` it is for: "Filter tools".
    ListFilter(const QString &what, QAbstractItemView &list, QWidget *parent = nullptr);

    void focusAll(); // by a shortcut: what stands there is written over

Q_SIGNALS:
    void taken();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QAbstractItemView &m_list;
};

} // namespace sonde::widgets
