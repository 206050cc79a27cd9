// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/plaintooltip.h"

#include <QHelpEvent>
#include <QModelIndex>
#include <QToolTip>
#include <QWidget>

namespace sonde::look {

QString plainToolTip(const QString &text)
{
    if (text.isEmpty())
        return {};
    const bool cut = text.size() > kMaxToolTip;
    const QString shown = cut ? QString(text.left(kMaxToolTip) % u'…') : text;
    QString html = shown.toHtmlEscaped();
    html.replace(u'\n', QStringLiteral("<br>"));
    return u"<qt>" % html % u"</qt>";
}

void setPlainToolTip(QWidget &widget, const QString &text)
{
    widget.setToolTip(plainToolTip(text));
    widget.setAccessibleDescription(text);
}

void showPlainToolTip(const QHelpEvent *event, const QString &text, QWidget *widget)
{
    if (text.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(event->globalPos(), plainToolTip(text), widget);
}

void showPlainToolTip(const QHelpEvent *event, const QModelIndex &item, bool isCut, QWidget *widget)
{
    QString text = item.data(Qt::ToolTipRole).toString();
    if (text.isEmpty() && isCut)
        text = item.data(Qt::DisplayRole).toString();
    showPlainToolTip(event, text, widget);
}

} // namespace sonde::look
