// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "hosts/entries/hostdocument.h"

#include <QStringList>

namespace sonde::models {

// The names of the variables, headers and options whose values are written in the clear although
// they look secret; values that refer to a variable or an input of the host do not count.
QStringList secretsInClear(const hosts::HostEntry &entry);
// The bytes of a file, with such values and all of its kind replaced by dots, to be shown.
Bytes withoutSecrets(const hosts::HostDocument &document);
// The bytes of a part of the file, with the same replaced.
Bytes withoutSecrets(const hosts::HostDocument &document, const hosts::TextRange &part);

} // namespace sonde::models
