// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/found/foundfiles.h"
#include "hosts/table/hostplaces.h"
#include "models/signs/sign.h"

#include <QString>

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace sonde::models {

// Something wrong with a configuration file of a host or with an entry, with its place.
struct HostProblem {
    Sign sign = Sign::None; // of an error, a warning or a note
    QString sentence; // with line and column where it has a place
};
using HostProblems = std::vector<HostProblem>;

// A configuration file of a host, with what is wrong in it and on this machine.
struct CheckedFile {
    hosts::FoundFile found;
    HostProblems problems; // of the file
    std::vector<HostProblems> entryProblems; // for each entry of the document
    std::vector<std::optional<hosts::ProgramPlace>> programs; // for each entry

    const std::vector<hosts::HostEntry> &entries() const { return found.document.entries(); }
    // Whether its entries are known: it could be read and parsed.
    bool isReadable() const { return !found.error && found.document.isValid(); }
    int count(Sign sign) const; // of all its problems
};
using CheckedFiles = std::vector<CheckedFile>;
using SharedFiles = std::shared_ptr<const CheckedFiles>; // never null

// Looks for the programs of the entries, so it reads folders.
CheckedFile checkFile(hosts::FoundFile found);
// The existing files of every host. Stops early when asked to, with what it has.
SharedFiles checkFiles(const hosts::Surroundings &surroundings, const std::stop_token &stop);

// A path with ~ for the home folder.
QString shortPath(const QString &path);
} // namespace sonde::models
