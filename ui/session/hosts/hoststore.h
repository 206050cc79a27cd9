// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/result.h"
#include "hosts/files/entrychange.h"
#include "hosts/table/hostplaces.h"
#include "models/hosts/checkedfile.h"
#include "models/hosts/hostentrymodel.h"
#include "models/hosts/tapplan.h"

#include <QDateTime>
#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

#include <chrono>

namespace sonde::session {

// Something that changed in a watched file.
struct HostChange {
    QDateTime time;
    QString sentence;
};

// The configuration files of the hosts on this machine: reads and watches them, and puts taps into
// them. Files are read, and changes planned and made, off the window's thread.
class HostStore : public QObject {
    Q_OBJECT
public:
    struct Setup {
        hosts::Surroundings surroundings;
        models::TapPlaces tap;
        // How long after the first sign of a change the files are read.
        std::chrono::milliseconds quiet{500};
    };
    static constexpr int kMaxWatched = 300; // files and folders

    explicit HostStore(Setup setup, QObject *parent = nullptr);

    void read(); // filesRead() follows
    bool isReading() const { return m_isReading; }
    const models::SharedFiles &files() const { return m_files; }
    int watchedFiles() const;
    const HostChange &lastChange() const { return m_lastChange; } // without a time: none

    // Plans to add a tap to an entry of files(), or to remove the one it has. planned() follows;
    // without an entry plan() is empty.
    void plan(const models::ChosenEntry &chosen);
    const models::TapPlan &plan() const { return m_plan; } // without a host: none yet
    bool isPlanning() const { return m_isPlanning; }

    // Writes the file, after a backup, if the entry still has the bytes of the plan. Then
    // succeeded() or refused(), and the files are read again.
    void perform(const models::TapPlan &plan);
    bool isPerforming() const { return m_isPerforming; }

Q_SIGNALS:
    void filesRead();
    void changed(); // lastChange() is new
    void planned();
    void succeeded(const QString &sentence);
    void refused(const QString &sentence);

private:
    void adopt(models::SharedFiles files);
    void watch();

    const Setup m_setup;
    models::SharedFiles m_files;
    models::TapPlan m_plan;
    HostChange m_lastChange;
    bool m_isReading = false;
    bool m_wasRead = false;
    bool m_isPlanning = false;
    bool m_isPerforming = false;
    QFileSystemWatcher m_watcher;
    QTimer m_quiet;
    BackgroundJob m_reading;
    BackgroundJob m_planning;
    BackgroundJob m_performing;
};

// Writes a change that a person has seen, after a copy in the folder `backups`. The file may have
// got other bytes since, as long as the entries are as they were.
Result<void> writeShown(const hosts::EntryChange &change, const QString &backups);

// What changed between two readings, as sentences; whatever else a host keeps in its files does not
// count.
QStringList hostChanges(const models::CheckedFiles &before, const models::CheckedFiles &after);

} // namespace sonde::session
