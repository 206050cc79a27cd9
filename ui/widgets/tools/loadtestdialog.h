// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/loadtest.h"

#include <QDialog>

class QProgressBar;
class QPushButton;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

class BoundedSpin;
class PropertyGrid;
class LoadHistogram;
class SignLabel;

// Calls a tool many times: how often, how many at once, and what became of it, while it runs and
// after. Not modal; closing it ends the run.
class LoadTestDialog : public QDialog {
    Q_OBJECT
public:
    // `destructive`: the tool says so of itself, and that is said beside the button.
    LoadTestDialog(mcp::Client *client, const QString &tool, const Bytes &arguments,
        bool destructive, QWidget *parent = nullptr);

    mcp::LoadTest &test() { return *m_test; }

private:
    QLayout *makeControls();
    QString outsideSentence() const; // empty: every number is within its bounds
    void startOrCancel();
    void refresh();
    void showProperties(const mcp::LoadRun &run);

    mcp::LoadTest *m_test;
    const bool m_destructive;
    BoundedSpin *m_calls;
    BoundedSpin *m_concurrency;
    BoundedSpin *m_rate; // 0: as fast as the server responds
    QPushButton *m_start;
    look::InlineMessage *m_warning;
    QProgressBar *m_progress;
    PropertyGrid *m_times;
    PropertyGrid *m_outcomes;
    LoadHistogram *m_histogram;
    SignLabel *m_problem;
};

} // namespace sonde::widgets
