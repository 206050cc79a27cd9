// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "hosts/entries/hostdocument.h"
#include "hosts/table/hostplaces.h"

#include <QString>

#include <optional>
#include <vector>

namespace sonde::hosts {

// A configuration file that exists.
struct FoundFile {
    const Host *host = nullptr; // or that of its otherForms() in which the file is written
    Scope scope = Scope::User;
    QString path;
    HostDocument document;
    std::optional<Error> error; // why it could not be read
    QString desktopPath; // of a host that takes it, Host::isOfDesktop; empty: not known
};

FoundFile readFoundFile(const Host &host, Scope scope, const QString &path);
// The file of a host that gets a new server, which may not exist yet: its document is empty then.
// One of the user that exists goes before the first one; `path` goes before both.
FoundFile fileForAddition(
    const Host &host, const Surroundings &surroundings, const QString &path = {});
// Of one host, or of all with nullptr.
std::vector<FoundFile> findFiles(const Host *host, const Surroundings &surroundings);

// Where the program of an entry is.
struct ProgramPlace {
    QString path;
    int folder = 0; // of PATH, from 1; 0: the entry has the path
    int folders = 0; // in PATH
};

// Nothing: it was not found, or only the host knows where it is.
std::optional<ProgramPlace> placeOfProgram(const HostEntry &entry);
// Whether the program that an entry names exists: here, and with the PATH of the entry, else with
// that of the host. Nothing is said of one whose name contains a variable of the host.
// `desktopPath`: FoundFile::desktopPath.
std::optional<FileProblem> missingProgram(const HostEntry &entry, const QString &desktopPath);
// Of each value that looks secret and is written in the file, by its name.
std::vector<FileProblem> clearSecretProblems(const HostDocument &document, const HostEntry &entry);
// Whether the tap of an entry, if it has one, still exists: without it the server cannot start.
std::optional<FileProblem> missingTap(const HostEntry &entry);

} // namespace sonde::hosts
