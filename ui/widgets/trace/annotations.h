// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <QObject>

class QAction;
class QKeySequence;

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {

class NoteEditor;
class TraceView;

// Marks and notes of the messages that are chosen in the list of a trace.
class Annotations : public QObject {
    Q_OBJECT
public:
    // Model and view outlive it; the shortcuts are those of the panel.
    Annotations(models::TraceModel &model, TraceView &view, QWidget *panel);

    QAction *markAction() const { return m_mark; }
    QAction *noteAction() const { return m_noteAction; }
    NoteEditor &editor() const { return *m_note; }
    void edit(trace::Number number); // 0: nothing happens
    void setEnabled(bool enabled);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    QAction *makeAction(
        const char *icon, const QString &text, const QString &tip, const QKeySequence &key);
    void markSelected();

    models::TraceModel &m_model;
    TraceView &m_view;
    QWidget *m_panel;
    NoteEditor *m_note;
    QAction *m_mark;
    QAction *m_noteAction;
};

} // namespace sonde::widgets
