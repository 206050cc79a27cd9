// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "trace/transfer/exportset.h"
#include "widgets/kit/frame/secondarywindow.h"

class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {

// A report of chosen messages for the maintainer of a server: see report/problemreport.h. The user
// reads and edits the text, copies or saves it; Sonde sends nothing.
class ProblemWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // Messages of the trace, ascending. The trace and its store outlive the window.
    ProblemWindow(
        models::TraceModel &trace, std::vector<trace::Number> chosen, QWidget *parent = nullptr);

    QPlainTextEdit &text() const { return *m_text; } // empty until ready()
    void saveTo(const QString &path);

Q_SIGNALS:
    void ready(); // the text is there, or the sentence that says why it is not
    void written(const QString &path);

private:
    struct Outcome;

    static Outcome carryOut(
        trace::ExportSet set, const QString &recording, const std::stop_token &stop);
    void showOutcome(const Outcome &outcome);
    void choosePlace();

    QString m_recording; // the name of the session file
    QLabel *m_note;
    QPlainTextEdit *m_text;
    QPushButton *m_copy;
    QPushButton *m_save;
    BackgroundJob m_job;
};

} // namespace sonde::widgets
