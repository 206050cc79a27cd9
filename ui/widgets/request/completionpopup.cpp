// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/completionpopup.h"

#include "look/controls/colorlabel.h"
#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"

#include <QListView>
#include <QStringListModel>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kMaxRows = 8; // at once
constexpr int kLeastWidth = 160;

} // namespace

CompletionPopup::CompletionPopup(QWidget *window)
    : QFrame(window)
    , m_model(new QStringListModel(this))
    , m_list(new QListView(this))
    , m_more(new look::ColorLabel(models::ColorRole::Muted, this))
{
    setFrameShape(QFrame::StyledPanel);
    setAutoFillBackground(true);
    setBackgroundRole(QPalette::Base);
    setFocusPolicy(Qt::NoFocus);
    m_list->setModel(m_model);
    m_list->setItemDelegate(new look::SignDelegate(m_list));
    m_list->setAccessibleName(tr("Suggestions"));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setUniformItemSizes(true);
    m_list->setMouseTracking(true);
    m_more->setFont(look::smallFont());
    m_more->setContentsMargins(6, 1, 6, 2);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(1, 1, 1, 1);
    layout->setSpacing(0);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_more);
    hide();
    connect(m_list, &QListView::clicked, this,
        [this](const QModelIndex &index) { Q_EMIT chosen(index.data().toString()); });
}

void CompletionPopup::open(const QWidget &field, const mcp::Completions &completions)
{
    m_model->setStringList(completions.values);
    m_list->clearSelection();
    m_list->setCurrentIndex({});
    const qint64 shown = completions.values.size();
    const bool more = completions.hasMore || completions.total > shown;
    m_more->setVisible(more);
    m_more->setText(completions.total > shown ? tr("%L1 of %L2").arg(shown).arg(completions.total)
                                              : tr("More suggestions are available."));
    const int rows = int(std::min<qint64>(shown, kMaxRows));
    const int wanted = rows * look::metrics().row + 2 * frameWidth() + 2
        + (more ? m_more->sizeHint().height() : 0);
    const QPoint below = field.mapTo(window(), QPoint(0, field.height()));
    const int room = window()->height() - below.y();
    const int above = below.y() - field.height();
    const bool up = room < wanted && above > room;
    const int height = std::min(wanted, up ? above : room);
    setGeometry(
        below.x(), up ? above - height : below.y(), std::max(field.width(), kLeastWidth), height);
    show();
    raise();
}

QStringList CompletionPopup::values() const
{
    return m_model->stringList();
}

QString CompletionPopup::current() const
{
    return m_list->currentIndex().data().toString();
}

void CompletionPopup::step(int by)
{
    const int count = m_model->rowCount();
    const QModelIndex index = m_list->currentIndex();
    const int from = index.isValid() ? index.row() : (by > 0 ? -1 : count);
    m_list->setCurrentIndex(m_model->index((from + by + count) % count));
}

} // namespace sonde::widgets
