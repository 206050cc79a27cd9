// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/connection/failure.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace sonde::models {
class StartStepModel;
}

namespace sonde::look {
class PanelTitle;
class InlineMessage;
class ColorLabel;
} // namespace sonde::look

namespace sonde::widgets {

class HttpEvidence;
class StepsView;
class TrustBox;

// Why a server did not start: the failing step, the steps before it, and the evidence.
class FailurePage : public QWidget {
    Q_OBJECT
public:
    explicit FailurePage(QWidget *parent = nullptr);

    void setFailure(const session::Failure &failure);
    const session::Failure &failure() const { return m_failure; }
    TrustBox &trust() { return *m_trust; }
    const QPushButton &authorizeButton() const { return *m_authorize; }
    const HttpEvidence &httpEvidence() const { return *m_http; }

Q_SIGNALS:
    void retryRequested();
    void authorizeRequested(); // a page to log in may be opened
    void authStepsRequested();
    void editRequested();
    void doctorRequested();
    void trustRequested(const QByteArray &key); // SHA-256 of the server's

private:
    QLayout *makeHeading();
    QWidget *makeOutput();
    QWidget *makeStderr();
    QWidget *makeCommand();
    QWidget *makeEnvironment();
    QTableView *makeTable(QStandardItemModel *model, const QString &name);
    void showEvidence();
    void showOutput();
    void showStderr(int markedLine);
    void showCommand();
    void showEnvironment();

    session::Failure m_failure;
    QLabel *m_sign;
    look::ColorLabel *m_heading;
    QPushButton *m_retry;
    QPushButton *m_edit;
    QPushButton *m_authorize;
    QPushButton *m_authSteps;
    QPushButton *m_first = nullptr; // takes the focus for the page
    models::StartStepModel *m_steps;
    StepsView *m_stepsView;
    look::InlineMessage *m_cause;
    TrustBox *m_trust;
    QWidget *m_process; // evidence of a server that is started
    HttpEvidence *m_http; // of one that is reached by URL
    QWidget *m_outputPanel;
    look::PanelTitle *m_outputTitle;
    QPlainTextEdit *m_output; // what came on stdout and was no use
    look::PanelTitle *m_stderrTitle;
    QPlainTextEdit *m_stderr;
    look::PanelTitle *m_commandTitle;
    QStandardItemModel *m_command;
    look::PanelTitle *m_environmentTitle;
    QStandardItemModel *m_environment;
    QAction *m_allVariables;
};

} // namespace sonde::widgets
