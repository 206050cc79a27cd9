// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostdocument.h"

#include <QString>
#include <QStringList>

namespace sonde::hosts {

// What the host starts, without a tap, to be shown: the program and its arguments with asterisks
// for secrets (base/secretplaces.h). Empty for a server with a URL.
QStringList shownCommand(const HostEntry &entry);
// The URL without user information, query and fragment, and with asterisks for secrets in its path.
// Empty if it is not valid.
QString shownUrl(const HostEntry &entry);
// The bytes of the command of an entry, or of its list of arguments, with their name, as they are
// written, but with asterisks for secrets.
QString shownMember(
    const HostDocument &document, const HostEntry &entry, const json::Value &member);

} // namespace sonde::hosts
