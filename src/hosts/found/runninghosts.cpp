// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/runninghosts.h"

#include "hosts/found/programvariables.h"
#include "platform/processinfo.h"

#include <QDir>

#include <algorithm>
#include <map>
#include <utility>

namespace sonde::hosts {

namespace {

constexpr qsizetype kMaxProcessName = 15; // characters, to which the system cuts it

// On Linux the program of such a host is named as the host is: "claude-desktop", "Jan".
const Host *hostOfProcess(const std::string &process)
{
    const QString name = QString::fromStdString(process);
    const auto &all = hostTable();
    const auto found = std::find_if(all.begin(), all.end(), [&name](const Host &host) {
        return host.isOfDesktop
            && name.compare(host.id.left(kMaxProcessName), Qt::CaseInsensitive) == 0;
    });
    return found == all.end() ? nullptr : &*found;
}

// A host with what was read of it once, as it may end at any time.
struct Found {
    platform::ProcessId id;
    ProgramVariables variables;
};

} // namespace

std::vector<RunningHost> runningHosts(const std::string &processes)
{
    std::map<const Host *, Found> oldest;
    const QDir folder(QString::fromStdString(processes));
    for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        const pid_t pid = name.toInt(&isNumber);
        const auto process = isNumber ? platform::readProcess(processes, pid) : std::nullopt;
        const Host *host = process ? hostOfProcess(process->name) : nullptr;
        if (!host)
            continue;
        Found found{process->id, programVariables(processes, pid)};
        if (found.variables.path.isEmpty())
            continue;
        const auto [known, isFirst] = oldest.try_emplace(host, found);
        if (!isFirst && found.id.startTicks < known->second.id.startTicks)
            known->second = std::move(found);
    }
    std::vector<RunningHost> running;
    running.reserve(oldest.size());
    for (const auto &[host, found] : oldest)
        running.push_back({host, found.id.pid, found.variables.path, found.variables.proxies});
    return running;
}

} // namespace sonde::hosts
