// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "hosts/hostdocument.h"
#include "hosts/hostplaces.h"

#include <QString>

#include <optional>
#include <vector>

namespace sonde::hosts {

// A configuration file that exists.
struct FoundFile {
    const Host *host = nullptr;
    Scope scope = Scope::User;
    QString path;
    HostDocument document;
    std::optional<Error> error; // why it could not be read
};

FoundFile readFoundFile(const Host &host, Scope scope, const QString &path);
// Of one host, or of all with nullptr.
std::vector<FoundFile> findFiles(const Host *host, const Surroundings &surroundings);

// Whether the program that an entry names exists: here, and with the PATH of the entry. Nothing is
// said of one whose name contains a variable of the host.
std::optional<Problem> missingProgram(const HostEntry &entry);
// Whether the tap of an entry, if it has one, still exists: without it the server cannot start.
std::optional<Problem> missingTap(const HostEntry &entry);

} // namespace sonde::hosts
