// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/controls/signdelegate.h"
#include "look/painting/dataicons.h"
#include "look/painting/signpainting.h"

#include <optional>

namespace sonde::widgets {

// A row of a CatalogTree: a group with its count, or an item with its icon, its name, and on the
// right what matters most: a tag with what is wrong or what it does, else its media type.
class CatalogDelegate : public look::SignDelegate {
    Q_OBJECT
public:
    static constexpr int kIndent = 20; // of an item in a group

    // The icons outlive the delegate.
    CatalogDelegate(look::DataIcons &icons, QObject *parent);

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    // The name without the prefix that the row's group has.
    static QString nameInGroup(const QModelIndex &index);
    // The tag of a row that has room for so many pixels, `name` of them for its name: the name
    // comes first, and where there is no room a warning keeps its sign alone.
    static std::optional<look::Tag> tagBeside(const QModelIndex &index, int room, int name);

private:
    static void paintGroup(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index);
    void paintItem(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    // Returns the width that it took; 0 where there is no room for it.
    static int paintMediaType(
        QPainter *painter, const QRect &place, int name, const QModelIndex &index);
    void paintIcon(QPainter *painter, const QRect &place, const QModelIndex &index) const;

    look::DataIcons &m_icons;
};

} // namespace sonde::widgets
