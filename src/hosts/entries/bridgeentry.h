// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostdocument.h"
#include "hosts/entries/tapprogram.h"
#include "hosts/text/splice.h"
#include "json/document.h"

#include <QLatin1String>
#include <QString>
#include <QStringList>

#include <optional>

namespace sonde::hosts {

// The entry of a server with a URL cannot keep its URL before a tap: its logins and its metadata
// are those of the URL. It becomes one that starts sonde-cli tap --stdio, which is the client of
// the URL. What the entry was is kept in a variable of the entry, because hosts drop members that
// they do not know but pass on its variables; values of headers are in variables as well, because
// every user of the machine can read the arguments of a process.
inline constexpr QLatin1String kEntryVariable("SONDE_ENTRY");
inline constexpr QLatin1String kHeaderVariable("SONDE_HEADER_"); // and a number

// Why the entry cannot become one of the bridge; empty: it can.
QString bridgeRefusal(const Host &host, const HostDocument &document, const HostEntry &entry);
// The members of the entry that the bridge does not use, like those of its own authorization.
QStringList unusedByBridge(const HostEntry &entry);

// Whether the URL, which is in the arguments of the bridge, has a user or a query.
bool hasSecretUrl(const HostEntry &entry);
// The members that the bridge has replaced, as an object; not valid: there is no bridge, or its
// variable cannot be read.
json::Document entryBeforeBridge(const HostEntry &entry);

// One splice each. Adding: of an entry without a refusal.
Splice spliceOfBridge(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap);
// Nothing: the variable is gone or cannot be read.
std::optional<Splice> spliceOfUnbridge(
    const Host &host, const HostDocument &document, const HostEntry &entry);
// Where nobody else has changed the entry, the bytes that it had.
std::optional<Splice> exactSpliceOfUnbridge(const HostDocument &document, const HostEntry &entry);

} // namespace sonde::hosts
