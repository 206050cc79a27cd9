// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/savedcalls.h"

#include <QObject>

#include <functional>

class QSettings;

namespace sonde::session {

// The saved calls of the current server: which file they are in, and which one was used last.
class SavedCallStore : public QObject {
    Q_OBJECT
public:
    // The settings say where the files are, and outlive this; without any nothing is saved.
    explicit SavedCallStore(QSettings *settings, QObject *parent = nullptr);

    void setServer(const QString &name);
    const QString &server() const { return m_server; }
    const std::vector<config::SavedCall> &calls() const { return m_calls.calls(); }
    const config::SavedCall *find(const QString &name) const { return m_calls.find(name); }
    QString freeName(const QString &wish) const { return m_calls.freeName(wish); }
    const QString &last() const { return m_last; } // its name; empty: none of this server yet
    void setLast(const QString &name);
    const QString &file() const { return m_calls.path(); }

    // Each reads the file anew first: others may have changed it.
    void reload();
    Result<void> save(const QString &name, const QString &tool, const Bytes &arguments);
    Result<void> rename(const QString &name, const QString &newName);
    Result<void> remove(const QString &name);
    // From now on they are in that file, for instance in the server's repository; what is in it
    // already is taken over, and what was saved so far is added.
    Result<void> moveTo(const QString &path);
    // What is wrong with the file; empty when nothing is.
    const QString &problem() const { return m_problem; }

Q_SIGNALS:
    void changed();

private:
    Result<void> change(const std::function<Result<void>()> &how);
    QString folder() const;

    QSettings *m_settings;
    QString m_server;
    QString m_last;
    QString m_problem;
    config::SavedCalls m_calls;
};

} // namespace sonde::session
