// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracemodel.h"

#include <QFrame>

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace sonde::widgets {

// Where the note of a message is written, below the list. Ctrl+Return keeps it, Esc does not.
class NoteEditor : public QFrame {
    Q_OBJECT
public:
    // The model outlives the editor.
    explicit NoteEditor(models::TraceModel &model, QWidget *parent = nullptr);

    void edit(trace::Number number);
    QPlainTextEdit &text() const { return *m_text; }
    void save();

Q_SIGNALS:
    void left(); // saved or not: the keyboard goes back
    void failed(const QString &sentence);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void leave();
    void check();

    models::TraceModel &m_model;
    trace::Number m_number = 0;
    QLabel *m_title;
    QPlainTextEdit *m_text;
    QLabel *m_tooLong;
    QPushButton *m_save;
};

} // namespace sonde::widgets
