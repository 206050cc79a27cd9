// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/session/operationmodel.h"
#include "session/connection/observation.h"
#include "widgets/kit/frame/panel.h"

#include <QPointer>
#include <QTimer>

class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace sonde::content {
class ContentList;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::look {
class EmptyState;
class PanelTitle;
class Splitter;
class ColorLabel;
} // namespace sonde::look

namespace sonde::models {
class PropertyModel;
}

namespace sonde::review {
class ServerRequestQueue;
}

namespace sonde::widgets {

class DoingButton;
class ObservedTasks;
class PlainTable;
class TaskInputs;
class TaskResult;

// What takes time at the current server: calls that wait for their responses, with the time they
// have left, and tasks of both protocols with their states, the input they want, and results.
class TasksPanel : public Panel {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kExtension{60'000};

    explicit TasksPanel(QWidget *parent = nullptr);

    // Where what tasks ask for waits; outlives the panel.
    void setServerRequests(const review::ServerRequestQueue *box);
    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    bool setObservation(const QString &name, session::Observation *observation) override;
    int count() const override;
    // Whether it is brought up to date by itself, because something changes with the time.
    bool isFollowing() const { return m_running.isActive(); }

    // The chosen operation; each does nothing where it makes no sense.
    void cancel();
    void extend();
    void askNow();
    void forget();
    void showLateResponse();
    void review(); // of the chosen input, or of the first that waits

    models::OperationModel &model() { return *m_model; }
    ObservedTasks &observed() { return *m_observed; }
    PlainTable &table() { return *m_table; }
    PlainTable &history() { return *withPages().m_historyTable; }
    content::JsonTreeView &result(); // as a tree
    content::ContentList &contents(); // of the result
    PlainTable &inputs();
    const look::EmptyState &emptyState() const { return *m_empty; }

Q_SIGNALS:
    void reviewRequested(quint64 number); // of the ask

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeDetail();
    TasksPanel &withPages();
    QLayout *makeButtons(QWidget *detail);
    void refresh();
    void refreshSoon();
    void follow();
    void showObserved();
    void showEmpty();
    void showCurrent();
    void showTask(const mcp::TaskStore::Entry *task);
    const models::Operation *current() const; // nullptr: none is chosen

    models::OperationModel *m_model;
    QPointer<mcp::Client> m_client;
    QPointer<mcp::TaskStore> m_store;
    QPointer<session::Observation> m_observation;
    QString m_server;
    QTimer m_running;
    int m_count = 0;
    QStackedWidget *m_pages;
    look::EmptyState *m_empty;
    look::Splitter *m_columns;
    PlainTable *m_table;
    ObservedTasks *m_observed;
    look::PanelTitle *m_title = nullptr;
    QProgressBar *m_bar = nullptr;
    look::ColorLabel *m_progress = nullptr;
    look::ColorLabel *m_times = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_extend = nullptr;
    DoingButton *m_doing = nullptr;
    QPushButton *m_askNow = nullptr;
    QPushButton *m_forget = nullptr;
    QPushButton *m_late = nullptr;
    QTabWidget *m_tabs = nullptr;
    models::PropertyModel *m_history = nullptr;
    PlainTable *m_historyTable = nullptr;
    TaskResult *m_result = nullptr;
    const review::ServerRequestQueue *m_serverRequests = nullptr;
    TaskInputs *m_inputs = nullptr;
    quint64 m_shownTask = 0; // whose result or inputs are shown
};

} // namespace sonde::widgets
