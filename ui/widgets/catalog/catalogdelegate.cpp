// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/catalogdelegate.h"

#include "base/formatting.h"
#include "look/controls/itempanel.h"
#include "look/painting/controlpainter.h"
#include "look/painting/iconengine.h"
#include "look/painting/signpainting.h"
#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/catalog/catalogtree.h"

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
    if (!index.data(CatalogModel::ExcludedRole).toString().isEmpty())
        return look::Tag{CatalogDelegate::tr("excluded"), true};
    if (index.data(CatalogModel::DuplicateRole).toBool())
        return look::Tag{CatalogDelegate::tr("duplicate"), true};
    if (index.data(CatalogModel::DestructiveRole).toBool())
        return look::Tag{CatalogDelegate::tr("destructive"), true};
    const QStringList marks = index.data(CatalogModel::MarksRole).toStringList();
    return marks.isEmpty() ? std::nullopt : std::optional(look::Tag{marks.first(), false});
}

CatalogKind kindOf(const QModelIndex &index)
{
    return CatalogKind(index.data(CatalogModel::KindRole).toInt());
}

// The list of tools is the one that is read all day: there the names begin at its edge.
bool hasIcon(const QModelIndex &index)
{
    return kindOf(index) != CatalogKind::Tool;
}

// Whether a group is named by what its items' names begin with.
bool isPrefix(const QModelIndex &group)
{
    return group.isValid() && group.data(CatalogTree::HeadingRole) == group.data(Qt::DisplayRole);
}

QString iconName(const QModelIndex &index)
{
    switch (kindOf(index)) {
    case CatalogKind::Resource:
        return QStringLiteral("resource");
    case CatalogKind::Template:
        return QStringLiteral("template");
    case CatalogKind::Tool:
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

QString CatalogDelegate::nameInGroup(const QModelIndex &index)
{
    const QString name = index.data().toString();
    const QString prefix = isPrefix(index.parent()) ? index.parent().data().toString() : QString();
    return name.startsWith(prefix) ? name.mid(prefix.size()) : name;
}

std::optional<look::Tag> CatalogDelegate::tagBeside(const QModelIndex &index, int room, int name)
{
    auto tag = tagOf(index);
    if (!tag || look::tagWidth(*tag) + kGap + name <= room)
        return tag;
    if (!tag->warning)
        return {};
    tag->word.clear();
    return tag;
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
    painter->setFont(option.font);
    const QString count = countText(index.model()->rowCount(index));
    painter->drawText(rest, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, count);
    rest.setRight(rest.right() - option.fontMetrics.horizontalAdvance(count) - kPadding);
    painter->setFont(isPrefix(index) ? look::fixedFont() : option.font);
    painter->drawText(rest, Qt::AlignVCenter | Qt::TextSingleLine,
        painter->fontMetrics().elidedText(index.data().toString(), Qt::ElideRight, rest.width()));
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
    look::paintItemPanel(painter, option);
    const int left = index.parent().isValid() ? kIndent : 0;
    QRect rest = option.rect.adjusted(left + kPadding, 0, -kGap, 0);
    if (hasIcon(index)) {
        const int side = look::metrics().icon;
        const int top = rest.top() + (rest.height() - side) / 2;
        paintIcon(painter, QRect(rest.left(), top, side, side), index);
        rest.setLeft(rest.left() + side + kGap);
    }
    const QString name = nameInGroup(index);
    const int nameWidth = option.fontMetrics.horizontalAdvance(name);
    if (const auto tag = tagBeside(index, rest.width(), nameWidth)) {
        QRect place = rest;
        place.setLeft(rest.right() - look::tagWidth(*tag) + 1);
        look::paintTag(painter, place, *tag);
        rest.setRight(place.left() - kGap);
    } else {
        rest.setRight(rest.right() - paintMediaType(painter, rest, nameWidth, index));
    }
    const look::Theme &t = look::theme();
    const bool malformed = !index.data(CatalogModel::MalformedRole).toString().isEmpty();
    const bool excluded = !index.data(CatalogModel::ExcludedRole).toString().isEmpty();
    QFont font = option.font;
    font.setStrikeOut(excluded);
    painter->setFont(font);
    painter->setPen(malformed ? t.error : excluded ? t.muted : t.text);
    painter->drawText(rest, Qt::AlignVCenter | Qt::TextSingleLine,
        option.fontMetrics.elidedText(name, Qt::ElideRight, rest.width()));
}

int CatalogDelegate::paintMediaType(
    QPainter *painter, const QRect &place, int name, const QModelIndex &index)
{
    const QString type = index.data(CatalogModel::MimeTypeRole).toString();
    const QFont small = look::smallFont();
    const int width = QFontMetrics(small).horizontalAdvance(type);
    if (width == 0 || place.width() - width - kGap < std::min(name, kLeastName))
        return 0;
    painter->setFont(small);
    painter->setPen(look::theme().muted);
    painter->drawText(place, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, type);
    return width + kGap;
}

} // namespace sonde::widgets
