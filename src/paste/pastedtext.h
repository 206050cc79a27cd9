// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/hostvariables.h"
#include "config/pastedserver.h"

#include <QStringView>

namespace sonde::paste {

// Parses what people copy from READMEs and configuration files:
// - a URL;
// - a command line, also of programs that add or show a server (`claude mcp add …`,
//   `codex mcp add …`, `npx @modelcontextprotocol/inspector …`, `curl …`);
// - the configuration of hosts, or a part of it, as hosts::readServersOfText() reads it;
// - links that install a server in a host (cursor://…).
// Executes and reads nothing, looks up only whether a command with blanks is the path of a program,
// and leaves validation to validate(). References such as ${NAME} are kept, with a note. The error
// (Domain::Usage) says what the text looks like and what to do.
Result<config::PastedServers> readPastedServers(QStringView text);
// The same, with the values of the references in the configuration of hosts. The notes name those
// without a value, and say that there are values.
Result<config::PastedServers> readPastedServers(
    QStringView text, const config::HostVariables &variables);

} // namespace sonde::paste
