// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/hostvariables.h"
#include "config/profile.h"
#include "hosts/entries/hostdocument.h"

#include <QStringList>

namespace sonde::hosts {

// A server of a host as a server of Sonde.
struct ImportedServer {
    config::Profile profile; // variables with such a name are marked as secret
    QStringList notes; // sentences about what could not be taken over
};

// With the references as they are written, the name too, which may be empty or cannot be saved.
Result<ImportedServer> writtenServer(const HostDocument &document, const HostEntry &entry);

// Without a tap, whether the entry has one or not, and with the values of the host's variables.
// The error says what is wrong with the entry.
Result<ImportedServer> importedServer(
    const HostDocument &document, const HostEntry &entry, const config::HostVariables &variables);

// The references of the entry that have no value here, except those for which the host asks or that
// only the host can resolve; none if the entry cannot be imported.
QStringList unsetReferences(
    const HostDocument &document, const HostEntry &entry, const config::HostVariables &variables);

// What the references in a file of a host, or of an unknown one, stand for here.
config::HostVariables variablesOf(const Host *host, const QString &workspace);

} // namespace sonde::hosts
