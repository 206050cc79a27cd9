// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sonde::config {

// The servers in a text or a file.
struct PastedServers {
    std::vector<Profile> profiles; // at least one
    QStringList notes; // sentences about skipped parts and about differences
    // Of each profile: what a host would refuse or read otherwise. withUniqueNames() adds them to
    // the notes.
    std::vector<QStringList> differences{};
    bool isOfHost = false; // in which hosts replace references such as ${NAME}
    QString shape{}; // a sentence about a text without “mcpServers” or the like; else empty
};

inline constexpr qsizetype kMaxPasted = 1 << 20; // characters
inline constexpr std::size_t kMaxPastedServers = 200;

// At most kMaxPastedServers, with names that can be saved; a name that would be there twice has a
// number.
PastedServers withUniqueNames(PastedServers servers);

// A URL without the quotes around it; any other text as it is.
QString withoutQuotes(const QString &url);

// `wanted`, followed by a number if a server has that name.
QString freeServerName(const QString &wanted, const QStringList &taken);

} // namespace sonde::config
