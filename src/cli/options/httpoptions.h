// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/line.h"
#include "config/httpsettings.h"

#include <QStringList>

namespace sonde::cli {

// The options that say how a server is reached by URL. Errors are Domain::Usage.
Result<void> readHttpOptions(const Line &line, config::HttpSettings &settings);

// Looks at all of them together: what cannot be right is an error with the option's name, what may
// be a mistake comes as sentences.
Result<QStringList> checkHttpOptions(const config::HttpSettings &settings);

} // namespace sonde::cli
