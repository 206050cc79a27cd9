// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/mock/mockresponses.h"
#include "widgets/kit/frame/secondarywindow.h"

class QPushButton;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
} // namespace sonde::look

namespace sonde::widgets {

class MockListEdit;
class MockServeBar;

// The responses of a mock: those of a file, which are edited, and below them those of a recording.
// Saved as a file for `sonde-cli mock --responses`, and served from here.
class MockListWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // `program` is sonde-cli. Recordings are looked for in the folder.
    MockListWindow(QString program, QString recordings, QWidget *parent);
    ~MockListWindow() override;

    void openList(const QString &file);
    void setRecording(const QString &file); // a session file

    session::MockResponses &responses() { return m_responses; }
    const session::MockResponses &responses() const { return m_responses; }
    MockListEdit &edit() const { return *m_edit; }
    MockServeBar &serveBar() const { return *m_bar; }

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    QWidget *makeFiles();
    void addKeys();
    QPushButton *makeButton(const char *name, const char *icon, const QString &text,
        const QString &toolTip, void (MockListWindow::*slot)());
    void showFiles();
    void showProblem(const QString &sentence, int row); // of the list; -1: of none
    void followChange();
    void followSaving();
    void chooseRecording();
    void chooseFile();
    void save();
    void saveTo(const QString &file, bool replaces);
    void askToReplace(const QString &file);
    void agree();
    void serve();
    void copyCommand();

    const QString m_program;
    const QString m_recordings;
    session::MockResponses m_responses;
    MockServeBar *m_bar;
    look::InlineMessage *m_message;
    MockListEdit *m_edit;
    look::ColorLabel *m_files;
    QPushButton *m_save;
    QPushButton *m_saveAs;
    QPushButton *m_copy;
    bool m_isDiscarded = false; // changes that are not saved
    QString m_replaced; // the file that the message asks about; empty: it is about closing
    bool m_isAskedToClose = false; // by the newest message
};

} // namespace sonde::widgets
