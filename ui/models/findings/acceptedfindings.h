// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/accepted/baseline.h"

#include <QHash>
#include <QObject>

#include <functional>
#include <vector>

namespace sonde::models {

// The findings of each server that a person has accepted, with the reason: one file for a server,
// which `sonde-cli check --baseline` reads, too. Others may change a file: it is read anew before
// each change.
class AcceptedFindings : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxUndo = 20; // changes

    // The folder of the settings; empty: what is accepted lasts for this run.
    explicit AcceptedFindings(const QString &folder = {}, QObject *parent = nullptr);

    // What accepts the finding, or null. Valid until the next change.
    const findings::Baseline::Entry *find(
        const QString &server, const findings::Identity &identity);
    // Why the file of the server cannot be read; empty: it can.
    QString problem(const QString &server);

    Result<void> accept(const QString &server, const findings::Baseline::Entry &entry);
    // The server has another name from now on, under which it keeps what is accepted. A server that
    // is added later with the old name begins without. On failure the file of the old name stays.
    Result<void> rename(const QString &server, const QString &newName);
    Result<void> withdraw(const QString &server, const findings::Identity &identity);
    // Takes back the last change of this run.
    bool canUndo() const { return !m_changes.empty(); }
    Result<void> undo();
    // Accepts what a baseline accepts, too. It returns how many entries the baseline has.
    Result<std::size_t> importFrom(const QString &server, const QString &file);
    Result<void> exportTo(const QString &server, const QString &file);

Q_SIGNALS:
    void changed(const QString &server);

private:
    struct Kept {
        findings::Baseline baseline;
        QString problem;
    };
    struct Change {
        QString server;
        findings::Baseline before;
        findings::Baseline after;
    };
    using Edit = std::function<Result<void>(findings::Baseline &)>;

    QString fileOf(const QString &server) const;
    Kept load(const QString &server) const;
    Kept &of(const QString &server);
    Result<void> change(const QString &server, const Edit &edit);

    const QString m_folder;
    QHash<QString, Kept> m_kept; // by server
    std::vector<Change> m_changes; // the last one at the end
};

} // namespace sonde::models
