// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/runninghosts.h"

#include "hosts/found/programvariables.h"
#include "platform/processinfo.h"

#include <QDir>

#include <algorithm>
#include <map>

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

RunningHost runningHost(const Host &host, const std::string &processes, pid_t pid)
{
    const ProgramVariables variables = programVariables(processes, pid);
    return {&host, pid, variables.path, variables.proxies};
}

} // namespace

std::vector<RunningHost> runningHosts(const std::string &processes)
{
    std::map<const Host *, platform::ProcessId> oldest;
    const QDir folder(QString::fromStdString(processes));
    for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        bool isNumber = false;
        const pid_t pid = name.toInt(&isNumber);
        const auto process = isNumber ? platform::readProcess(processes, pid) : std::nullopt;
        const Host *host = process ? hostOfProcess(process->name) : nullptr;
        if (!host || programVariables(processes, pid).path.isEmpty())
            continue;
        const auto [known, isFirst] = oldest.emplace(host, process->id);
        if (!isFirst && process->id.startTicks < known->second.startTicks)
            known->second = process->id;
    }
    std::vector<RunningHost> running;
    running.reserve(oldest.size());
    for (const auto &[host, id] : oldest)
        running.push_back(runningHost(*host, processes, id.pid));
    return running;
}

} // namespace sonde::hosts
