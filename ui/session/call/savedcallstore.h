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
    // Brings back a call that was removed, also one of another server than the current one: under
    // another name, if that one is used now.
    Result<void> restore(const QString &server, config::SavedCall call);
    Result<void> setAfterRestart(const QString &name, bool isAfterRestart);
    // Whether the user has confirmed that the call runs by itself although its tool may change
    // something. That is kept in the settings, because anyone can change the file; another tool or
    // other arguments need another confirmation.
    bool isConfirmed(const config::SavedCall &call) const;
    void confirm(const config::SavedCall &call);
    // From now on they are in that file, for instance in the server's repository; what is in it
    // already is taken over, and what was saved so far is added.
    Result<void> moveTo(const QString &path);
    // A server has another name from now on, under which it keeps its calls. What an earlier server
    // of that name has saved is added.
    static Result<void> renameServer(
        QSettings &settings, const QString &server, const QString &newName);
    // What is wrong with the file; empty when nothing is.
    const QString &problem() const { return m_problem; }

Q_SIGNALS:
    void changed();

private:
    Result<void> change(const std::function<Result<void>()> &how);
    static QString folderOf(const QSettings &settings);
    static Result<void> moveFile(const QString &from, const QString &to);

    QSettings *m_settings;
    QString m_server;
    QString m_last;
    QString m_problem;
    config::SavedCalls m_calls;
};

} // namespace sonde::session
