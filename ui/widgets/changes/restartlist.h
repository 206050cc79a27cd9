// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/changes/restartmodel.h"

#include <QWidget>

class QComboBox;
class QListView;
class QPushButton;

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

// The starts of a server with what came of them, and below them what the chosen one is compared
// with: the start before, the reference, or any other.
class RestartList : public QWidget {
    Q_OBJECT
public:
    explicit RestartList(QWidget *parent = nullptr);

    // The chosen one stays chosen, unless it was the newest one: then the newest one is.
    void setRestarts(const QString &server, const std::deque<models::Restart> &restarts);
    const models::Restart *current() const; // nullptr: there is none
    // The start to compare with, if another one than that before is chosen: the reference, as long
    // as the user does not choose otherwise. nullptr: the one before.
    const models::Restart *compared() const;
    // The start before the current one with a snapshot; nullptr: there is none.
    const models::Restart *before() const;

    QListView &view() { return *m_view; }
    QComboBox &choice() { return *m_choice; }

Q_SIGNALS:
    void chosen(); // another start, or another one to compare with
    // That start is to be the reference; 0: none is any more.
    void referenceRequested(int number);

private:
    QLayout *makeChoice();
    QLayout *makeReference();
    const models::Restart *reference() const; // nullptr: there is none
    void fillChoice(int chosen); // a number of a start, or one of the constants
    int usualChoice() const;
    void chooseOther();
    void showReference();

    static constexpr int kSinceRestart = 0;
    static constexpr int kSinceReference = -1;

    models::RestartModel *m_model;
    look::PanelTitle *m_title;
    QListView *m_view;
    QComboBox *m_choice;
    QPushButton *m_keep;
    QPushButton *m_release;
    bool m_isSinceReference = true; // what later starts than the reference are compared with
};

} // namespace sonde::widgets
