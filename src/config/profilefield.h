// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::config {

enum class ProfileField {
    Name,
    // of a server that is started
    Program,
    Arguments,
    WorkingDirectory,
    Environment,
    // of a server that is reached by URL
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
    // of both
    Revision,
    HandshakeTimeout,
    IdleTimeout,
    TotalTimeout,
};

// A problem of a field: what is wrong, in which row, and what to do.
struct FieldProblem {
    ProfileField field = ProfileField::Name;
    int row = -1; // of Arguments, Environment and Headers
    bool blocks = true; // false: a warning, the profile can be saved
    QString sentence;
};

} // namespace sonde::config
