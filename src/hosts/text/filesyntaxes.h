// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/table/hosttable.h"
#include "hosts/text/filesyntax.h"

#include <QStringView>

namespace sonde::hosts {

const FileSyntax &fileSyntax(Syntax syntax);

// The syntax of a file of an unknown host.
Syntax guessedSyntax(QStringView text);
// Whether a text is part of a configuration file: no command line and no URL looks like it.
bool isPartOfFile(QStringView text);

} // namespace sonde::hosts
