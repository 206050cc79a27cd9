// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QStringList>

namespace sonde::cli {

QStringList completionShells(); // bash, zsh, fish

// The script that teaches a shell to complete sonde-cli, to be sourced by it or installed where it
// looks for completions; empty for another shell. Where Sonde has no words, files are completed.
QByteArray completionScript(const QString &shell);

} // namespace sonde::cli
