// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authsequence.h"

#include "look/controls/itempanel.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/auth/authsequencemodel.h"
#include "models/signs/sign.h"

#include <QPainter>
#include <QPainterPath>
#include <QStyledItemDelegate>

namespace sonde::widgets {

namespace {

using SequenceModel = models::AuthSequenceModel;

constexpr int kHead = 7; // of an arrow
constexpr int kRows = 7; // that are seen without scrolling

qreal xOf(int side, const QRect &all)
{
    return all.left() + all.width() * (2.0 * side + 1) / (2.0 * SequenceModel::kSides);
}

void paintLanes(QPainter *painter, const QRect &all)
{
    painter->setPen(QPen(look::theme().line, 1, Qt::DotLine));
    for (int side = 0; side < SequenceModel::kSides; ++side) {
        const int x = int(xOf(side, all));
        painter->drawLine(x, all.top(), x, all.bottom());
    }
}

class ArrowDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        look::paintItemPanel(painter, option);
        painter->save();
        paintLanes(painter, option.rect);
        painter->setRenderHint(QPainter::Antialiasing);
        const QColor ink =
            look::theme().color(models::ColorRole(index.data(models::TextColorRole).toInt()));
        if (index.data(SequenceModel::FromRole) == index.data(SequenceModel::ToRole))
            paintDecision(painter, option, index, ink);
        else
            paintArrow(painter, option, index, ink);
        painter->restore();
        look::paintItemFocus(painter, option);
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const override
    {
        return {0, option.fontMetrics.height() + kHead + 4};
    }

private:
    // Requests are full heads on solid lines, responses hollow ones; what is waited for is dashed.
    static void paintArrow(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index, const QColor &ink)
    {
        const qreal from = xOf(index.data(SequenceModel::FromRole).toInt(), option.rect);
        const qreal to = xOf(index.data(SequenceModel::ToRole).toInt(), option.rect);
        const qreal y = option.rect.bottom() - kHead / 2.0 - 1.5;
        const qreal back = to > from ? -kHead : kHead;
        const bool pending = index.data(SequenceModel::PendingRole).toBool();
        painter->setPen(QPen(ink, 1.3, pending ? Qt::DashLine : Qt::SolidLine));
        painter->drawLine(QPointF(from, y), QPointF(to + back, y));
        QPainterPath head(QPointF(to, y));
        head.lineTo(to + back, y - kHead / 2.0);
        head.lineTo(to + back, y + kHead / 2.0);
        head.closeSubpath();
        painter->setPen(QPen(ink, 1.3));
        painter->setBrush(
            index.data(SequenceModel::ResponseRole).toBool() ? option.palette.base().color() : ink);
        painter->drawPath(head);
        const QRectF between(
            std::min(from, to), option.rect.top() + 1, std::abs(to - from), option.rect.height());
        paintText(painter, option, index, between, Qt::AlignHCenter | Qt::AlignTop, ink);
    }

    static void paintDecision(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index, const QColor &ink)
    {
        const qreal x = xOf(index.data(SequenceModel::FromRole).toInt(), option.rect);
        const qreal y = option.rect.center().y() + 0.5;
        painter->setPen(QPen(ink, 1.3));
        painter->setBrush(option.palette.base());
        painter->drawRect(QRectF(x - kHead / 2.0, y - kHead / 2.0, kHead, kHead));
        paintText(painter, option, index,
            QRectF(x + 2 * kHead, option.rect.top(), option.rect.right() - x - 3 * kHead,
                option.rect.height()),
            Qt::AlignLeft | Qt::AlignVCenter, ink);
    }

    // Over the lanes that it crosses.
    static void paintText(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index, const QRectF &place, int align, const QColor &ink)
    {
        painter->setFont(look::smallFont());
        const QFontMetricsF metrics(painter->font());
        const qreal room = place.width() - 3 * kHead;
        const QString text =
            metrics.elidedText(index.data().toString(), Qt::ElideRight, std::max(room, 0.0));
        const bool isFailed =
            index.data(models::TextColorRole).toInt() == int(models::ColorRole::Error);
        QRectF under = metrics.boundingRect(place, align, text).adjusted(-2, 0, 2, 0);
        painter->fillRect(under,
            option.state.testFlag(QStyle::State_Selected) ? option.palette.color(
                option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive,
                QPalette::Highlight)
                                                          : option.palette.base().color());
        painter->setPen(isFailed ? ink : look::theme().text);
        painter->drawText(place, align | Qt::TextSingleLine, text);
    }
};

} // namespace

// The names over the lanes; they stay while the rows scroll.
class AuthSequence::Heads final : public QWidget {
public:
    using QWidget::QWidget;

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        painter.fillRect(rect(), look::theme().base);
        painter.setFont(look::smallFont());
        for (int side = 0; side < SequenceModel::kSides; ++side) {
            const QString name = SequenceModel::sideName(SequenceModel::Side(side));
            const int room = width() / SequenceModel::kSides - look::metrics().gap;
            const int wide = std::min(
                room, painter.fontMetrics().horizontalAdvance(name) + 4 * look::metrics().gap);
            const QRect box(int(xOf(side, rect())) - wide / 2, 3, wide, height() - 6);
            painter.setPen(look::theme().line);
            painter.setBrush(look::theme().title);
            painter.drawRect(box);
            painter.setPen(look::theme().text);
            painter.drawText(box, Qt::AlignCenter,
                painter.fontMetrics().elidedText(name, Qt::ElideRight, wide - 4));
        }
    }
};

AuthSequence::AuthSequence(models::AuthSequenceModel *model, QWidget *parent)
    : QListView(parent)
    , m_heads(new Heads(this))
{
    setModel(model);
    setItemDelegate(new ArrowDelegate(this));
    setAccessibleName(tr("Sequence of the authorization"));
    setEditTriggers(NoEditTriggers);
    setMouseTracking(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setViewportMargins(0, look::metrics().row + 4, 0, 0);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, m_heads,
        qOverload<>(&QWidget::update));
}

void AuthSequence::placeHeads()
{
    const QRect under = viewport()->geometry();
    m_heads->setGeometry(
        under.left(), frameWidth(), under.width(), std::max(0, under.top() - frameWidth()));
}

void AuthSequence::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    placeHeads();
}

void AuthSequence::paintEvent(QPaintEvent *event)
{
    {
        QPainter painter(viewport());
        paintLanes(&painter, viewport()->rect());
    }
    QListView::paintEvent(event);
}

QSize AuthSequence::sizeHint() const
{
    return {400, (kRows + 1) * (fontMetrics().height() + kHead + 4)};
}

} // namespace sonde::widgets
