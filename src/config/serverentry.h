// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "json/value.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sonde::config {

// Whether a value is a server as hosts write it: it has a command or a URL, maybe in its
// “transport” (Cline).
bool isServerEntry(const json::Value &value);
// Its settings, in the words of every host, without a name. References such as ${NAME} are kept.
// Text in “args”, arguments in “command” and numbers are read, although hosts refuse them.
Profile readServerEntry(const json::Value &entry);

// What a host would refuse, or read otherwise than Sonde.
struct EntryDifference {
    json::Value place;
    QString sentence; // shows no value
    bool isOfName = false; // not the value, but its name is wrong
};

inline constexpr std::size_t kMaxEntryDifferences = 20; // of an entry
std::vector<EntryDifference> entryDifferences(const json::Value &entry);
// Sentences about them, and about what else a host does otherwise with the entry of that name.
QStringList differencesOf(const json::Value &entry, const QString &name);

} // namespace sonde::config
