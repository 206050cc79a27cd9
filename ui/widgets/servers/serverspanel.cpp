// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/serverspanel.h"

#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/emptystate.h"
#include "look/controls/itempanel.h"
#include "look/controls/signdelegate.h"
#include "look/painting/iconengine.h"
#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/session/servermodel.h"

#include <QKeyEvent>
#include <QListView>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QStackedLayout>

namespace sonde::widgets {
namespace {

using Model = models::ServerModel;

constexpr int kAfterIcon = 4;
constexpr int kAfterFlag = 2;
constexpr int kShortestPlace = 6; // characters of the address of a server
constexpr int kMarkInset = 3; // the square is smaller than the place of a sign

// Paints the state's dot and the name, and below them the connection and the state.
class ServerDelegate : public look::SignDelegate {
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &given,
        const QModelIndex &index) const override
    {
        if (index.data(Model::IsGroupRole).toBool()) {
            paintGroup(painter, given, index);
            return;
        }
        QStyleOptionViewItem option = given;
        initStyleOption(&option, index);
        look::paintItemPanel(painter, option);
        painter->save();
        const int side = look::metrics().icon;
        const QRect row = option.rect.adjusted(8, 0, -6, 0);
        const QRect dot(row.left(), row.center().y() - side / 2 + 1, side, side);
        look::paintIcon(painter, dot, index.data(Model::IconNameRole).toString(),
            look::theme().color(models::ColorRole(index.data(models::TextColorRole).toInt())));
        QRect words = row.adjusted(side + 6, 2, 0, -2);
        QRect second = words;
        words.setBottom(words.center().y());
        second.setTop(words.bottom() + 1);
        painter->setFont(index.data(Model::CurrentRole).toBool() ? look::boldFont() : option.font);
        painter->setPen(look::theme().text);
        const int mark = look::metrics().sign;
        look::paintSign(painter,
            QRect(words.left() - kMarkInset, words.center().y() - mark / 2 + 1, mark, mark),
            models::Sign::Server,
            look::theme().color(models::ColorRole(index.data(models::SignColorRole).toInt())));
        words.setLeft(words.left() + mark);
        words.setRight(paintFlag(painter, words, index));
        words.setRight(paintHeld(painter, words, index));
        drawLine(painter, words, index.data().toString(), Qt::ElideMiddle);
        painter->setFont(look::smallFont());
        painter->setPen(look::theme().muted);
        if (const QString icon = index.data(Model::DetailIconRole).toString(); !icon.isEmpty()) {
            const int small = painter->fontMetrics().ascent() + 1;
            look::paintIcon(painter,
                QRect(second.left(), second.center().y() - small / 2 + 1, small, small), icon,
                look::theme().muted);
            second.setLeft(second.left() + small + kAfterIcon);
        }
        drawLine(painter, second, detailText(painter->fontMetrics(), second.width(), index));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const override
    {
        return {look::metrics().twoLineRow,
            index.data(Model::IsGroupRole).toBool() ? look::metrics().row
                                                    : look::metrics().twoLineRow};
    }

private:
    // The place gives way, as far as it goes, so that the state is read whole.
    static QString detailText(const QFontMetrics &metrics, int width, const QModelIndex &index)
    {
        QString detail = index.data(Model::DetailRole).toString();
        const QString place = index.data(Model::PlaceRole).toString();
        const int over = metrics.horizontalAdvance(detail) - width;
        if (over <= 0 || !detail.startsWith(place))
            return detail;
        const int room = std::max(
            metrics.averageCharWidth() * kShortestPlace, metrics.horizontalAdvance(place) - over);
        return metrics.elidedText(place, Qt::ElideMiddle, room) + detail.mid(place.size());
    }

    // The flag and the count of the findings, at the end of the line; gives where they begin.
    static int paintFlag(QPainter *painter, const QRect &line, const QModelIndex &index)
    {
        const auto sign = models::Sign(index.data(Model::FlagRole).toInt());
        if (sign == models::Sign::None)
            return line.right();
        const QString count = index.data(Model::FlagCountRole).toString();
        const QFont before = painter->font();
        painter->setFont(look::smallFont());
        painter->setPen(look::theme().color(models::signColorRole(sign)));
        const int width = painter->fontMetrics().horizontalAdvance(count);
        painter->drawText(line, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, count);
        const int side = look::metrics().sign;
        const int left = line.right() - width - kAfterFlag - side;
        look::paintSign(painter, QRect(left, line.center().y() - side / 2 + 1, side, side), sign,
            look::theme().color(models::signColorRole(sign)));
        painter->setFont(before);
        painter->setPen(look::theme().text);
        return left - kAfterIcon;
    }

    // The count of held messages, at the end of the line; gives where it begins.
    static int paintHeld(QPainter *painter, const QRect &line, const QModelIndex &index)
    {
        const int held = index.data(Model::HeldRole).toInt();
        if (held == 0)
            return line.right();
        const int left = line.right() - look::badgeWidth(held);
        look::paintBadge(
            painter, QRect(left, line.top(), look::badgeWidth(held), line.height()), held, true);
        return left - kAfterIcon;
    }

    static void paintGroup(
        QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index)
    {
        painter->save();
        painter->fillRect(option.rect, look::theme().altBase);
        const QRect row = option.rect.adjusted(8, 0, -8, 0);
        painter->setFont(option.font);
        painter->setPen(look::theme().text);
        drawLine(painter, row, index.data().toString());
        painter->setPen(look::theme().muted);
        painter->drawText(row, Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine,
            countText(index.data(Model::CountRole).toULongLong()));
        painter->restore();
    }

    static void drawLine(QPainter *painter, const QRect &rect, const QString &text,
        Qt::TextElideMode elided = Qt::ElideRight)
    {
        painter->drawText(rect, Qt::AlignVCenter | Qt::TextSingleLine,
            painter->fontMetrics().elidedText(text, elided, rect.width()));
    }
};

} // namespace

ServersPanel::ServersPanel(models::ServerModel *model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_list(new QListView(this))
{
    look::passFocus(*this, [this]() -> QWidget * {
        return m_model->rowCount() == 0 ? m_empty->button() : static_cast<QWidget *>(m_list);
    });
    m_list->setModel(model);
    m_list->setItemDelegate(new ServerDelegate(m_list));
    m_list->setAccessibleName(tr("Servers"));
    m_list->setMouseTracking(true);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff); // names are elided
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    m_list->installEventFilter(this);
    connect(m_list, &QListView::customContextMenuRequested, this, &ServersPanel::showMenu);
    connect(m_list, &QListView::activated, this,
        [this](const QModelIndex &index) { Q_EMIT connectRequested(nameAt(index)); });
    connect(m_list->selectionModel(), &QItemSelectionModel::currentChanged, this,
        [this](const QModelIndex &index) {
            if (index.isValid())
                Q_EMIT chosen(nameAt(index));
        });

    auto *empty = new look::EmptyState(this);
    empty->setText(tr("Your servers appear here."), tr("Add a server to connect to it."));
    empty->setButton(tr("New server…"));
    connect(empty, &look::EmptyState::buttonClicked, this, &ServersPanel::newServerRequested);
    m_empty = empty;
    auto *stack = new QStackedLayout(this);
    stack->addWidget(m_list);
    stack->addWidget(m_empty);
    for (auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(model, signal, this, &ServersPanel::refreshEmpty);
    connect(model, &QAbstractItemModel::modelReset, this, &ServersPanel::refreshEmpty);
    auto *paste = new QShortcut(QKeySequence::Paste, this);
    paste->setContext(Qt::WidgetWithChildrenShortcut);
    connect(paste, &QShortcut::activated, this, &ServersPanel::pasteRequested);
    refreshEmpty();
}

void ServersPanel::setCurrent(const QString &name)
{
    const int row = m_model->rowOf(name);
    if (row >= 0)
        m_list->setCurrentIndex(m_model->index(row));
}

QString ServersPanel::nameAt(const QModelIndex &index) const
{
    return index.data(Model::NameRole).toString();
}

void ServersPanel::refreshEmpty()
{
    const bool empty = m_model->rowCount() == 0;
    static_cast<QStackedLayout *>(layout())->setCurrentIndex(empty ? 1 : 0);
}

void ServersPanel::showMenu(const QPoint &at)
{
    const QModelIndex index = m_list->indexAt(at);
    QMenu *const menu = index.data(Model::TapRole).toBool() ? m_tapMenu : m_menu;
    if (menu && index.isValid() && !nameAt(index).isEmpty())
        menu->popup(m_list->viewport()->mapToGlobal(at));
}

bool ServersPanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_list && event->type() == QEvent::KeyPress
        && static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete
        && m_list->currentIndex().isValid()) {
        const QModelIndex current = m_list->currentIndex();
        if (current.data(Model::TapRole).toBool())
            Q_EMIT forgetRequested(nameAt(current));
        else
            Q_EMIT removeRequested(nameAt(current));
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace sonde::widgets
