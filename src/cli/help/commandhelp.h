// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <optional>

namespace sonde::cli {

// What --help prints, within 80 cells, from the tables with which the command line is parsed: in
// the language of the program, but for command lines and examples.

// Of the program: every command with a line.
QString mainHelp();

// Of a shell: its commands, as they are written there.
QString shellHelp();

// Of a command ("tools call"), of a group of commands ("tools") or, for the empty text, of the
// program. Nothing when there is no such command.
std::optional<QString> helpOf(const QString &command);

// The options of every command with a server.
QString serverOptionsHelp();

// All of it, as the man page has it in English: a heading in capitals begins a part, and a line
// with "sonde-cli tools call: …" a command.
QString wholeHelp();

} // namespace sonde::cli
