// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/found/foundfiles.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <vector>

namespace sonde::hosts {

// A server in the configuration of a host, and where.
struct NamePlace {
    const FoundFile *file = nullptr;
    const HostEntry *entry = nullptr;
};

// Which of two servers with one name a host starts.
enum class Precedence : std::uint8_t { First, Second, Unknown };
Precedence precedence(const NamePlace &first, const NamePlace &second);

// The other servers with that name which the host reads when it runs in the folder of the project.
// One file that has a name twice is another problem.
std::vector<NamePlace> sameNames(
    const std::vector<const FoundFile *> &files, const NamePlace &place, const QString &project);
// What follows for the server: that another one is started, or that it is not known which one.
// A disabled server is not started, and keeps no other from it.
std::vector<FileProblem> sameNameProblems(
    const std::vector<const FoundFile *> &files, const NamePlace &place, const QString &project);
// The one of them that the host starts; without an entry it is not known.
NamePlace startedOf(const std::vector<NamePlace> &places);

std::vector<const FoundFile *> pointersTo(const std::vector<FoundFile> &files);

} // namespace sonde::hosts
