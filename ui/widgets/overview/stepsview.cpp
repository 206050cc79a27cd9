// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/stepsview.h"

#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "models/session/startstepmodel.h"

#include <QHeaderView>
#include <QPainter>

namespace sonde::widgets {
namespace {

using Model = models::StartStepModel;

class StepDelegate : public look::SignDelegate {
public:
    using SignDelegate::SignDelegate;

    void paint(QPainter *painter, const QStyleOptionViewItem &option,
        const QModelIndex &index) const override
    {
        SignDelegate::paint(painter, option, index);
        painter->setPen(QPen(look::theme().line, 1));
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    }

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        SignDelegate::initStyleOption(option, index);
        if (!isFailed(index))
            return;
        option->backgroundBrush = look::theme().errorBg;
        if (index.column() == Model::StepColumn)
            option->font.setBold(true);
    }

private:
    static bool isFailed(const QModelIndex &index)
    {
        return index.data(Model::FailedRole).toBool();
    }
};

} // namespace

StepsView::StepsView(QWidget *parent)
    : QTableView(parent)
{
    setAccessibleName(tr("Steps of the start"));
    setItemDelegate(new StepDelegate(this));
    horizontalHeader()->hide();
    verticalHeader()->hide();
    verticalHeader()->setDefaultSectionSize(look::metrics().row + 8);
    setShowGrid(false);
    setSelectionMode(QAbstractItemView::SingleSelection);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setTabKeyNavigation(false);
    setWordWrap(false);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void StepsView::setModel(QAbstractItemModel *model)
{
    QTableView::setModel(model);
    const int unit = fontMetrics().averageCharWidth();
    const auto width = [&](int column, int characters) {
        horizontalHeader()->resizeSection(column, unit * characters);
    };
    width(Model::NumberColumn, 4);
    width(Model::StepColumn, 34);
    width(Model::TimeColumn, 14);
    horizontalHeader()->setSectionResizeMode(Model::DetailColumn, QHeaderView::Stretch);
    updateGeometry();
}

QSize StepsView::sizeHint() const
{
    const int rows = model() ? model()->rowCount() : 0;
    return {600, rows * verticalHeader()->defaultSectionSize() + 2 * frameWidth()};
}

} // namespace sonde::widgets
