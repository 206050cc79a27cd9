// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/program/machine.h"

#include <mutex>
#include <optional>

namespace sonde::doctor {

// The machine that Sonde runs on. Thread-safe.
class ThisMachine : public Machine {
public:
    FileFacts file(const QString &path) const override;
    QByteArray beginning(const QString &path, qsizetype bytes) const override;
    QStringList entriesOf(const QString &folder) const override;
    QString realPath(const QString &path) const override;
    QString home() const override;
    QString root() const override;
    QString architecture() const override;
    QString ownPath() const override;
    QString variable(const QString &name) const override;
    std::optional<QDateTime> runningSince(const QString &program) const override;
    std::optional<HolderFacts> portHolder(quint16 port) const override;
    std::vector<HolderFacts> lockHolders(const QString &path) const override;
    std::vector<HolderFacts> orphans() const override;
    std::optional<HolderFacts> process(qint64 pid) const override;
    bool hasEnded(qint64 pid) const override;
    QString shellPath() const override; // asked once
    QString desktopPath() const override; // asked once
    hosts::ProxyVariables ownProxies() const override;
    std::optional<hosts::ProxyVariables> desktopProxies() const override; // asked once
    std::vector<HostPath> hostPaths() const override;
    QString firstLine(const QString &program, const QStringList &arguments,
        const std::vector<QByteArray> &environment) const override;

private:
    mutable std::mutex m_mutex;
    mutable std::optional<QString> m_shellPath;
    mutable std::optional<QString> m_desktopPath;
    mutable std::optional<std::optional<hosts::ProxyVariables>> m_desktopProxies;
};

} // namespace sonde::doctor
