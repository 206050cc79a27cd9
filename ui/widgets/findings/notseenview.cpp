// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/notseenview.h"

#include "look/colorlabel.h"
#include "look/metrics.h"
#include "look/signdelegate.h"
#include "models/findings/notseenmodel.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

using models::ExerciseStep;
using models::NotSeenModel;

namespace {

constexpr int kNotSeenRuleChars = 30;

} // namespace

NotSeenView::NotSeenView(NotSeenModel *model, QWidget *parent)
    : QWidget(parent)
    , m_model(model)
    , m_tree(new QTreeView(this))
    , m_sentence(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_prepare(new QPushButton(tr("&Prepare"), this))
{
    makeTree();
    m_sentence->setWordWrap(true);
    m_prepare->setObjectName(QStringLiteral("prepareStep"));
    m_prepare->setToolTip(
        tr("Open where the selected requirement can be exercised, without sending anything"));
    connect(m_prepare, &QPushButton::clicked, this, &NotSeenView::prepare);
    auto *foot = new QHBoxLayout;
    foot->setSpacing(look::metrics().gap);
    foot->addWidget(m_sentence, 1);
    foot->addWidget(m_prepare);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addWidget(m_tree, 1);
    column->addLayout(foot);
    showCurrent();
}

void NotSeenView::makeTree()
{
    m_tree->setModel(m_model);
    m_tree->setObjectName(QStringLiteral("notSeen"));
    m_tree->setAccessibleName(tr("Requirements that were not seen yet"));
    m_tree->setItemDelegate(new look::SignDelegate(m_tree));
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(NotSeenModel::ActionColumn, QHeaderView::Stretch);
    m_tree->header()->resizeSection(
        NotSeenModel::RuleColumn, fontMetrics().averageCharWidth() * kNotSeenRuleChars);
    connect(m_tree, &QAbstractItemView::activated, this, &NotSeenView::prepare);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &NotSeenView::showCurrent);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &NotSeenView::keepPlaces);
    connect(m_model, &QAbstractItemModel::modelReset, this, &NotSeenView::restorePlaces);
}

void NotSeenView::setPreparable(bool isPreparable)
{
    m_isPreparable = isPreparable;
    showCurrent();
}

void NotSeenView::keepPlaces()
{
    m_open.clear();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex group = m_model->index(row, 0);
        if (m_tree->isExpanded(group))
            m_open.insert(int(*m_model->stepAt(group)));
    }
    const auto step = m_model->stepAt(m_tree->currentIndex());
    m_step = step ? int(*step) : -1;
    m_requirement = m_model->requirementAt(m_tree->currentIndex());
}

// The row that was current, or else its group.
void NotSeenView::restorePlaces()
{
    for (const int step : std::as_const(m_open))
        m_tree->expand(m_model->indexOf(ExerciseStep(step)));
    QModelIndex current = m_requirement ? m_model->indexOf(*m_requirement) : QModelIndex();
    if (!current.isValid() && m_step >= 0)
        current = m_model->indexOf(ExerciseStep(m_step));
    m_tree->setCurrentIndex(current);
    showCurrent();
}

void NotSeenView::showCurrent()
{
    const auto step = m_model->stepAt(m_tree->currentIndex());
    m_prepare->setVisible(m_isPreparable);
    m_prepare->setEnabled(step.has_value());
    m_sentence->setVisible(m_isPreparable);
    m_sentence->setText(
        step ? stepSentence(*step) : tr("Select a row to see what would exercise it."));
}

void NotSeenView::prepare()
{
    const auto step = m_model->stepAt(m_tree->currentIndex());
    if (step && m_isPreparable)
        Q_EMIT prepareRequested(*step);
}

} // namespace sonde::widgets
