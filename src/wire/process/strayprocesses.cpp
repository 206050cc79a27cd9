// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/strayprocesses.h"

#include <QStringList>

#include <algorithm>

namespace sonde::wire {

namespace {

// The process has chosen it. What separates the parts of a recorded text is left out.
QString printable(const std::string &name)
{
    QString shown;
    for (const char c : name) {
        const bool isPlain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.' || c == '+' || c == ' ';
        shown += isPlain ? QLatin1Char(c) : QLatin1Char('?');
    }
    return shown.isEmpty() ? QStringLiteral("?") : shown;
}

} // namespace

void StrayProcesses::look(pid_t leader)
{
    const platform::ProcessTreeInfo tree =
        platform::readProcessTree(platform::kProcessRoot, leader, platform::TreeSearch::Children);
    for (const platform::ProcessInfo &process : tree.processes) {
        if (process.group == leader || m_known.size() >= kMaxKnown)
            continue;
        if (std::find(m_known.begin(), m_known.end(), process.id) == m_known.end())
            m_known.push_back(process.id);
    }
}

QString StrayProcesses::running() const
{
    QStringList named;
    for (const platform::ProcessId &id : m_known) {
        const auto process = platform::readProcess(platform::kProcessRoot, id.pid);
        if (!process || process->id != id || process->state == 'Z' || process->state == 'X')
            continue;
        if (std::size_t(named.size()) == kMaxNamed) {
            named << QStringLiteral("…");
            break;
        }
        named << QStringLiteral("%1 (pid %2)").arg(printable(process->name)).arg(id.pid);
    }
    return named.join(QLatin1String(", "));
}

} // namespace sonde::wire
