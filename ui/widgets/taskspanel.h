// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/operationmodel.h"
#include "widgets/panel.h"

#include <QPointer>
#include <QTimer>

class QProgressBar;
class QPushButton;
class QStackedWidget;
class QTabWidget;

namespace sonde::content {
class EmptyState;
class JsonEditor;
class JsonTreeView;
class PanelTitle;
class Splitter;
class ToneLabel;
} // namespace sonde::content

namespace sonde::models {
class FactModel;
}

namespace sonde::widgets {

class PlainTable;

// What takes time at the current server: calls that wait for their answers, with the time they have
// left, and tasks of both protocols with their states, inputs and results.
class TasksPanel : public Panel {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kExtension{60'000};

    explicit TasksPanel(QWidget *parent = nullptr);

    void setServer(const QString &name, mcp::Client *client) override;
    int count() const override;
    void focusFilter() override;

    // The chosen operation; each does nothing where it makes no sense.
    void cancel();
    void extend();
    void askNow();
    void forget();
    void showLateAnswer();
    void sendInputs();

    models::OperationModel &model() { return *m_model; }
    PlainTable &table() { return *m_table; }
    PlainTable &history() { return *m_historyTable; }
    content::JsonTreeView &result() { return *m_result; }
    content::JsonEditor &inputs() { return *m_inputs; }
    const content::EmptyState &emptyState() const { return *m_empty; }

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeDetail();
    QLayout *makeButtons(QWidget *detail);
    void refresh();
    void follow();
    void showEmpty();
    void showCurrent();
    void showTask(const mcp::TaskBook::Entry *task);
    void showResult(const mcp::TaskBook::Entry &task);
    void showInputs(const mcp::TaskBook::Entry &task);
    const models::OperationModel::Operation *current() const; // nullptr: none is chosen

    models::OperationModel *m_model;
    QPointer<mcp::Client> m_client;
    QPointer<mcp::TaskBook> m_book;
    QString m_server;
    QTimer m_running;
    int m_count = 0;
    QStackedWidget *m_pages;
    content::EmptyState *m_empty;
    content::Splitter *m_columns;
    PlainTable *m_table;
    content::PanelTitle *m_title = nullptr;
    QProgressBar *m_bar = nullptr;
    content::ToneLabel *m_progress = nullptr;
    content::ToneLabel *m_times = nullptr;
    QPushButton *m_cancel = nullptr;
    QPushButton *m_extend = nullptr;
    QPushButton *m_askNow = nullptr;
    QPushButton *m_forget = nullptr;
    QPushButton *m_late = nullptr;
    QTabWidget *m_tabs = nullptr;
    models::FactModel *m_history = nullptr;
    PlainTable *m_historyTable = nullptr;
    content::JsonTreeView *m_result = nullptr;
    QWidget *m_inputPage = nullptr;
    content::JsonTreeView *m_asked = nullptr; // what the server wants
    content::JsonEditor *m_inputs = nullptr;
    QPushButton *m_send = nullptr;
    quint64 m_shownTask = 0; // whose result or inputs are shown
    std::string m_shownText;
    std::string m_shownInputs;
};

} // namespace sonde::widgets
