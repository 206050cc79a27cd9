// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "hosts/entries/hostdocument.h"

#include <QString>

#include <string>
#include <string_view>
#include <vector>

namespace sonde::hosts {

// The command that takes the place of the server's.
struct TapCommand {
    QString program; // the absolute path of sonde-cli
    QString name; // of the server, in its recordings: recordedName()
    // Of the recordings, absolute, with a trailing slash: without it, a tap takes the name of a
    // folder that is gone for that of a file.
    QString folder;
};
// A server without a name has one in its recordings.
QString recordedName(const HostEntry &entry);

// The first option of a tap whose entry had no array of arguments: written as one word. The command
// line is the only mark that every host leaves in an entry.
inline constexpr std::string_view kAddedArgumentsMark = "--name=";

// A place of a change: the bytes [begin, end) of the file become `text`.
struct Splice {
    std::size_t begin = 0;
    std::size_t end = 0;
    std::string text;
};

// A changed file.
struct SplicedFile {
    Bytes content;
    std::vector<Splice> splices; // in the order of the file
};

// Puts a tap before the server of an entry. Only the bytes of its command and arguments change: the
// words of the server stay as they are written, behind those of the tap. A server with a URL gets
// the bridge (bridgeentry.h). Refuses an entry that is ambiguous, cannot be changed to the byte and
// back, or has a tap; the error (Domain::Config) is a sentence.
Result<Bytes> addTap(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap);

// Removes the tap of an entry, which needs nothing but the entry: what addTap() has written goes,
// whatever else has changed meanwhile.
Result<Bytes> removeTap(const Host &host, const HostDocument &document, const HostEntry &entry);

// What addTap() and removeTap() return, with the places that change.
Result<SplicedFile> planTap(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap);
Result<SplicedFile> planUntap(
    const Host &host, const HostDocument &document, const HostEntry &entry);

// The text with its places changed, which must not overlap.
Bytes splicedBytes(const Bytes &text, std::vector<Splice> splices);

// The entry of the same name and project in another text of the file; nullptr: there is none.
const HostEntry *sameEntry(const HostDocument &document, const HostEntry &entry);

} // namespace sonde::hosts
