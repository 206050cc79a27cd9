// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/run/doctor.h"
#include "widgets/kit/frame/secondarywindow.h"

#include <memory>

class QAction;
class QLayout;
class QPlainTextEdit;
class QPushButton;

namespace sonde::content {
class BytesView;
}

namespace sonde::look {
class ColorLabel;
class InlineMessage;
class PanelTitle;
} // namespace sonde::look

namespace sonde::models {
class CheckModel;
class PropertyModel;
} // namespace sonde::models

namespace sonde::widgets {

class PlainTable;

// The connection doctor: the verdict on top, what to do, the checks in the order of a start, and
// the evidence of the chosen one. Closing the window stops the doctor.
class DoctorWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // `profile` is as in the server editor, with its secrets; its name may be empty.
    DoctorWindow(const config::Profile &profile,
        const std::shared_ptr<const doctor::Machine> &machine, QWidget *parent);

    void run(); // every check
    // The results of an earlier run, which the next ones are compared with.
    void setBefore(const std::vector<doctor::CheckResult> &results) { m_before = results; }
    doctor::Doctor &doctor() { return m_doctor; }
    PlainTable &checks() { return *m_checks; }
    QString heading() const;

Q_SIGNALS:
    void editRequested(const QString &server);

private:
    QLayout *makeHeading();
    QWidget *makeChecks();
    QWidget *makeEvidence();
    QWidget *makeFoundBy();
    void keepResults();
    void showAll();
    void showVerdict();
    void showEvidence();
    void showFoundBy(const doctor::CheckResult *result);
    void chooseCause();
    void repeatChosen();

    doctor::Doctor m_doctor;
    std::vector<doctor::CheckResult> m_before; // of the last complete run; empty: none
    models::CheckModel *m_model;
    models::PropertyModel *m_foundRows;
    look::ColorLabel *m_heading;
    look::InlineMessage *m_remedy;
    look::ColorLabel *m_since; // what changed since the last run
    look::PanelTitle *m_checksTitle;
    look::PanelTitle *m_evidenceTitle;
    PlainTable *m_checks;
    QPlainTextEdit *m_words; // the findings of the chosen check, and what to do about each
    QWidget *m_foundPanel; // where the program is for whom
    QWidget *m_bytesPanel;
    content::BytesView *m_bytes;
    QAction *m_repeat;
    QPushButton *m_again;
    QPushButton *m_stop;
};

} // namespace sonde::widgets
