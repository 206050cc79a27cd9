// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <string>
#include <vector>

class QPushButton;
class QTabWidget;

namespace sonde::content {
class JsonTreeView;
}

namespace sonde::models {
class PropertyModel;
}

namespace sonde::review {
class ServerRequestQueue;
}

namespace sonde::widgets {

class PlainTable;

// The input that a task requested, with its state and the way to Review. A page among others.
class TaskInputs : public QWidget {
    Q_OBJECT
public:
    // Adds itself to the tabs.
    explicit TaskInputs(QTabWidget &tabs);

    // Where what tasks request waits; outlives the page.
    void setServerRequests(const review::ServerRequestQueue *requests) { m_requests = requests; }
    // Of another task: what waits in it comes to the front.
    void clear() { m_waiting = 0; }
    // Of a task by its id at the server.
    void showTask(const QString &server, const std::string &task);
    void review(); // the chosen input, or the first that waits

    PlainTable &table() { return *m_table; }

Q_SIGNALS:
    void reviewRequested(quint64 number); // of the server request

private:
    void showChosen();

    QTabWidget &m_tabs;
    const review::ServerRequestQueue *m_requests = nullptr;
    models::PropertyModel *m_rows;
    PlainTable *m_table;
    std::vector<quint64> m_numbers; // of the server requests in its rows
    int m_waiting = 0;
    content::JsonTreeView *m_requested; // what the server wants
    quint64 m_shown = 0; // the number of what it shows
    QPushButton *m_review;
};

} // namespace sonde::widgets
