// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <QTabWidget>

namespace sonde::models {
class EnvironmentModel;
class LimitModel;
class OpenFileModel;
class TraceModel;
} // namespace sonde::models

namespace sonde::widgets {

class CountBadge;
class ExitHistory;
class PlainTable;
class ThreadsPage;

// The chosen process in tabs: its threads, its environment and limits, its files and sockets; and
// how earlier processes of the server ended.
class ProcessDetails final : public QTabWidget {
    Q_OBJECT
public:
    // The trace outlives it.
    explicit ProcessDetails(models::TraceModel &trace, QWidget *parent = nullptr);

    void setServer(const QString &name);
    void setSample(const models::ProcessSample &sample);
    void updateExits(); // from the trace
    void showThreads(); // to the front, with the focus

    ThreadsPage &threads() const { return *m_threads; }
    PlainTable &environment() const { return *m_environment; }
    PlainTable &limits() const { return *m_limits; }
    PlainTable &files() const { return *m_files; }
    ExitHistory &exits() const { return *m_exits; }

private:
    QWidget *makeEnvironment();
    void addPage(QWidget *page, const QString &title, CountBadge *badge);
    void showCount(QWidget *page, CountBadge *badge, std::size_t count);

    models::EnvironmentModel *m_variables;
    models::LimitModel *m_limitRows;
    models::OpenFileModel *m_fileRows;
    ThreadsPage *m_threads;
    PlainTable *m_environment;
    PlainTable *m_limits;
    PlainTable *m_files;
    ExitHistory *m_exits;
    CountBadge *m_threadCount;
    CountBadge *m_variableCount;
    CountBadge *m_fileCount;
    CountBadge *m_exitCount;
};

} // namespace sonde::widgets
