// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "hosts/entries/hostdocument.h"
#include "hosts/entries/tapprogram.h"
#include "hosts/text/splice.h"

namespace sonde::hosts {

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

} // namespace sonde::hosts
