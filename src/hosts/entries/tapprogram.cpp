// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/tapprogram.h"

namespace sonde::hosts {

QString recordedName(const HostEntry &entry)
{
    return entry.name.isEmpty() ? QStringLiteral("server") : entry.name;
}

TapCommand commandOfBridge(const HostEntry &entry)
{
    const bool isList = entry.command.isArray();
    TapCommand tap;
    tap.program = (isList ? entry.command.first() : entry.command).toString();
    QString option;
    for (const json::Value word : isList ? entry.command : entry.argumentList) {
        if (option == QLatin1String("--name"))
            tap.name = word.toString();
        else if (option == QLatin1String("--record"))
            tap.folder = word.toString();
        option = word.toString();
    }
    return tap;
}

} // namespace sonde::hosts
