// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

namespace sonde::widgets {

// The values of a table in which a check box of the same row marks those that are secret: they are
// hidden, while they are typed as well, until a person asks to see them.
class SecretDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    // `markColumn` has the check boxes.
    SecretDelegate(int markColumn, QObject *parent);

    void reveal(bool on) { m_revealed = on; } // the view is to be painted again

    QWidget *createEditor(QWidget *parent, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override;

private:
    bool isHidden(const QModelIndex &index) const;

    int m_markColumn;
    bool m_revealed = false;
};

} // namespace sonde::widgets
