// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/option.h"

#include <QString>
#include <QStringList>

#include <span>

namespace sonde::cli {

// Those that several commands share.
std::span<const Option> sharedOptions();
// Those that say which server to use, and how.
std::span<const Option> serverOptions();

// These and those of each command, in the order of the help.
std::span<const Option> optionRows();

// nullptr: no command has it. The first row, when it has several.
const Option *findOption(const QString &name);
const Option *findOption(const QString &name, Commands commands);
QStringList optionNames(Commands commands);
// The words that its value can be: of "auto|legacy|modern". Empty where it can be anything.
QStringList optionValues(const Option &option);
// The words of the commands that take it, in the order of the help.
QStringList commandsWith(const QString &option);
// Whether it is given once, when a shell starts: it says which server to use, or how.
bool isOfWholeShell(const Option &option);

} // namespace sonde::cli
