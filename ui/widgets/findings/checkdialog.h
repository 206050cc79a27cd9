// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/connection/checkrun.h"

#include <QDialog>

#include <map>

class QCheckBox;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::models {
class CheckedToolModel;
}

namespace sonde::session {
class ToolStore;
}

namespace sonde::widgets {

class PlainTable;

// Says what a check sends to the server, lets each part of it be left out, and shows how far it
// is. Not modal; closing it ends the check.
class CheckDialog : public QDialog {
    Q_OBJECT
public:
    // `logLevel`: that the server was asked for; empty: none. It is set again.
    CheckDialog(mcp::Client *client, const QString &logLevel, QWidget *parent = nullptr);

    mcp::Client *client() const { return m_client; } // nullptr when it is gone
    session::CheckRun &run() { return *m_run; }

Q_SIGNALS:
    void findingsRequested();

private:
    void addParts(QVBoxLayout *layout);
    void addUnsafeParts(QVBoxLayout *layout);
    QWidget *makeTools();
    QLayout *makeFoot();
    QCheckBox *addBox(QVBoxLayout *layout, const char *name, const QString &text, bool isOn);
    void addPart(QVBoxLayout *layout, check::WalkPart part, const char *name, const QString &text,
        bool isOn = true);
    void showTools();
    session::CheckRun::Plan plan() const;
    void startOrCancel();
    void refresh();
    void showOutcome();
    QString outcome() const;

    const QPointer<mcp::Client> m_client;
    const QString m_logLevel;
    session::CheckRun *m_run;
    QPointer<session::ToolStore> m_tools;
    std::map<check::WalkPart, QCheckBox *> m_parts;
    QCheckBox *m_http = nullptr; // none where the server has no URL
    QCheckBox *m_again = nullptr; // none where nothing is negotiated
    models::CheckedToolModel *m_model;
    PlainTable *m_table = nullptr;
    QCheckBox *m_confirm; // shown while a destructive tool is chosen
    QProgressBar *m_progress;
    look::InlineMessage *m_message;
    QPushButton *m_start = nullptr;
};

} // namespace sonde::widgets
