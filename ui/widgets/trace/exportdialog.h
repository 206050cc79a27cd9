// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "trace/transfer/traceexport.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace sonde::models {
class TraceFilterProxy;
}

namespace sonde::trace {
class SessionStore;
}

namespace sonde::widgets {

// Chooses the messages to export, the format, and what is redacted. Shows what the file will
// contain and which secrets were found before it is written. Not modal.
class ExportDialog : public QDialog {
    Q_OBJECT
public:
    // `selected` of the rows of `rows`; `file` is the session file, empty without one. The rows
    // and their store outlive the dialog.
    ExportDialog(const models::TraceFilterProxy &rows, std::vector<trace::Number> selected,
        QString file, QWidget *parent = nullptr);

    trace::ExportFormat format() const;
    // Writes there, in the background; written() or failed() follows.
    void exportTo(const QString &path);

Q_SIGNALS:
    void written(const QString &path);
    void failed(const QString &sentence);

private:
    enum Scope { Selected, Shown, Everything };
    struct Outcome;
    struct Work;

    Work work(const QString &path) const;
    static Outcome carryOut(const Work &work, const std::stop_token &stop);
    static Result<void> fill(
        const trace::SessionStore &store, trace::ExportSet &set, const std::stop_token &stop);
    void look();
    void showHidden(const Outcome &outcome);
    void choosePlace();

    const models::TraceFilterProxy &m_rows;
    std::vector<trace::Number> m_selected;
    QString m_file;
    QComboBox *m_scope;
    QComboBox *m_format;
    QCheckBox *m_hide;
    QLineEdit *m_pattern;
    QLabel *m_hidden;
    QPushButton *m_save;
    BackgroundJob m_looking;
    BackgroundJob m_writing;
};

} // namespace sonde::widgets
