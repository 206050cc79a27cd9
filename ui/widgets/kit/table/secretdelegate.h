// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStyledItemDelegate>

namespace sonde::widgets {

// Shows the values of a table in which a check box in each row marks the secret ones. Secrets are
// redacted, also while they are typed, until the user reveals them.
class SecretDelegate : public QStyledItemDelegate {
    Q_OBJECT
public:
    // `markColumn` is the column of the check boxes.
    SecretDelegate(int markColumn, QObject *parent);

    void reveal(bool on) { m_revealed = on; } // the caller repaints the view

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
