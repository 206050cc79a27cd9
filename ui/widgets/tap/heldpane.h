// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QPushButton;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class EmptyState;
}

namespace sonde::models {
class HeldModel;
}

namespace sonde::session {
class TapBreakpoints;
}

namespace sonde::widgets {

class HeldMessage;
class PlainTable;

// The messages that breakpoints hold: their list, and the chosen one. A message that arrives
// changes neither the focus nor the choice.
class HeldPane : public QWidget {
    Q_OBJECT
public:
    explicit HeldPane(QWidget *parent = nullptr);

    // nullptr: no tap. It outlives the next call.
    void setBreakpoints(session::TapBreakpoints *breakpoints);
    void setNarrow(bool narrow);
    HeldMessage &message() { return *m_message; }

    PlainTable &list() { return *m_list; }
    content::JsonEditor &editor();
    QString banner() const; // what it says of the chosen message
    // What it asks before it sends, or why nothing was done of a decision; empty: nothing.
    QString question() const;
    QString emptyReason() const; // while nothing is shown
    const look::EmptyState &emptyState() const { return *m_empty; }
    bool canSend() const;
    // The text of the editor; asks first if it is not JSON.
    void sendChanged();

Q_SIGNALS:
    void canSendChanged();
    void addRequested(); // a breakpoint
    void focusLeft(); // what had the focus is hidden: nothing is held any more

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *makeAll();
    void refresh();
    void choose(int row);
    void showMessage(int row);
    void showEmpty();
    void showNone();
    void tick();

    QPointer<session::TapBreakpoints> m_breakpoints;
    models::HeldModel *m_model;
    PlainTable *m_list;
    QWidget *m_all; // what decides on all of several
    QPushButton *m_sendAll;
    QPushButton *m_dropAll;
    look::EmptyState *m_empty;
    HeldMessage *m_message;
    QTimer m_clock;
    bool m_setting = false;
};

} // namespace sonde::widgets
