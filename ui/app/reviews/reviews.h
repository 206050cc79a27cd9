// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "review/ruledraft.h"

#include <QObject>

#include <map>
#include <vector>

class QSettings;
class QTabWidget;

namespace sonde::models {
class RequestModel;
}

namespace sonde::review {
class ServerRequestQueue;
}

namespace sonde::widgets {
class RequestsPanel;
class ReviewPanel;
} // namespace sonde::widgets

namespace sonde::app {

class Workspace;

// The server requests: their list, and the reviews that are open as tabs beside the panels.
class Reviews : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxOpen = 50; // tabs

    Reviews(Workspace &workspace, QTabWidget *tabs, QWidget *parent);

    widgets::RequestsPanel *panel() const { return m_panel; }
    models::RequestModel &model() { return *m_model; }
    // Opens the review of a server request in front; nullptr when the request is gone.
    widgets::ReviewPanel *open(quint64 number);
    widgets::ReviewPanel *review(quint64 number) const; // nullptr: not open
    void openNext(); // the review of the next waiting request
    void showWaiting(); // those that waited before there was this list
    std::vector<quint64> openReviews() const; // in the order of their tabs

Q_SIGNALS:
    void waitingChanged(int count);
    void opened(); // a review is in front
    void failed(const QString &sentence);
    void rulesRequested(const QString &server); // its response rules, which have a problem
    void ruleRequested(const QString &server, const sonde::review::RuleDraft &rule); // a new one
    void callRequested(quint64 number); // the call that caused the server request
    void nothingWaits(); // openNext() had nothing to open

private:
    void close(widgets::ReviewPanel *review);
    void watch(const QString &server);
    void makeClosing();
    void showRulesProblem();

    Workspace &m_workspace;
    QTabWidget *m_tabs;
    models::RequestModel *m_model;
    widgets::RequestsPanel *m_panel;
    std::map<quint64, widgets::ReviewPanel *> m_open;
    QPointer<QWidget> m_before; // the tab that was in front before the reviews
    QPointer<QWidget> m_focusBefore;
    QString m_misruled; // the server whose rules cannot be used
    quint64 m_last = 0; // that was opened by openNext()
};

} // namespace sonde::app
