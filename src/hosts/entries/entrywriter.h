// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/profile.h"
#include "hosts/entries/hostdocument.h"
#include "hosts/text/splice.h"

#include <QStringList>

namespace sonde::hosts {

// A file with one more entry.
struct AddedEntry {
    SplicedFile file;
    QStringList notes; // sentences about what the entry does not have
};

// Adds a server of Sonde to a file, which may be empty, in the format of its host. Only bytes are
// added. Values of secrets are never written: the entry refers to variables where the host can, and
// a note says what is missing. The error (Domain::Config) is a sentence.
Result<AddedEntry> planAddition(
    const Host &host, const HostDocument &document, const config::Profile &server);

} // namespace sonde::hosts
