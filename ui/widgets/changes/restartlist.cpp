// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/changes/restartlist.h"

#include "look/access/focuspass.h"
#include "look/controls/itempanel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/signdelegate.h"
#include "look/painting/iconengine.h"
#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QComboBox>
#include <QLabel>
#include <QListView>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

using models::Restart;
using models::RestartModel;

namespace {

// Paints the sign, the time with the cause, and below them the consequence.
class RestartDelegate : public look::SignDelegate {
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        look::paintItemPanel(painter, option);
        painter->save();
        const int side = look::metrics().sign;
        const QRect row = option.rect.adjusted(kInset, 0, -kInset, 0);
        const auto sign = models::Sign(index.data(models::SignRole).toInt());
        look::paintSign(painter, QRect(row.left(), row.center().y() - side / 2 + 1, side, side),
            sign, look::theme().color(models::signColorRole(sign)));
        QRect words = row.adjusted(side + kInset, 2, 0, -2);
        QRect second = words;
        words.setBottom(words.center().y());
        second.setTop(words.bottom() + 1);
        if (const QString tag = index.data(models::TagRole).toString(); !tag.isEmpty()) {
            const look::Tag shown{tag, false, true};
            painter->setFont(look::smallFont());
            words.setRight(words.right() - look::tagWidth(shown) - kInset / 2);
            look::paintTag(painter,
                QRect(words.right() + kInset / 2, words.top(), row.right() - words.right(),
                    words.height()),
                shown);
        }
        painter->setFont(index.row() == 0 ? look::boldFont() : option.font);
        painter->setPen(look::theme().text);
        paintLine(*painter, words, index.data(RestartModel::TitleRole).toString());
        painter->setFont(look::smallFont());
        const auto tone = models::ColorRole(index.data(RestartModel::ConsequenceColorRole).toInt());
        painter->setPen(look::theme().color(tone));
        paintLine(*painter, second, index.data(RestartModel::ConsequenceRole).toString());
        painter->restore();
        look::paintItemFocus(painter, option);
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const override
    {
        return {look::metrics().twoLineRow * 3, look::metrics().twoLineRow};
    }

private:
    static constexpr int kInset = 8;

    static void paintLine(QPainter &painter, const QRect &rect, const QString &text)
    {
        painter.drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine,
            painter.fontMetrics().elidedText(text.simplified(), Qt::ElideRight, rect.width()));
    }
};

} // namespace

RestartList::RestartList(QWidget *parent)
    : QWidget(parent)
    , m_model(new RestartModel(this))
    , m_title(new look::PanelTitle(tr("Starts"), this))
    , m_view(new QListView(this))
    , m_choice(new QComboBox(this))
    , m_keep(new QPushButton(look::icon("pin"), tr("&Keep as reference"), this))
    , m_release(new QPushButton(tr("Re&lease"), this))
{
    m_view->setObjectName(QStringLiteral("restarts"));
    m_view->setModel(m_model);
    m_view->setItemDelegate(new RestartDelegate(m_view));
    m_view->setAccessibleName(tr("Starts of the server, the newest one first"));
    m_view->setUniformItemSizes(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_view->setMinimumHeight(1); // what is below stays whole in a low window; the list scrolls
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_title);
    layout->addWidget(m_view, 1);
    layout->addLayout(makeChoice());
    layout->addLayout(makeReference());
    look::passFocus(*this, *m_view);
    connect(m_view->selectionModel(), &QItemSelectionModel::currentChanged, this, [this] {
        fillChoice(usualChoice());
        Q_EMIT chosen();
    });
    connect(m_choice, &QComboBox::activated, this, &RestartList::chooseOther);
    showReference();
}

QLayout *RestartList::makeChoice()
{
    m_choice->setObjectName(QStringLiteral("compareWith"));
    m_choice->setAccessibleName(tr("Changes since"));
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    auto *label = new QLabel(tr("Show"), this);
    label->setBuddy(m_choice);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    row->addWidget(label);
    row->addWidget(m_choice, 1);
    return row;
}

QLayout *RestartList::makeReference()
{
    m_keep->setObjectName(QStringLiteral("keepReference"));
    m_keep->setToolTip(tr("Compare later starts with this one, also in later runs of Sonde"));
    connect(m_keep, &QPushButton::clicked, this, [this] {
        m_isSinceReference = true;
        if (const Restart *its = current())
            Q_EMIT referenceRequested(its->number);
    });
    m_release->setObjectName(QStringLiteral("releaseReference"));
    connect(m_release, &QPushButton::clicked, this, [this] { Q_EMIT referenceRequested(0); });
    auto *row = new QHBoxLayout;
    row->setContentsMargins(3, 0, 3, 3); // room for the focus ring
    row->addWidget(m_keep, 1);
    row->addWidget(m_release);
    return row;
}

void RestartList::setRestarts(const QString &server, const std::deque<Restart> &restarts)
{
    const bool isNewest = m_view->currentIndex().row() <= 0;
    const auto numberOf = [](const Restart *restart) { return restart ? restart->number : 0; };
    const int number = numberOf(current());
    const int other = numberOf(compared());
    m_model->setRestarts(server, restarts);
    m_title->setDetail(QStringLiteral("· ") + QString::number(restarts.size()));
    if (isNewest || !m_view->currentIndex().isValid())
        m_view->setCurrentIndex(m_model->index(0));
    if (number != 0 && numberOf(current()) == number) {
        fillChoice(m_choice->currentData().toInt());
        if (numberOf(compared()) != other)
            Q_EMIT chosen();
    }
    showReference();
}

const Restart *RestartList::current() const
{
    const QModelIndex index = m_view->currentIndex();
    return index.isValid() ? &m_model->restart(index.row()) : nullptr;
}

const Restart *RestartList::before() const
{
    const int row = m_view->currentIndex().row();
    for (int other = row + 1; row >= 0 && other < m_model->rowCount(); ++other) {
        if (m_model->restart(other).snapshot)
            return &m_model->restart(other);
    }
    return nullptr;
}

const Restart *RestartList::reference() const
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_model->restart(row).isReference)
            return &m_model->restart(row);
    }
    return nullptr;
}

const Restart *RestartList::compared() const
{
    const int chosen = m_choice->currentData().toInt();
    if (chosen == kSinceReference)
        return reference();
    for (int row = 0; chosen != kSinceRestart && row < m_model->rowCount(); ++row) {
        if (m_model->restart(row).number == chosen)
            return &m_model->restart(row);
    }
    return nullptr;
}

int RestartList::usualChoice() const
{
    const Restart *its = current();
    const Restart *pinned = reference();
    return m_isSinceReference && its && pinned && its->number > pinned->number ? kSinceReference
                                                                               : kSinceRestart;
}

void RestartList::chooseOther()
{
    const int choice = m_choice->currentData().toInt();
    if (choice == kSinceRestart || choice == kSinceReference)
        m_isSinceReference = choice == kSinceReference;
    Q_EMIT chosen();
}

void RestartList::fillChoice(int chosen)
{
    m_choice->clear();
    m_choice->addItem(tr("Since the last restart"), kSinceRestart);
    const int current = m_view->currentIndex().row();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const Restart &restart = m_model->restart(row);
        if (row == current || !restart.snapshot)
            continue;
        const QString title =
            RestartModel::timeOf(restart) + QStringLiteral(" · ") + restart.cause.words;
        if (restart.isReference)
            m_choice->insertItem(1, tr("Since the reference"), kSinceReference);
        else
            m_choice->addItem(tr("Since %1").arg(title), restart.number);
        if (restart.isReference)
            m_choice->setItemData(1, title, Qt::ToolTipRole);
    }
    m_choice->setCurrentIndex(std::max(0, m_choice->findData(chosen)));
    const Restart *its = this->current();
    m_choice->setEnabled(its && its->snapshot && m_choice->count() > 1);
    showReference();
}

void RestartList::showReference()
{
    const Restart *its = current();
    const Restart *pinned = reference();
    m_keep->setEnabled(its && its->snapshot && !its->isReference);
    m_release->setVisible(pinned);
    if (pinned)
        m_release->setToolTip(
            tr("Release the reference, the start at %1").arg(RestartModel::timeOf(*pinned)));
}

} // namespace sonde::widgets
