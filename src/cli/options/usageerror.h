// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "cli/options/command.h"

#include <QString>
#include <QStringList>

#include <string>

namespace sonde::cli {

// Helpers for the errors of the command line.

Error usageError(const QString &sentence);

// A word of the command line, whose bytes are UTF-8.
QString decodedWord(const std::string &bytes);

// “word”, harmless for a terminal.
QString quotedWord(const QString &word);

// The error about a value, with the candidate that was probably meant.
Error proposing(Error error, const QString &value, const QStringList &candidates);

// That the command ("tools list") has no such option, and which of its own was probably meant.
Error noOption(const QString &command, const QString &option, Commands commands);

// "Did you mean …?"; empty if no candidate is close. For joinSentences().
QString didYouMean(const QString &word, const QStringList &candidates);

} // namespace sonde::cli
