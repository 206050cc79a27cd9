// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/exportset.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace sonde::report {

// What a recording says of a server: of its last connection that one of the chosen messages belongs
// to. Every text is redacted, and none is escaped.
struct ReportedServer {
    static constexpr std::size_t kMax = 5; // servers that are described
    static constexpr std::size_t kMaxText = 200; // bytes of a name or a version
    static constexpr std::size_t kMaxLines = 20; // of stderr
    static constexpr std::uint32_t kMaxRead = 1U << 20; // bytes of a message with these facts

    enum class Transport : std::uint8_t { Unknown, Stdio, StreamableHttp, HttpSse };

    QString name; // of the profile
    int connection = 0;
    bool isProbe = false; // it has only disposable connections
    Transport transport = Transport::Unknown;
    std::string program; // the server's own name and version: "weather 1.2"
    std::string revision;
    std::string capabilities; // JSON texts
    std::string clientCapabilities;
    QStringList command; // the words of the command line
    QStringList variables; // names of environment variables
    std::string address; // the URL of its messages
    QString failure; // why it could not be started or opened
    QString end; // how the connection ended; empty: it did not
    std::deque<trace::Number> stderrLines; // the last ones

    // The arguments of sonde-cli that select the server; empty if the recording does not say it.
    QStringList arguments() const;
};

// The servers of the chosen messages, in the order in which they are first chosen; `others` is the
// number of those beyond ReportedServer::kMax.
struct ReportedServers {
    std::vector<ReportedServer> servers;
    std::size_t others = 0;
};
ReportedServers reportedServers(const trace::ExportSet &set);

} // namespace sonde::report
