// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"
#include "cli/options/command.h"

#include <QString>
#include <QStringList>

namespace sonde::cli {

// What was probably meant.

// "Did you mean …?"; empty if no candidate is close. For joinSentences().
QString didYouMean(const QString &word, const QStringList &candidates);

// The error about a value, with the candidate that was probably meant.
Error proposing(Error error, const QString &value, const QStringList &candidates);

// That the command ("tools list") has no such option, and which of its own was probably meant.
Error noOption(const QString &command, const QString &option, Commands commands);

} // namespace sonde::cli
