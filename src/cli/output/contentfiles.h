// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/output/contentpiece.h"

#include <QStringList>

namespace sonde::cli {

// Whether --output can be written to at all: a folder that exists, or a new file in one. Errors are
// Domain::Usage.
Result<void> checkOutput(const QString &output);

// Writes the pieces: into the new file `output` when there is one piece, or into files of our own
// naming in the folder `output`: "content-1.png". Nothing that exists is written over, and nothing
// is written unless all of it can be. Gives a line for each file. Errors are Domain::Usage and
// Domain::Storage.
Result<QStringList> writeContents(const std::vector<ContentPiece> &pieces, const QString &output);

} // namespace sonde::cli
