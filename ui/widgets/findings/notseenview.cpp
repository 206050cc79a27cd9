// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/notseenview.h"

#include "look/controls/colorlabel.h"
#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"
#include "models/findings/findingtext.h"
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

constexpr int kRuleChars = 30;
constexpr int kViolatedGroup = int(models::kExerciseSteps); // beside the steps

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
    m_tree->setAccessibleName(tr("Requirements that are violated or were not seen yet"));
    m_tree->setItemDelegate(new look::SignDelegate(m_tree));
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setExpandsOnDoubleClick(false);
    m_tree->header()->setStretchLastSection(false);
    m_tree->header()->setSectionResizeMode(NotSeenModel::ActionColumn, QHeaderView::Stretch);
    m_tree->header()->resizeSection(
        NotSeenModel::RuleColumn, fontMetrics().averageCharWidth() * kRuleChars);
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
            m_open.insert(groupOf(group));
    }
    m_group = groupOf(m_tree->currentIndex());
    m_requirement = m_model->requirementAt(m_tree->currentIndex());
}

// The row that was current, or else its group.
void NotSeenView::restorePlaces()
{
    QModelIndex current = m_requirement ? m_model->indexOf(*m_requirement) : QModelIndex();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex group = m_model->index(row, 0);
        if (m_open.contains(groupOf(group)))
            m_tree->expand(group);
        if (!current.isValid() && groupOf(group) == m_group)
            current = group;
    }
    m_tree->setCurrentIndex(current);
    showCurrent();
}

// A number that stays the same while the rows are replaced; -1 without a row.
int NotSeenView::groupOf(const QModelIndex &index) const
{
    if (m_model->isViolated(index))
        return kViolatedGroup;
    const auto step = m_model->stepAt(index);
    return step ? int(*step) : -1;
}

void NotSeenView::enter()
{
    const QModelIndex group = m_model->index(0, 0);
    m_tree->expand(group);
    m_tree->setCurrentIndex(m_model->index(0, 0, group));
    m_tree->setFocus(Qt::OtherFocusReason);
}

void NotSeenView::showCurrent()
{
    const QModelIndex current = m_tree->currentIndex();
    const auto step = m_model->stepAt(current);
    const bool isViolated = m_model->isViolated(current);
    const findings::Requirement *violated = isViolated ? m_model->requirementAt(current) : nullptr;
    m_prepare->setVisible(m_isPreparable || isViolated);
    m_prepare->setEnabled(step || violated);
    m_prepare->setText(isViolated ? tr("Show the &findings") : tr("&Prepare"));
    m_prepare->setToolTip(isViolated
            ? tr("List the findings about the selected requirement")
            : tr("Open where the selected requirement can be exercised, without sending anything"));
    m_sentence->setVisible(m_isPreparable || isViolated);
    m_sentence->setText(violated ? models::withoutCodeMarks(violated->summary)
            : isViolated         ? tr("Select a requirement to list its findings.")
            : step               ? stepSentence(*step)
                                 : tr("Select a row to see what would exercise it."));
}

void NotSeenView::prepare()
{
    const QModelIndex current = m_tree->currentIndex();
    const auto step = m_model->stepAt(current);
    if (step && m_isPreparable)
        Q_EMIT prepareRequested(*step);
    else if (const auto *violated = m_model->requirementAt(current); violated && !step)
        Q_EMIT findingsRequested(QString::fromStdString(violated->id));
}

} // namespace sonde::widgets
