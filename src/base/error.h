// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QString>

#include <chrono>

namespace sonde {

// The origin of an error; decides on exit codes and on the panel that shows it.
enum class Domain {
    Usage, // invalid input from the user
    Json, // text that is not JSON
    Process, // a program that cannot be started, or that exited
    Transport, // sending or receiving failed
    Protocol, // the peer violated JSON-RPC or MCP, or no revision is shared
    Server, // the server sent an error response; `code` and `data` are the server's
    Timeout, // no response in time
    Cancelled, // the request was cancelled by the client
    Storage, // the session file
    Config, // profiles and settings
    Authorization,
};

// Errors are values: a sentence for the user, and a detail to copy into a bug report. They are made
// by the names of the members: {.domain = Domain::Storage, .sentence = …}.
struct Error {
    Domain domain = Domain::Usage;
    int code = 0;
    QString sentence = {};
    QString detail = {};
    QByteArray data = {}; // raw JSON from the peer, if any
    // How long the request took, by the time stamps of the wire; negative: not known.
    std::chrono::nanoseconds took{-1};
};

} // namespace sonde
