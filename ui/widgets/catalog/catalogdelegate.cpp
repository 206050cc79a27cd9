// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/catalogdelegate.h"

#include "base/formatting.h"
#include "look/controlpainter.h"
#include "look/hairline.h"
#include "look/iconengine.h"
#include "look/metrics.h"
#include "look/sign.h"
#include "look/theme.h"
#include "models/catalog/catalogtree.h"

#include <QApplication>
#include <QPainter>
#include <QTreeView>

#include <optional>

namespace sonde::widgets {

using models::CatalogKind;
using models::CatalogModel;
using models::CatalogTree;

namespace {

constexpr int kPadding = 8;
constexpr int kGap = 6;
constexpr int kLeastName = 90; // pixels: a media type that leaves less is not shown

std::optional<look::Tag> tagOf(const QModelIndex &index)
{
    if (!index.data(CatalogModel::MalformedRole).toString().isEmpty())
        return look::Tag{CatalogDelegate::tr("invalid"), true};
    if (index.data(CatalogModel::DuplicateRole).toBool())
        return look::Tag{CatalogDelegate::tr("duplicate"), true};
    return {};
}

QString iconName(const QModelIndex &index)
{
    switch (CatalogKind(index.data(CatalogModel::KindRole).toInt())) {
    case CatalogKind::Resource:
        return QStringLiteral("resource");
    case CatalogKind::Template:
        return QStringLiteral("template");
    case CatalogKind::Tool:
        return QStringLiteral("tool");
    case CatalogKind::Prompt:
        break;
    }
    return QStringLiteral("prompt");
}

} // namespace

CatalogDelegate::CatalogDelegate(look::DataIcons &icons, QObject *parent)
    : SignDelegate(parent)
    , m_icons(icons)
{
}

void CatalogDelegate::paint(
    QPainter *painter, const QStyleOptionViewItem &given, const QModelIndex &index) const
{
    QStyleOptionViewItem option = given;
    initStyleOption(&option, index);
    option.rect.setLeft(0); // a row is one, with what stands before it
    painter->save();
    if (index.data(CatalogTree::HeadingRole).isValid())
        paintGroup(painter, option, index);
    else
        paintItem(painter, option, index);
    painter->restore();
}

QSize CatalogDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const
{
    return {120, look::metrics().row};
}

void CatalogDelegate::paintGroup(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
{
    const look::Theme &t = look::theme();
    const bool chosen = option.state.testFlag(QStyle::State_Selected);
    const bool focus = option.state.testFlag(QStyle::State_Active);
    const auto *view = qobject_cast<const QTreeView *>(option.widget);
    painter->fillRect(option.rect, chosen ? focus ? t.sel : t.selOff : t.altBase);
    const bool first = index.row() == 0; // the frame of the list is its line
    look::hairEdges(painter, option.rect,
        first ? Qt::Edges(Qt::BottomEdge) : Qt::TopEdge | Qt::BottomEdge, t.line);
    QRect rest = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    const QRect arrow(rest.left(), rest.top(), 16, rest.height());
    using look::controls::Chevron;
    look::controls::chevron(
        painter, arrow, view && view->isExpanded(index) ? Chevron::Down : Chevron::Right, t.muted);
    rest.setLeft(arrow.right() + kPadding);
    painter->setPen(t.muted);
    const QString count = countText(index.model()->rowCount(index));
    painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, count);
    rest.setRight(rest.right() - option.fontMetrics.horizontalAdvance(count) - kPadding);
    painter->drawText(rest, Qt::AlignVCenter | Qt::TextSingleLine, index.data().toString());
}

void CatalogDelegate::paintIcon(
    QPainter *painter, const QRect &place, const QModelIndex &index) const
{
    const qreal ratio = painter->device()->devicePixelRatioF();
    QPixmap own =
        m_icons.pixmap(index.data(CatalogModel::IconRole).toString(), int(place.width() * ratio));
    if (own.isNull()) {
        look::paintIcon(painter, place, iconName(index), look::theme().muted);
        return;
    }
    own.setDevicePixelRatio(ratio);
    const QSizeF size = own.deviceIndependentSize();
    painter->drawPixmap(QPointF(place.center().x() - size.width() / 2 + 0.5,
                            place.center().y() - size.height() / 2 + 0.5),
        own);
}

void CatalogDelegate::paintItem(
    QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const look::Theme &t = look::theme();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
    const int left = index.parent().isValid() ? kIndent : 0;
    QRect rest = option.rect.adjusted(left + kPadding, 0, -kGap, 0);
    const int side = look::metrics().icon;
    paintIcon(
        painter, QRect(rest.left(), rest.top() + (rest.height() - side) / 2, side, side), index);
    rest.setLeft(rest.left() + side + kGap);
    const auto tag = tagOf(index);
    if (tag) {
        QRect place = rest;
        place.setLeft(rest.right() - look::tagWidth(*tag) + 1);
        look::paintTag(painter, place, *tag);
        rest.setRight(place.left() - kGap);
    } else {
        const QString type = index.data(CatalogModel::MimeTypeRole).toString();
        const QFont small = look::smallFont();
        const QFontMetrics metric(small);
        const int width = metric.horizontalAdvance(type);
        const int name = option.fontMetrics.horizontalAdvance(index.data().toString());
        if (width > 0 && rest.width() - width - kGap >= std::min(name, kLeastName)) {
            painter->setFont(small);
            painter->setPen(t.muted);
            painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, type);
            rest.setRight(rest.right() - width - kGap);
        }
    }
    painter->setFont(option.font);
    const bool malformed = !index.data(CatalogModel::MalformedRole).toString().isEmpty();
    painter->setPen(malformed ? t.error : t.text);
    painter->drawText(rest, Qt::AlignVCenter | Qt::TextSingleLine,
        option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, rest.width()));
}

} // namespace sonde::widgets
