// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/sessions/mocklists.h"
#include "app/sessions/sessionopening.h"
#include "app/workspace/workspace.h"
#include "base/backgroundjob.h"

#include <QObject>
#include <QStringList>

class QWidget;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {
class SessionWindow;
} // namespace sonde::widgets

namespace sonde::app {

// Session files in the window: opens one beside the current recording, saves the current recording,
// and finds sessions that a crash has left.
class Sessions : public QObject {
    Q_OBJECT
public:
    // Everything outlives it. `message` shows the sessions that a crash has left.
    Sessions(Workspace &workspace, look::InlineMessage &message, QWidget *window);

    void askOpen();
    void askSave();
    void askImport();
    MockLists &mockLists() const { return *m_mockLists; }
    // Opens a session file, or a file that trace::importTrace() reads, in the background; opened()
    // or warned() follows.
    void open(const QString &path);
    void saveAs(const QString &path);
    // Shows the recordings that a crash has left and removes old recordings.
    void lookIntoFolder();

Q_SIGNALS:
    void said(const QString &sentence); // what succeeded
    void warned(const QString &sentence);
    void opened(sonde::widgets::SessionWindow *window);
    // A session was opened, imported from there, or saved there as a copy.
    void fileUsed(const QString &path);

private:
    void showUnfinished();
    void openUnfinished();
    void start(const QString &path, SessionOpening::Work work);
    void show(SessionOpening::Store store);

    Workspace &m_workspace;
    look::InlineMessage &m_message;
    QWidget *m_window;
    MockLists *m_mockLists;
    QStringList m_unfinished;
    BackgroundJob m_saving;
};

} // namespace sonde::app
