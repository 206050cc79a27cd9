// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/review/requestspanel.h"

#include "look/access/focuspass.h"
#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/itempanel.h"
#include "look/controls/signdelegate.h"
#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/session/requestmodel.h"

#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

using Model = models::RequestModel;
using models::ColorRole;
using models::Sign;

constexpr int kMargin = 8;
constexpr int kTurnMs = 250;

// A waiting one has three lines: what, from whom, and more about it; one that is over has two.
class RequestDelegate : public look::SignDelegate {
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        painter->save();
        if (index.data(Model::NumberRole).toULongLong() == 0) {
            paintGroup(painter, option, index);
        } else {
            look::paintItemPanel(painter, option);
            paintAsk(painter, option, index);
        }
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        if (index.data(Model::NumberRole).toULongLong() == 0)
            return {120, look::metrics().row};
        const int small = QFontMetrics(look::smallFont()).lineSpacing();
        const bool waits = index.data(Model::WaitingRole).toBool();
        return {120, 6 + option.fontMetrics.lineSpacing() + small * (waits ? 2 : 1)};
    }

private:
    static void line(QPainter *painter, const QRect &rect, const QString &text)
    {
        painter->drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
    }

    static void paintGroup(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
    {
        painter->fillRect(option.rect, look::theme().altBase);
        painter->setPen(look::theme().muted);
        const QRect row = option.rect.adjusted(kMargin, 0, -kMargin, 0);
        painter->drawText(row, Qt::AlignVCenter, index.data(Model::TitleRole).toString());
        painter->drawText(
            row, Qt::AlignVCenter | Qt::AlignRight, index.data(Model::CountRole).toString());
    }

    static void paintAsk(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
    {
        const bool waits = index.data(Model::WaitingRole).toBool();
        const look::Theme &theme = look::theme();
        const int side = look::metrics().sign;
        QRect row = option.rect.adjusted(kMargin, 3, -kMargin, -3);
        QRect first(row.left(), row.top(), row.width(), option.fontMetrics.lineSpacing());
        look::paintSign(painter, QRect(first.left(), first.top(), side, first.height()),
            Sign::ReceivedRequest, theme.color(ColorRole::Received));
        const auto sign = Sign(index.data(models::SignRole).toInt());
        const QString time = index.data(Model::TimeRole).toString();
        painter->setFont(look::fixedFont());
        const int timeWidth =
            time.isEmpty() ? 0 : painter->fontMetrics().horizontalAdvance(time) + 4;
        const QRect right(first.right() - side - timeWidth, first.top(), side, first.height());
        look::paintSign(painter, right, sign,
            theme.color(ColorRole(index.data(models::TextColorRole).toInt())),
            sign == Sign::Pending ? look::pendingPhase() : 0);
        painter->setPen(theme.text);
        painter->drawText(QRect(right.right() + 4, first.top(), timeWidth, first.height()),
            Qt::AlignVCenter | Qt::AlignLeft, time);
        first.setRight(right.left() - 4);
        first.setLeft(first.left() + side + 6);
        painter->setFont(waits ? look::boldFont() : option.font);
        const QString title = index.data(Model::TitleRole).toString();
        line(painter, first, title);
        first.setLeft(first.left() + painter->fontMetrics().horizontalAdvance(title) + 6);
        painter->setFont(option.font);
        painter->setPen(theme.muted);
        if (first.width() > 0)
            line(painter, first, index.data(Model::IdRole).toString());
        paintRest(painter, row, option.fontMetrics.lineSpacing(), index);
    }

    static void paintRest(QPainter *painter, const QRect &row, int top, const QModelIndex &index)
    {
        painter->setFont(look::smallFont());
        const int height = painter->fontMetrics().lineSpacing();
        const QRect second(row.left(), row.top() + top, row.width(), height);
        const QString detail = index.data(Model::DetailRole).toString();
        const QString note = index.data(Model::NoteRole).toString();
        if (index.data(Model::WaitingRole).toBool()) {
            line(painter, second, detail);
            line(painter, second.translated(0, height), note);
        } else {
            line(painter, second,
                QString(
                    detail.section(QStringLiteral(" · "), 0, 0) % QStringLiteral(" · ") % note));
        }
    }
};

} // namespace

RequestsPanel::RequestsPanel(models::RequestModel *model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_list(new QListView(this))
    , m_empty(new look::EmptyState(this))
    , m_notice(new look::InlineMessage(this))
    , m_review(new QPushButton(tr("&Review"), this))
    , m_decline(new QPushButton(tr("Decline"), this))
{
    m_list->setModel(model);
    m_list->setItemDelegate(new RequestDelegate(m_list));
    m_list->setAccessibleName(tr("Server requests"));
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_empty->setText(tr("Server requests appear here."),
        tr("A server sends sampling, elicitation and roots requests when it needs them."));
    m_review->setAccessibleDescription(tr("Opens a tab; sends nothing"));
    const auto review = [this] {
        if (const quint64 number = chosen())
            Q_EMIT reviewRequested(number);
    };
    connect(m_list, &QListView::activated, this, review);
    connect(m_review, &QPushButton::clicked, this, review);
    m_decline->setToolTip(
        tr("Decline without reviewing: declines a form, refuses sampling, stops a call"));
    connect(m_decline, &QPushButton::clicked, this, [this] {
        if (const quint64 number = chosen())
            Q_EMIT declineRequested(number);
    });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &RequestsPanel::refresh);
    connect(model, &QAbstractItemModel::rowsInserted, this, &RequestsPanel::refresh);
    connect(model, &QAbstractItemModel::rowsRemoved, this, &RequestsPanel::refresh);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_notice);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_empty, 1);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_review);
    buttons->addWidget(m_decline);
    buttons->addStretch();
    layout->addLayout(buttons);
    connect(m_notice, &look::InlineMessage::buttonClicked, this, &RequestsPanel::noticeClicked);
    m_clock.setInterval(1000);
    connect(&m_clock, &QTimer::timeout, model, &models::RequestModel::refreshTimes);
    m_turn.setInterval(kTurnMs);
    connect(&m_turn, &QTimer::timeout, m_list->viewport(), qOverload<>(&QWidget::update));
    look::passFocus(*this, *m_list, *m_empty);
    refresh();
}

void RequestsPanel::setNotice(const QString &sentence, const QString &button)
{
    if (sentence.isEmpty())
        m_notice->hide();
    else
        m_notice->showMessage(look::InlineMessage::Kind::Error, sentence, button);
}

void RequestsPanel::refresh()
{
    const bool empty = m_model->rowCount() == 0;
    m_list->setVisible(!empty);
    m_empty->setVisible(empty);
    m_review->setVisible(!empty);
    m_review->setEnabled(chosen() != 0);
    m_decline->setVisible(!empty);
    m_decline->setEnabled(m_list->currentIndex().data(Model::WaitingRole).toBool());
    if (m_model->waitingCount() > 0 && !m_clock.isActive()) {
        m_clock.start();
        m_turn.start();
    } else if (m_model->waitingCount() == 0) {
        m_clock.stop();
        m_turn.stop();
    }
}

void RequestsPanel::choose(quint64 number)
{
    if (const int row = m_model->rowOf(number); row >= 0)
        m_list->setCurrentIndex(m_model->index(row));
}

quint64 RequestsPanel::chosen() const
{
    return m_list->currentIndex().data(Model::NumberRole).toULongLong();
}

} // namespace sonde::widgets
