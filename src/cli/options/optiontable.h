// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QLatin1String>
#include <QStringList>

namespace sonde::cli {

// An option of the commands that use a server.
struct Option {
    QLatin1String name;
    QLatin1String example; // of the value; empty: it is a flag
};

const Option *findOption(const QString &name); // nullptr: there is none
QStringList optionNames();
bool mayRepeat(const QString &name);
// Whether it says which server to use, or how: it is given once, when a shell starts.
bool isServerOption(const QString &name);

} // namespace sonde::cli
