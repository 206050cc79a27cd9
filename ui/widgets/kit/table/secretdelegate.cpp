// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/table/secretdelegate.h"

#include <QLineEdit>

namespace sonde::widgets {

SecretDelegate::SecretDelegate(int markColumn, QObject *parent)
    : QStyledItemDelegate(parent)
    , m_markColumn(markColumn)
{
}

bool SecretDelegate::isHidden(const QModelIndex &index) const
{
    return !m_revealed
        && index.siblingAtColumn(m_markColumn).data(Qt::CheckStateRole).toInt() == Qt::Checked;
}

QWidget *SecretDelegate::createEditor(
    QWidget *parent, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QWidget *editor = QStyledItemDelegate::createEditor(parent, option, index);
    if (auto *line = qobject_cast<QLineEdit *>(editor); line && isHidden(index))
        line->setEchoMode(QLineEdit::Password);
    return editor;
}

void SecretDelegate::initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const
{
    QStyledItemDelegate::initStyleOption(option, index);
    if (isHidden(index) && !option->text.isEmpty())
        option->text =
            tr("redacted · %1 characters").arg(index.data(Qt::EditRole).toString().size());
}

} // namespace sonde::widgets
