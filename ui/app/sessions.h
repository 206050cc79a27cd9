// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/sessionopening.h"
#include "app/workspace.h"
#include "base/backgroundjob.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <mutex>

class QWidget;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::models {
class FilterStore;
}

namespace sonde::widgets {
class SessionWindow;
class TracePanel;
} // namespace sonde::widgets

namespace sonde::app {

// Session files in the window: open one beside what is recorded now, save that, export it, and
// find again what an unexpected end has left.
class Sessions : public QObject {
    Q_OBJECT
public:
    // Everything outlives it. `message` is its place to say what was found.
    Sessions(Workspace &workspace, widgets::TracePanel &trace, models::FilterStore &store,
        look::InlineMessage &message, QWidget *window);
    ~Sessions() override; // waits for a copy that is being made

    void askOpen();
    void askSave();
    void openExport();
    // A session file, or what trace::importTrace() makes one of. In the background; opened() or
    // warned() follows.
    void open(const QString &path);
    void saveAs(const QString &path);
    // Says which recordings an unexpected end has left, and removes those that are too old.
    void lookIntoFolder();

Q_SIGNALS:
    void said(const QString &sentence); // what succeeded
    void warned(const QString &sentence);
    void opened(sonde::widgets::SessionWindow *window);

private:
    void showUnfinished();
    void openUnfinished();
    void start(const QString &path, SessionOpening::Work work);
    void show(SessionOpening::Store store);

    Workspace &m_workspace;
    widgets::TracePanel &m_trace;
    models::FilterStore &m_store;
    look::InlineMessage &m_message;
    QWidget *m_window;
    QStringList m_unfinished;
    std::shared_ptr<std::mutex> m_busy = std::make_shared<std::mutex>();
    BackgroundJob m_saving;
};

} // namespace sonde::app
