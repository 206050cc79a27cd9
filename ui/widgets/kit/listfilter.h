// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLineEdit>

class QAbstractItemView;

namespace sonde::widgets {

// The filter field above a list. Up and Down in the field move through the list, and Return
// activates the current item, so that the focus can stay in the field.
class ListFilter : public QLineEdit {
    Q_OBJECT
public:
    // `what` is the placeholder: "Filter tools".
    ListFilter(const QString &what, QAbstractItemView &list, QWidget *parent = nullptr);

    void focusAll(); // for a shortcut: typing replaces the text

Q_SIGNALS:
    void taken();

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    QAbstractItemView &m_list;
};

} // namespace sonde::widgets
