// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/pastedserver.h"

#include <QString>

#include <optional>

namespace sonde::paste {

// A link with which a page installs a server in a host (vscode:mcp/install?…, cursor://…); nothing
// when it is another text.
std::optional<Result<config::PastedServers>> readPastedLink(const QString &text);

} // namespace sonde::paste
