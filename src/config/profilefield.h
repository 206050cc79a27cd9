// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::config {

enum class ProfileField {
    Name,
    // Servers with a command
    Program,
    Arguments,
    WorkingDirectory,
    Environment,
    WatchedPaths,
    QuietTime,
    Build,
    BuildFolder,
    Debugger,
    // Servers with a URL
    Url,
    Headers,
    CaFile,
    CertificateFile,
    KeyFile,
    PinnedKey,
    Proxy,
    UnixSocket,
    ClientId,
    PrivateKey,
    IdentityEndpoint,
    IdentityClientId,
    IdToken,
    // All servers
    Revision,
    HandshakeTimeout,
    IdleTimeout,
    TotalTimeout,
};

inline constexpr qsizetype kMaxNameLength = 100; // of a server
inline constexpr qsizetype kMaxArguments = 10'000; // of a program, or of a build

// A problem of a field: the reason and the remedy, and the row for a table.
struct FieldProblem {
    ProfileField field = ProfileField::Name;
    int row = -1; // for Arguments, Environment, WatchedPaths and Headers
    bool blocks = true; // false: only a warning, the profile can be saved
    QString sentence;
    bool isMissing = false; // the field is required, and empty
};

} // namespace sonde::config
