// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "hosts/hostdocument.h"

#include <QString>

#include <string_view>

namespace sonde::hosts {

// The command that takes the place of the server's.
struct TapCommand {
    QString program; // the absolute path of sonde-cli
    QString name; // of the server, in its recordings
    QString folder; // of the recordings, absolute
};

// The first option of a tap whose entry had no array of arguments: written as one word. The command
// line is the only mark that every host leaves in an entry.
inline constexpr std::string_view kAddedArgumentsMark = "--name=";

// Puts a tap before the server of an entry. Only the bytes of its command and arguments change: the
// words of the server stay as they are written, behind those of the tap. Refuses an entry that is
// no command, is ambiguous, or has a tap; the error (Domain::Config) is a sentence.
Result<Bytes> addTap(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap);

// Removes the tap of an entry, which needs nothing but the entry: what addTap() has written goes,
// whatever else has changed meanwhile.
Result<Bytes> removeTap(const Host &host, const HostDocument &document, const HostEntry &entry);

// The entry of the same name and project in another text of the file; nullptr: there is none.
const HostEntry *sameEntry(const HostDocument &document, const HostEntry &entry);

} // namespace sonde::hosts
