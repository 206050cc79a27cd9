// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/activity/taskspanel.h"

#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/exchange/propertymodel.h"
#include "models/trace/tracetext.h"
#include "review/serverrequestqueue.h"
#include "widgets/activity/observedtasks.h"
#include "widgets/activity/taskinputs.h"
#include "widgets/activity/taskresult.h"
#include "widgets/kit/button/doingbutton.h"
#include "widgets/kit/table/plaintable.h"

#include <QHeaderView>
#include <QProgressBar>
#include <QPushButton>
#include <QStackedWidget>
#include <QTabWidget>
#include <QVBoxLayout>

namespace sonde::widgets {

using models::ColorRole;
using models::OperationModel;

namespace {

const QList<int> kShares{620, 360};
constexpr int kRefreshMs = 250;
constexpr int kPermille = 1000;
// Characters; progress takes what is left.
constexpr int kStateChars = 24;
constexpr int kNameChars = 16;
constexpr int kElapsedChars = 11;
constexpr int kLimitChars = 17;
constexpr int kNextChars = 9;
constexpr int kTimeChars = 18;
constexpr int kWordChars = 16;

} // namespace

TasksPanel::TasksPanel(QWidget *parent)
    : Panel(parent)
    , m_model(new OperationModel(this))
    , m_pages(new QStackedWidget(this))
    , m_empty(new look::EmptyState(this))
    , m_columns(new look::Splitter(Qt::Horizontal, this))
    , m_table(new PlainTable(m_model, this))
    , m_observed(new ObservedTasks(this))
{
    look::passFocus(*this, [this]() -> QWidget * {
        QWidget *const page = m_pages->currentWidget();
        return page == m_columns ? m_table : page;
    });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->addWidget(m_pages);
    m_table->setAccessibleName(tr("Running calls and tasks"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setAlternatingRowColors(true);
    m_table->setUsualWidth(OperationModel::StateColumn, kStateChars);
    m_table->setUsualWidth(OperationModel::OperationColumn, kNameChars);
    m_table->setUsualWidth(OperationModel::ElapsedColumn, kElapsedChars);
    m_table->setUsualWidth(OperationModel::LimitColumn, kLimitChars);
    m_table->setUsualWidth(OperationModel::NextColumn, kNextChars);
    m_columns->addWidget(m_table);
    m_columns->addWidget(makeDetail());
    m_columns->setDefaultSizes(kShares);
    m_columns->setChildrenCollapsible(false);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_columns);
    m_pages->addWidget(m_observed);
    m_running.setInterval(kRefreshMs);
    connect(&m_running, &QTimer::timeout, this, &TasksPanel::refresh);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &TasksPanel::showCurrent);
    connect(m_empty, &look::EmptyState::buttonClicked, this, &TasksPanel::connectRequested);
    showCurrent();
    refresh();
}

QWidget *TasksPanel::makeDetail()
{
    auto *detail = new QWidget(this);
    m_title = new look::PanelTitle(QString(), detail);
    m_bar = new QProgressBar(detail);
    m_bar->setTextVisible(false);
    m_bar->setAccessibleName(tr("Progress of the operation"));
    m_progress = new look::ColorLabel(ColorRole::Normal, detail);
    m_times = new look::ColorLabel(ColorRole::Muted, detail);
    m_tabs = new QTabWidget(detail);
    m_tabs->setDocumentMode(true);
    auto *layout = new QVBoxLayout(detail);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_title);
    layout->addWidget(m_bar);
    layout->addWidget(m_progress);
    layout->addWidget(m_times);
    layout->addLayout(makeButtons(detail));
    layout->addWidget(m_tabs, 1);
    layout->addStretch();
    return detail;
}

// With the first task: calls have none.
TasksPanel &TasksPanel::withPages()
{
    if (m_result)
        return *this;
    m_history = new models::PropertyModel({tr("Time"), tr("State"), tr("Message")}, this);
    m_historyTable = new PlainTable(m_history, m_tabs);
    m_historyTable->setAccessibleName(tr("States of the task"));
    m_historyTable->setUsualWidth(0, kTimeChars);
    m_historyTable->setUsualWidth(1, kWordChars);
    m_tabs->addTab(m_historyTable, tr("States"));
    m_result = new TaskResult(*m_tabs);
    m_inputs = new TaskInputs(*m_tabs);
    m_inputs->setServerRequests(m_serverRequests);
    connect(m_inputs, &TaskInputs::reviewRequested, this, &TasksPanel::reviewRequested);
    return *this;
}

QLayout *TasksPanel::makeButtons(QWidget *detail)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(look::metrics().gap);
    row->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    const auto add = [&](const QString &text, const QString &tip, void (TasksPanel::*act)()) {
        auto *button = new QPushButton(text, detail);
        button->setToolTip(tip);
        connect(button, &QPushButton::clicked, this, act);
        row->addWidget(button);
        return button;
    };
    m_cancel = add(tr("Cancel"), tr("Ask the server to cancel the operation"), &TasksPanel::cancel);
    m_extend = add(tr("Extend by 1 minute"),
        tr("Extend the idle and the total timeout by one minute"), &TasksPanel::extend);
    m_askNow = add(tr("Poll now"), tr("Request the state now instead of at the next poll"),
        &TasksPanel::askNow);
    m_late = add(tr("Show response"), tr("Show the late response in the trace"),
        &TasksPanel::showLateResponse);
    m_forget = add(tr("Remove"), tr("Remove the operation from this list"), &TasksPanel::forget);
    m_doing = new DoingButton(*m_cancel, detail);
    connect(m_doing, &QToolButton::clicked, this, &TasksPanel::doingRequested);
    row->addWidget(m_doing);
    row->addStretch();
    return row;
}

void TasksPanel::setServerRequests(const review::ServerRequestQueue *box)
{
    m_serverRequests = box;
    if (m_inputs)
        m_inputs->setServerRequests(box);
    connect(box, &review::ServerRequestQueue::added, this, &TasksPanel::showCurrent);
    connect(box, &review::ServerRequestQueue::changed, this, &TasksPanel::showCurrent);
    connect(box, &review::ServerRequestQueue::forgotten, this, &TasksPanel::showCurrent);
}

Panel::Tab TasksPanel::tab() const
{
    return {"tasks", tr("Tas&ks"), "task", QKeySequence(Qt::CTRL | Qt::Key_5)};
}

void TasksPanel::setServer(const QString &name, mcp::Client *client)
{
    m_server = name;
    if (m_observation)
        disconnect(m_observation, nullptr, this, nullptr);
    m_observation.clear();
    if (m_client != client) {
        if (m_client)
            disconnect(m_client, nullptr, this, nullptr);
        if (m_store)
            disconnect(m_store, nullptr, this, nullptr);
        m_client = client;
        m_store = client ? mcp::TaskStore::of(client) : nullptr;
        if (client) {
            connect(client, &mcp::Client::stateChanged, this, &TasksPanel::refresh);
            connect(client, &mcp::Client::requestNumbered, this, &TasksPanel::refreshSoon);
            connect(m_store, &mcp::TaskStore::changed, this, &TasksPanel::refresh);
            connect(m_store, &mcp::TaskStore::added, this, [this](quint64 number) {
                Q_EMIT succeeded(tr("The server runs %1 as a task; see Tasks.")
                                     .arg(m_store->find(number)->target));
            });
        }
        m_model->setClient(client);
        showCurrent();
    }
    refresh();
}

bool TasksPanel::setObservation(const QString &name, session::Observation *observation)
{
    setServer(name, nullptr);
    m_observation = observation;
    connect(observation, &session::Observation::changed, this, &TasksPanel::refresh);
    refresh();
    return true;
}

int TasksPanel::count() const
{
    return m_count;
}

void TasksPanel::showEvent(QShowEvent *event)
{
    Panel::showEvent(event);
    refresh();
}

void TasksPanel::hideEvent(QHideEvent *event)
{
    Panel::hideEvent(event);
    follow();
}

// Looks again after a moment, so that a flood of requests is shown a few times a second.
void TasksPanel::refreshSoon()
{
    if (isVisible() && !m_running.isActive())
        m_running.start();
}

// While it is visible and something changes with the time.
void TasksPanel::follow()
{
    const bool ready = m_client && m_client->state() == mcp::ClientState::Ready;
    if (ready && isVisible() && m_model->isChanging())
        m_running.start();
    else
        m_running.stop();
}

void TasksPanel::showObserved()
{
    m_observed->show(*m_observation);
    const bool empty = m_observation->tasks().empty();
    if (empty) {
        m_empty->setText(tr("Tasks that the server runs for the host appear here."),
            tr("No call has run as a task yet."));
        m_empty->setButton({});
    }
    m_pages->setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_observed);
}

void TasksPanel::refresh()
{
    if (m_observation) {
        showObserved();
        return;
    }
    m_model->refresh();
    follow();
    const bool empty = m_model->rowCount() == 0;
    if (empty)
        showEmpty();
    m_pages->setCurrentWidget(empty ? static_cast<QWidget *>(m_empty) : m_columns);
    if (!empty && !m_table->currentIndex().isValid())
        m_table->setCurrentIndex(m_model->index(0, 0));
    showCurrent();
    const int open = m_store ? m_store->openCount() : 0;
    if (std::exchange(m_count, open) != open)
        Q_EMIT countChanged();
}

void TasksPanel::showEmpty()
{
    const QString what = tr("Running calls and tasks appear here with their progress.");
    const bool ready = m_client && m_client->state() == mcp::ClientState::Ready;
    m_empty->setButton(ready || m_server.isEmpty() ? QString() : tr("Connect"));
    if (m_server.isEmpty())
        m_empty->setText(what, tr("Add a server first."));
    else if (!ready)
        m_empty->setText(what, tr("%1 is not connected.").arg(m_server));
    else
        m_empty->setText(what, tr("No call or task is running."));
}

const models::Operation *TasksPanel::current() const
{
    const QModelIndex index = m_table->currentIndex();
    return index.isValid() ? &m_model->operation(index.row()) : nullptr;
}

void TasksPanel::showCurrent()
{
    const models::Operation *now = current();
    const auto *task = now && now->isTask && m_store ? m_store->find(quint64(now->key)) : nullptr;
    m_title->setTitle(now ? now->name : QString());
    m_title->setDetail(
        task ? QStringLiteral("· ") + QString::fromStdString(task->machine.facts().id) : QString());
    m_title->setSign(now ? now->sign : models::Sign::None);
    const bool open = now && !now->isOver && (!task || !task->machine.isFinished());
    m_bar->setVisible(open);
    // Without a total it only moves.
    m_bar->setRange(0, now && now->fraction >= 0 ? kPermille : 0);
    if (now && now->fraction >= 0)
        m_bar->setValue(int(now->fraction * kPermille));
    m_progress->setText(now ? now->progress : QString());
    m_progress->setVisible(now && !now->progress.isEmpty());
    QStringList times;
    if (now)
        times << now->elapsed << now->limit << now->next;
    times.removeAll({});
    m_times->setText(times.join(QStringLiteral(" · ")));
    m_cancel->setEnabled(open);
    m_cancel->setVisible(!now || !now->isOver);
    m_extend->setVisible(now && !now->isTask && open);
    m_doing->setPending(open, m_client);
    m_askNow->setVisible(task && open);
    m_late->setVisible(now && now->answeredNs != 0);
    m_forget->setVisible(now && !open);
    m_tabs->setVisible(task != nullptr);
    showTask(task);
}

void TasksPanel::showTask(const mcp::TaskStore::Entry *task)
{
    if (!task) {
        m_shownTask = 0;
        return;
    }
    withPages();
    if (m_shownTask != task->number) {
        m_shownTask = task->number;
        m_inputs->clear();
        m_result->clear();
        m_history->setRows({});
    }
    const auto &history = task->machine.history();
    if (m_history->rowCount() != int(history.size())) {
        std::vector<QStringList> rows;
        rows.reserve(history.size());
        const Stamp now = SystemClock::instance().now();
        for (const auto &step : history)
            rows.push_back(
                {timeText(now.wall - (now.steady - step.at)), step.statusText, step.message});
        m_history->setRows(std::move(rows));
    }
    m_result->show(task->machine);
    m_inputs->showTask(m_server, task->machine.facts().id);
}

void TasksPanel::review()
{
    if (m_inputs)
        m_inputs->review();
}

PlainTable &TasksPanel::inputs()
{
    return withPages().m_inputs->table();
}

content::JsonTreeView &TasksPanel::result()
{
    return withPages().m_result->tree();
}

content::ContentList &TasksPanel::contents()
{
    return withPages().m_result->contents();
}

void TasksPanel::cancel()
{
    const auto *now = current();
    if (!now || !m_client)
        return;
    if (now->isTask)
        m_store->cancel(quint64(now->key));
    else if (!now->isOver)
        m_client->cancelRunning(now->key);
}

void TasksPanel::extend()
{
    const auto *now = current();
    if (now && !now->isTask && m_client && m_client->extendRunning(now->key, kExtension))
        refresh();
}

void TasksPanel::askNow()
{
    if (const auto *now = current(); now && now->isTask && m_store)
        m_store->pollNow(quint64(now->key));
}

void TasksPanel::forget()
{
    const auto *now = current();
    if (now && now->isTask && m_store) {
        m_store->forget(quint64(now->key));
    } else if (now && now->isOver && m_client) {
        m_client->forgetGivenUp(now->key);
        refresh();
    }
}

void TasksPanel::showLateResponse()
{
    if (const auto *now = current(); now && now->answeredNs != 0)
        Q_EMIT messageRequested(now->answeredNs, rpc::Channel::Received);
}

} // namespace sonde::widgets
