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

// What does not fit in a field, where, and what to do about it.
struct FieldProblem {
    ProfileField field = ProfileField::Name;
    int row = -1; // of Arguments, Environment and Headers
    bool blocks = true; // false: it may still be right, so it can be saved
    QString sentence;
};

} // namespace sonde::config
