// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/activity/taskinputs.h"

#include "content/json/jsontreeview.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/exchange/propertymodel.h"
#include "review/serverrequestqueue.h"
#include "widgets/kit/table/plaintable.h"

#include <QHeaderView>
#include <QPushButton>
#include <QTabWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

namespace {

constexpr int kWordChars = 16;
constexpr int kInputRows = 3;

} // namespace

TaskInputs::TaskInputs(QTabWidget &tabs)
    : QWidget(&tabs)
    , m_tabs(tabs)
    , m_rows(new models::PropertyModel({tr("Input"), tr("About"), tr("State")}, this))
    , m_table(new PlainTable(m_rows, this))
    , m_requested(new content::JsonTreeView(this))
    , m_review(new QPushButton(look::icon("inbox"), tr("Review…"), this))
{
    m_table->setAccessibleName(tr("Input that the task requested, with its state"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setUsualWidth(0, kWordChars);
    m_table->setUsualWidth(1, kWordChars);
    m_table->setFixedHeight(look::metrics().row * (kInputRows + 1) + 4);
    m_requested->setAccessibleName(tr("Requested input"));
    m_review->setToolTip(tr("Answer the request in Review"));
    connect(m_review, &QPushButton::clicked, this, &TaskInputs::review);
    connect(m_table, &QAbstractItemView::activated, this, &TaskInputs::review);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &TaskInputs::showChosen);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 3);
    layout->addWidget(m_table);
    layout->addWidget(m_requested, 1);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    row->addWidget(m_review);
    row->addStretch();
    layout->addLayout(row);
    tabs.addTab(this, tr("Requested input"));
}

// Both protocols ask in the list of server requests: 2025-11-25 in requests that name the task, the
// extension in the task's state.
void TaskInputs::showTask(const QString &server, const std::string &task)
{
    std::vector<QStringList> rows;
    std::vector<quint64> numbers;
    int waiting = 0;
    const auto requests = m_requests ? m_requests->of(server)
                                     : std::vector<std::shared_ptr<const review::QueuedRequest>>();
    for (const auto &request : requests) {
        if (request->task.empty() || request->task != task)
            continue;
        waiting += request->waits() ? 1 : 0;
        const review::RequestedInput &first = request->questions.front();
        rows.push_back({review::titleOf(first),
            request->questions.size() == 1
                ? review::summaryOf(first)
                : tr("%n server requests", nullptr, int(request->questions.size())),
            request->waits() ? tr("waiting for your answer") : request->outcome});
        numbers.push_back(request->number);
    }
    m_tabs.setTabEnabled(m_tabs.indexOf(this), !rows.empty());
    m_review->setEnabled(waiting > 0);
    const bool isNew = numbers != m_numbers;
    if (isNew || waiting != m_waiting)
        m_rows->setRows(std::move(rows));
    m_numbers = std::move(numbers);
    if (isNew && !m_numbers.empty())
        m_table->setCurrentIndex(m_rows->index(int(m_numbers.size()) - 1, 0));
    if (std::exchange(m_waiting, waiting) < waiting)
        m_tabs.setCurrentWidget(this);
    showChosen();
}

void TaskInputs::showChosen()
{
    const int row = m_table->currentIndex().row();
    const bool is = row >= 0 && row < int(m_numbers.size());
    const quint64 number = is ? m_numbers[std::size_t(row)] : 0;
    if (std::exchange(m_shown, number) == number)
        return;
    const auto request = m_requests && number != 0 ? m_requests->find(number) : nullptr;
    if (request)
        m_requested->setDocument(request->document());
    else
        m_requested->clear();
}

void TaskInputs::review()
{
    if (!m_requests)
        return;
    const auto waits = [this](quint64 number) {
        const auto request = m_requests->find(number);
        return request && request->waits();
    };
    const auto wanted = m_shown != 0 && waits(m_shown)
        ? std::find(m_numbers.begin(), m_numbers.end(), m_shown)
        : std::find_if(m_numbers.begin(), m_numbers.end(), waits);
    if (wanted != m_numbers.end())
        Q_EMIT reviewRequested(*wanted);
}

} // namespace sonde::widgets
