// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractButton>
#include <QAbstractScrollArea>
#include <QLabel>
#include <QStringBuilder>
#include <QTabBar>
#include <QToolButton>
#include <QWidget>

namespace sonde::tests {

inline bool isInScrollArea(const QWidget &widget)
{
    for (const QWidget *above = widget.parentWidget(); above && !above->isWindow();
         above = above->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea *>(above))
            return true;
    }
    return false;
}

inline QString nameOf(const QWidget &widget, const QString &text, const QString &what)
{
    QStringList way;
    for (const QWidget *at = &widget; at && way.size() < 4; at = at->parentWidget())
        way << QString::fromLatin1(at->metaObject()->className());
    return u"“" % text % u"” " % what % u" (" % way.join(u" in ") % u')';
}

// A label that elides its text shows it whole on hover; it is a class of its own.
inline bool isPlainLabel(const QLabel &label)
{
    return label.metaObject() == &QLabel::staticMetaObject && !label.text().isEmpty();
}

inline QString cutLabel(const QLabel &label)
{
    if (!isPlainLabel(label) || label.textFormat() == Qt::RichText)
        return {};
    if (label.wordWrap()) {
        const int needed = label.heightForWidth(label.width());
        return needed > label.height() ? nameOf(label, label.text(),
                   QStringLiteral("needs %1 and has %2 of height").arg(needed).arg(label.height()))
                                       : QString();
    }
    const QSize needed = label.minimumSizeHint();
    return needed.width() > label.width() || needed.height() > label.height()
        ? nameOf(label, label.text(),
            QStringLiteral("needs %1 × %2, has %3 × %4")
                .arg(needed.width())
                .arg(needed.height())
                .arg(label.width())
                .arg(label.height()))
        : QString();
}

inline int textWidth(const QFontMetrics &font, QString text)
{
    return font.horizontalAdvance(text.remove(u'&'));
}

inline bool showsOnlyItsIcon(const QAbstractButton &button)
{
    const auto *tool = qobject_cast<const QToolButton *>(&button);
    return tool && tool->toolButtonStyle() == Qt::ToolButtonIconOnly && !tool->icon().isNull();
}

inline QString cutButton(const QAbstractButton &button)
{
    if (showsOnlyItsIcon(button))
        return {};
    const int room = button.width() - (button.icon().isNull() ? 0 : button.iconSize().width());
    const int needed = textWidth(button.fontMetrics(), button.text());
    if (button.text().isEmpty() || button.sizeHint().width() <= button.width() || needed <= room)
        return {};
    return nameOf(button, button.text(), QStringLiteral("needs %1, has %2").arg(needed).arg(room));
}

// Tabs that have no room can be scrolled to, or they elide.
inline QString cutTab(const QTabBar &bar)
{
    for (int tab = 0; tab < bar.count(); ++tab) {
        const int needed = textWidth(bar.fontMetrics(), bar.tabText(tab));
        if (bar.isTabVisible(tab) && bar.elideMode() == Qt::ElideNone
            && bar.tabRect(tab).width() < needed)
            return nameOf(bar, bar.tabText(tab), QStringLiteral("is cut"));
    }
    return {};
}

inline QString outsideParent(const QWidget &widget)
{
    const QWidget *parent = widget.parentWidget();
    const bool isText =
        qobject_cast<const QLabel *>(&widget) || qobject_cast<const QAbstractButton *>(&widget);
    if (!isText || !parent || widget.isWindow() || isInScrollArea(widget)
        || parent->rect().contains(widget.geometry()) || qobject_cast<const QTabBar *>(parent))
        return {};
    const auto *label = qobject_cast<const QLabel *>(&widget);
    const auto *button = qobject_cast<const QAbstractButton *>(&widget);
    return nameOf(widget, label ? label->text() : button->text(),
        QStringLiteral("lies outside of its parent"));
}

// What of the visible texts below `top` cannot be read whole.
inline QStringList cutTexts(const QWidget &top)
{
    QStringList found;
    for (const QWidget *widget : top.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->window() != &top)
            continue;
        if (const auto *label = qobject_cast<const QLabel *>(widget))
            found << cutLabel(*label);
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            found << cutButton(*button);
        if (const auto *bar = qobject_cast<const QTabBar *>(widget))
            found << cutTab(*bar);
        found << outsideParent(*widget);
    }
    found.removeAll(QString());
    found.removeDuplicates();
    return found;
}

} // namespace sonde::tests
