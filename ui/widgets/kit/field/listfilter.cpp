// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/field/listfilter.h"

#include "look/controls/searchfield.h"

#include <QAbstractItemView>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QPersistentModelIndex>

#include <utility>

namespace sonde::widgets {

ListFilter::ListFilter(const QString &what, QAbstractItemView &list, QWidget *parent)
    : QLineEdit(parent)
    , m_list(list)
{
    setPlaceholderText(what);
    setAccessibleName(what);
    look::dressSearchField(*this, look::SearchField::Filter);
    connect(this, &QLineEdit::textEdited, this, [this] { m_isNew = true; });
}

void ListFilter::setHeadings(std::function<bool(const QModelIndex &)> isHeading)
{
    m_isHeading = std::move(isHeading);
}

bool ListFilter::isHeading(const QModelIndex &index) const
{
    return m_isHeading && index.isValid() && m_isHeading(index);
}

void ListFilter::setBest(std::function<bool(const QModelIndex &)> isBest)
{
    m_isBest = std::move(isBest);
}

QModelIndex ListFilter::firstBest(const QModelIndex &parent) const
{
    const QAbstractItemModel &model = *m_list.model();
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        const QModelIndex best = isHeading(index) ? firstBest(index)
            : m_isBest(index)                     ? index
                                                  : QModelIndex();
        if (best.isValid())
            return best;
    }
    return {};
}

QModelIndex ListFilter::firstMatch() const
{
    const QModelIndex best = m_isBest ? firstBest({}) : QModelIndex();
    if (best.isValid())
        return best;
    const QAbstractItemModel &model = *m_list.model();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, 0);
        if (!isHeading(index))
            return index;
        if (model.rowCount(index) > 0)
            return model.index(0, 0, index);
    }
    return {};
}

// The heading at an end of the list is no place to stay at.
void ListFilter::move(QKeyEvent *event)
{
    if (std::exchange(m_isNew, false) && event->key() == Qt::Key_Down) {
        m_list.setCurrentIndex(firstMatch());
        return;
    }
    const QPersistentModelIndex before = m_list.currentIndex();
    QPersistentModelIndex last;
    do {
        last = m_list.currentIndex();
        QCoreApplication::sendEvent(&m_list, event);
    } while (isHeading(m_list.currentIndex()) && m_list.currentIndex() != last);
    if (isHeading(m_list.currentIndex()) && before.isValid())
        m_list.setCurrentIndex(before);
}

void ListFilter::focusAll()
{
    setFocus(Qt::ShortcutFocusReason);
    selectAll();
}

void ListFilter::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Up)
        move(event);
    else if (event->key() == Qt::Key_Return)
        Q_EMIT taken();
    else
        QLineEdit::keyPressEvent(event);
}

} // namespace sonde::widgets
