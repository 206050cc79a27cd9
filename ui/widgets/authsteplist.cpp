// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/authsteplist.h"

#include "content/metrics.h"
#include "content/sign.h"
#include "content/signdelegate.h"
#include "content/theme.h"
#include "models/authstepmodel.h"

#include <QApplication>
#include <QPainter>

namespace sonde::widgets {

namespace {

using Model = models::AuthStepModel;
using models::Sign;

constexpr int kMargin = 8;
constexpr int kGap = 6;
constexpr int kTurnMs = 250;
constexpr int kUsualWidth = 240;

class StepDelegate final : public content::SignDelegate {
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
        const bool failed = index.data(Model::FailedRole).toBool();
        if (failed && !option.state.testFlag(QStyle::State_Selected))
            option.backgroundBrush = content::theme().errorBg;
        style->drawPrimitive(QStyle::PE_PanelItemViewItem, &option, painter, option.widget);
        painter->save();
        painter->setPen(QPen(content::theme().line, 1));
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
        paintStep(painter, option, index);
        painter->restore();
        if (option.state.testFlag(QStyle::State_HasFocus)) {
            QStyleOptionFocusRect focus;
            focus.QStyleOption::operator=(option);
            style->drawPrimitive(QStyle::PE_FrameFocusRect, &focus, painter, option.widget);
        }
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {120, content::metrics().twoLineRow};
    }

private:
    static void paintStep(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
    {
        const content::Theme &t = content::theme();
        const bool reached = index.data(Model::ReachedRole).toBool();
        const auto sign = Sign(index.data(models::SignRole).toInt());
        QRect rest = option.rect.adjusted(kMargin, 3, -kMargin, -3);
        const int number = option.fontMetrics.horizontalAdvance(QStringLiteral("00"));
        painter->setFont(option.font);
        painter->setPen(t.muted);
        painter->drawText(QRect(rest.left(), rest.top(), number, rest.height()),
            Qt::AlignRight | Qt::AlignVCenter, QString::number(index.row() + 1));
        rest.setLeft(rest.left() + number + kGap);
        const int side = content::metrics().sign;
        content::paintSign(painter, QRect(rest.left(), rest.top(), side, rest.height()), sign,
            t.color(models::signTone(sign)), content::pendingPhase());
        rest.setLeft(rest.left() + side + kGap);
        const int half = rest.height() / 2;
        QRect first(rest.left(), rest.top(), rest.width(), half);
        const QString time = index.data(Model::TimeRole).toString();
        painter->drawText(first, Qt::AlignRight | Qt::AlignVCenter, time);
        first.setRight(first.right() - option.fontMetrics.horizontalAdvance(time) - kGap);
        QFont font = option.font;
        font.setBold(index.data(Model::FailedRole).toBool());
        painter->setFont(font);
        painter->setPen(reached ? t.text : t.muted);
        line(painter, first, index.data().toString());
        painter->setFont(content::smallFont());
        painter->setPen(t.color(models::Tone(index.data(models::ToneRole).toInt())));
        line(painter, QRect(rest.left(), rest.top() + half, rest.width(), rest.height() - half),
            index.data(Model::DetailRole).toString());
    }

    static void line(QPainter *painter, const QRect &rect, const QString &text)
    {
        painter->drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
    }
};

} // namespace

AuthStepList::AuthStepList(models::AuthStepModel *model, QWidget *parent)
    : QListView(parent)
{
    setModel(model);
    setItemDelegate(new StepDelegate(this));
    setAccessibleName(tr("Steps of the authorization"));
    setMouseTracking(true);
    setEditTriggers(NoEditTriggers);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_turn.setInterval(kTurnMs);
    connect(&m_turn, &QTimer::timeout, viewport(), qOverload<>(&QWidget::update));
    const auto turn = [this, model] {
        if (model->run().running != m_turn.isActive())
            model->run().running ? m_turn.start() : m_turn.stop();
        updateGeometry();
    };
    connect(model, &QAbstractItemModel::modelReset, this, turn);
    connect(model, &QAbstractItemModel::dataChanged, this, turn);
}

QSize AuthStepList::sizeHint() const
{
    const int rows = model() ? std::max(model()->rowCount(), 1) : 1;
    return {kUsualWidth, rows * content::metrics().twoLineRow + 2 * frameWidth()};
}

} // namespace sonde::widgets
