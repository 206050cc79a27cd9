// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "report/reportedserver.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::report {

// The command lines of sonde-cli that send again what was sent in the chosen messages, or what they
// respond to, and that replay the whole recording, as Markdown.
class Reproduction {
public:
    static constexpr std::size_t kMaxCommands = 20;
    static constexpr std::size_t kMaxCommand = 4096; // bytes

    // Both outlive it.
    Reproduction(const trace::ExportSet &set, const std::vector<ReportedServer> &servers)
        : m_set(set)
        , m_servers(servers)
    {
    }

    // `recording` is the name of the file.
    std::string text(const std::vector<trace::Number> &chosen, const QString &recording);

private:
    std::vector<trace::Number> requestsOf(const std::vector<trace::Number> &chosen) const;
    QStringList serverWords(const trace::Record &message) const;
    void addCommand(trace::Number number);

    const trace::ExportSet &m_set;
    const std::vector<ReportedServer> &m_servers;
    std::vector<std::string> m_lines;
    QStringList m_notes;
};

} // namespace sonde::report
