// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/foundby.h"

#include "base/pluralnumber.h"
#include "doctor/base/doctortr.h"

#include <QStringList>

namespace sonde::doctor {

QString finderId(FoundBy::Who who)
{
    switch (who) {
    case FoundBy::Who::Server:
        return QStringLiteral("server");
    case FoundBy::Who::Sonde:
        return QStringLiteral("sonde");
    case FoundBy::Who::LoginShell:
        return QStringLiteral("login-shell");
    case FoundBy::Who::Desktop:
        break;
    }
    return QStringLiteral("desktop");
}

QString finderWord(FoundBy::Who who)
{
    switch (who) {
    case FoundBy::Who::Server:
        return Text::tr("PATH of the server");
    case FoundBy::Who::Sonde:
        return Text::tr("Sonde");
    case FoundBy::Who::LoginShell:
        return Text::tr("Login shell");
    case FoundBy::Who::Desktop:
        break;
    }
    return Text::tr("Hosts on the desktop");
}

QString foundText(const FoundBy &found)
{
    if (found.path.isEmpty())
        return Text::tr("PATH not known");
    if (!found.file.isEmpty())
        return found.file;
    const auto folders = found.path.split(u':', Qt::SkipEmptyParts).size();
    return folders == 1
        ? Text::tr("not found in 1 folder")
        : Text::tr("not found in %1 folders", nullptr, pluralNumber(folders)).arg(folders);
}

} // namespace sonde::doctor
