// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/failure.h"

#include <QWidget>

class QLabel;
class QPlainTextEdit;
class QPushButton;
class QStandardItemModel;
class QTableView;

namespace sonde::models {
class StartStepModel;
}

namespace sonde::content {
class PanelTitle;
class InlineMessage;
class ToneLabel;
} // namespace sonde::content

namespace sonde::widgets {

class StepsView;

// Why a server did not start: the failing step, the steps before it, and the evidence.
class FailurePage : public QWidget {
    Q_OBJECT
public:
    explicit FailurePage(QWidget *parent = nullptr);

    void setFailure(const Failure &failure);
    const Failure &failure() const { return m_failure; }

Q_SIGNALS:
    void retryWanted();
    void editWanted();
    void copied(qsizetype bytes);

private:
    QLayout *makeHeading();
    QWidget *makeStderr();
    QWidget *makeCommand();
    QWidget *makeEnvironment();
    QTableView *makeTable(QStandardItemModel *model, const QString &name);
    void showEvidence();
    void showStderr(int markedLine);
    void showCommand();
    void showEnvironment();

    Failure m_failure;
    QLabel *m_sign;
    content::ToneLabel *m_heading;
    QPushButton *m_retry;
    models::StartStepModel *m_steps;
    StepsView *m_stepsView;
    content::InlineMessage *m_cause;
    content::PanelTitle *m_stderrTitle;
    QPlainTextEdit *m_stderr;
    content::PanelTitle *m_commandTitle;
    QStandardItemModel *m_command;
    content::PanelTitle *m_environmentTitle;
    QStandardItemModel *m_environment;
    QAction *m_allVariables;
};

} // namespace sonde::widgets
