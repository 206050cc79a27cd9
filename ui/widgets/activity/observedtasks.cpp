// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/activity/observedtasks.h"

#include "look/access/focuspass.h"
#include "models/exchange/propertymodel.h"
#include "session/connection/observation.h"
#include "widgets/kit/table/plaintable.h"

#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

enum Column { ToolColumn, StateColumn, IdColumn, MessageColumn };
constexpr int kToolChars = 20;
constexpr int kStateChars = 18;
constexpr int kIdChars = 24;

} // namespace

ObservedTasks::ObservedTasks(QWidget *parent)
    : QWidget(parent)
    , m_model(new models::PropertyModel({tr("Tool"), tr("State"), tr("Task"), tr("Message")}, this))
    , m_table(new PlainTable(m_model, this))
{
    look::passFocus(*this, *m_table);
    m_table->setAccessibleName(tr("Tasks of the server"));
    m_table->setAlternatingRowColors(true);
    m_table->setMonospace(IdColumn);
    m_table->setUsualWidth(ToolColumn, kToolChars);
    m_table->setUsualWidth(StateColumn, kStateChars);
    m_table->setUsualWidth(IdColumn, kIdChars);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_table);
}

void ObservedTasks::show(const session::Observation &observation)
{
    std::vector<QStringList> rows;
    for (const session::Observation::Task &task : observation.tasks())
        rows.push_back({task.target, task.facts.statusText, QString::fromStdString(task.facts.id),
            task.facts.message});
    m_model->setRows(std::move(rows));
}

} // namespace sonde::widgets
