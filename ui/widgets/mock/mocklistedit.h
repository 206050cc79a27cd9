// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/mock/mockresponses.h"

#include <QWidget>

class QAction;
class QPushButton;

namespace sonde::look {
class PanelTitle;
}

namespace sonde::models {
class MockModel;
}

namespace sonde::widgets {

class MockMatchEdit;
class MockResponseEdit;
class PlainTable;

// The responses of a mock as a list, and below it the one that is chosen, to be edited.
class MockListEdit : public QWidget {
    Q_OBJECT
public:
    explicit MockListEdit(session::MockResponses &responses, QWidget *parent = nullptr);

    PlainTable &rows() const { return *m_rows; }
    void goTo(int row); // selects and shows it
    void add();

private:
    QWidget *makeList();
    QWidget *makeButtons();
    QWidget *makeParts();
    QPushButton *makeButton(const char *name, const char *icon, const QString &text,
        const QString &toolTip, const QKeySequence &keys, void (MockListEdit::*slot)());
    int row() const;
    bool isEntry() const; // the current row
    void showRows(int current);
    void showRow();
    void showChange(int row);
    void showState();
    void readEdits();
    void switchRow(int row, bool on);
    void change();
    void duplicate();
    void remove();
    void moveUp();
    void moveDown();
    void undo();
    void redo();

    session::MockResponses &m_responses;
    models::MockModel *m_model;
    PlainTable *m_rows;
    look::PanelTitle *m_title;
    look::PanelTitle *m_matchTitle;
    look::PanelTitle *m_responseTitle;
    MockMatchEdit *m_match;
    MockResponseEdit *m_response;
    QPushButton *m_add;
    QPushButton *m_change;
    QPushButton *m_duplicate;
    QPushButton *m_remove;
    QPushButton *m_up;
    QPushButton *m_down;
    QPushButton *m_undo;
    QPushButton *m_redo;
    bool m_isRefilling = false; // the list; its current row is not the user's choice meanwhile
};

} // namespace sonde::widgets
