// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/replay/serverreplay.h"
#include "widgets/kit/frame/secondarywindow.h"

class QCheckBox;
class QComboBox;
class QLayout;
class QPushButton;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
} // namespace sonde::look

namespace sonde::models {
class ReplayModel;
}

namespace sonde::widgets {

class PlainTable;
class ReplayDetail;

// Replays a recording against a server: what was recorded, what the server responds now, and where
// both differ. Closing the window stops the replay.
class ReplayWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // `recording` is a session file.
    ReplayWindow(const QString &recording, QWidget *parent);

    void setServers(const QStringList &names, const QString &current);
    // After startRequested(): the server is connected, or cannot be.
    // `destructive`: the tools that the server says are destructive.
    void start(const mcp::ClientConfig &config, const std::set<std::string> &destructive);
    void drop(); // what `config` points to is deleted
    void showWaiting(const QString &server);
    void showProblem(const QString &sentence);

    const session::ServerReplay &replay() const { return m_replay; }
    PlainTable &rows() const { return *m_rows; }
    ReplayDetail &detail() const { return *m_detail; }
    QString heading() const;

Q_SIGNALS:
    void startRequested(const QString &server);
    void waitCancelled(); // instead of start()

private:
    QLayout *makeHeading();
    QLayout *makeChoice();
    QWidget *makeRows();
    void addKeys();
    void requestStart();
    void showAll();
    void showHeading();
    void showResult();
    void showRow();
    void goToNext(bool backwards);
    void copy();

    const QString m_recording; // its name
    session::ServerReplay m_replay;
    QString m_server; // of the newest replay, or that is waited for
    QString m_reported; // the server of the report
    bool m_isPreset = false; // to the server of the recording, or a person chose one
    bool m_isWaiting = false; // for the connection of the server
    models::ReplayModel *m_model;
    look::ColorLabel *m_heading;
    look::ColorLabel *m_note;
    look::InlineMessage *m_problem;
    QComboBox *m_servers;
    QCheckBox *m_destructive;
    QStringList m_offered; // the tools that m_destructive is about
    PlainTable *m_rows;
    ReplayDetail *m_detail;
    QPushButton *m_copy;
    QPushButton *m_stop;
    QPushButton *m_start;
};

} // namespace sonde::widgets
