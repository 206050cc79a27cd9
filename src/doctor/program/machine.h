// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/found/proxyvariables.h"

#include <QByteArray>
#include <QDateTime>
#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace sonde::doctor {

struct FileFacts {
    bool exists = false;
    bool isFolder = false;
    bool isExecutable = false;
    int mode = 0; // permission bits
    QDateTime modified{}; // when its bytes were written; invalid: not known
};

// A process that has what the server needs: a port, a lock.
struct HolderFacts {
    qint64 pid = 0;
    QStringList command; // may contain secrets
    QString folder; // in which it works; empty: not known
    QDateTime since; // within two seconds; invalid: not known
};

// The variables of a host that runs now.
struct HostPath {
    QString host; // "Claude Desktop"
    qint64 pid = 0;
    QString path;
    hosts::ProxyVariables proxies{};
};

// The machine, as far as the checks of files and programs look at it. Its functions may block, so
// they are called on a thread of their own; every response is bounded in time and size.
class Machine {
public:
    virtual ~Machine() = default;

    virtual FileFacts file(const QString &path) const = 0;
    // The first bytes of a file; empty if it cannot be read.
    virtual QByteArray beginning(const QString &path, qsizetype bytes) const = 0;
    virtual QStringList entriesOf(const QString &folder) const = 0; // names; at most kMaxEntries
    virtual QString realPath(const QString &path) const = 0; // without symbolic links
    virtual QString home() const = 0;
    virtual QString root() const = 0; // of the files of the system, such as etc/hosts
    virtual QString architecture() const = 0; // "x86_64", "arm64", as QSysInfo names it
    virtual QString ownPath() const = 0; // the PATH of this process
    virtual QString variable(const QString &name) const = 0; // of this process
    // When the oldest running process of that name was started; nothing: none runs.
    virtual std::optional<QDateTime> runningSince(const QString &program) const = 0;
    // The oldest process that listens at the port, of those that this user may see.
    virtual std::optional<HolderFacts> portHolder(quint16 port) const = 0;
    // The processes that have a lock on the file, the oldest first.
    virtual std::vector<HolderFacts> lockHolders(const QString &path) const = 0;
    // The processes of this user that lost the program that started them, the oldest first. Those
    // of the system's own services are among them.
    virtual std::vector<HolderFacts> orphans() const = 0;
    // A running process of that number.
    virtual std::optional<HolderFacts> process(qint64 pid) const = 0;
    // No process has that number, not even one that this user may not see.
    virtual bool hasEnded(qint64 pid) const = 0;
    // The PATH that a terminal has: that of an interactive login shell. Empty: not known.
    virtual QString shellPath() const = 0;
    // The PATH that apps started from the desktop have. Empty: not known.
    virtual QString desktopPath() const = 0;
    // The variables of proxies of this process, and those that apps started from the desktop have.
    // Nothing: not known.
    virtual hosts::ProxyVariables ownProxies() const = 0;
    virtual std::optional<hosts::ProxyVariables> desktopProxies() const = 0;
    // Of the hosts of the desktop that run; of each one process.
    virtual std::vector<HostPath> hostPaths() const = 0;
    // The first line that a program prints, such as a version; empty if it fails or takes too long.
    virtual QString firstLine(const QString &program, const QStringList &arguments,
        const std::vector<QByteArray> &environment) const = 0;

    static constexpr qsizetype kMaxEntries = 2000;
};

// The first file of that name in the folders of PATH that can be executed; empty: none.
QString findInPath(const Machine &machine, const QString &path, const QString &name);

} // namespace sonde::doctor
