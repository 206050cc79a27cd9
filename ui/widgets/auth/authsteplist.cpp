// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authsteplist.h"

#include "look/theme/metrics.h"
#include "models/auth/authstepmodel.h"
#include "widgets/auth/authrowdelegate.h"

namespace sonde::widgets {

namespace {

constexpr int kTurnMs = 250;
constexpr int kUsualWidth = 240;

} // namespace

AuthStepList::AuthStepList(models::AuthStepModel *model, QWidget *parent)
    : QListView(parent)
{
    setModel(model);
    setItemDelegate(new AuthRowDelegate(this));
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

// It grows with its rows: the current one may have been chosen while the list was smaller.
void AuthStepList::resizeEvent(QResizeEvent *event)
{
    QListView::resizeEvent(event);
    scrollTo(currentIndex());
}

QSize AuthStepList::sizeHint() const
{
    const int rows = model() ? std::max(model()->rowCount(), 1) : 1;
    return {kUsualWidth, rows * look::metrics().twoLineRow + 2 * frameWidth()};
}

} // namespace sonde::widgets
