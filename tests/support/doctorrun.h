// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/program/thismachine.h"
#include "doctor/run/doctor.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <map>
#include <vector>

namespace sonde::test {

// This machine, with PATHs, folders and lost processes that a test chooses: what the person who
// runs the test has there, and in the variables of hosts, changes nothing.
class ChosenPaths : public doctor::ThisMachine {
public:
    QString ownPath() const override { return own.isEmpty() ? ThisMachine::ownPath() : own; }
    QString shellPath() const override { return shell; }
    QString desktopPath() const override { return desktop; }
    std::vector<doctor::HostPath> hostPaths() const override { return hosts; }
    hosts::ProxyVariables ownProxies() const override { return proxies; }
    std::optional<hosts::ProxyVariables> desktopProxies() const override { return theirProxies; }
    std::vector<doctor::HolderFacts> orphans() const override { return orphaned; }
    QString home() const override { return chosenHome; }
    QString root() const override { return chosenRoot; }
    QString variable(const QString &name) const override
    {
        const auto found = variables.find(name);
        return found == variables.end() ? QString() : found->second;
    }

    QString own; // empty: that of this process
    QString shell;
    QString desktop;
    std::vector<doctor::HostPath> hosts; // that run
    hosts::ProxyVariables proxies; // of this process
    std::optional<hosts::ProxyVariables> theirProxies; // of the desktop
    std::vector<doctor::HolderFacts> orphaned;
    QString chosenHome = QStringLiteral("/nonexistent"); // with the files of hosts
    QString chosenRoot = QStringLiteral("/nonexistent"); // with those of the system
    std::map<QString, QString> variables; // of this process
};

// A folder with the files of a fault.
class FaultFolder {
public:
    QString path(const QString &name = {}) const { return m_folder.filePath(name); }

    QString write(const QString &name, const QByteArray &text, bool isExecutable = false) const
    {
        const QString file = path(name);
        QDir().mkpath(QFileInfo(file).path());
        QFile opened(file);
        if (!opened.open(QIODevice::WriteOnly) || opened.write(text) != text.size())
            qFatal("%s cannot be written", qPrintable(file));
        opened.close();
        auto permissions = QFileDevice::ReadOwner | QFileDevice::WriteOwner;
        if (isExecutable)
            permissions |= QFileDevice::ExeOwner;
        opened.setPermissions(permissions);
        return file;
    }

private:
    QTemporaryDir m_folder;
};

// The verdict about a server, after every check.
inline doctor::Verdict examine(const config::Profile &profile, std::chrono::milliseconds patience,
    const std::shared_ptr<const doctor::Machine> &machine, QString *report)
{
    doctor::Doctor doctor(profile, patience, machine);
    doctor.start();
    if (!QTest::qWaitFor([&] { return !doctor.isRunning(); }, 60'000))
        qFatal("The doctor does not end.");
    for (const doctor::CheckResult &result : doctor.results()) {
        for (const doctor::DoctorFinding &finding : result.findings)
            *report += QStringLiteral("%1 %2: %3\n")
                           .arg(doctor::outcomeId(result.outcome), doctor::kindId(finding.kind),
                               doctor::sentenceOf(finding));
    }
    return doctor.verdict();
}

inline QString causeOf(const doctor::Verdict &verdict)
{
    return verdict.cause ? doctor::kindId(verdict.cause->kind) : QString();
}

// Failures beside the cause that are no consequences of it, as ids.
inline QStringList otherFailures(const doctor::Verdict &verdict)
{
    QStringList ids;
    for (const doctor::DoctorFinding &other : verdict.others) {
        if (doctor::levelOf(other.kind) == doctor::Level::Failure)
            ids << doctor::kindId(other.kind);
    }
    return ids;
}

} // namespace sonde::test
