// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/writtentwice.h"

#include "hosts/table/hoststr.h"

namespace sonde::hosts {

QString writtenTwice(const json::Value &object, std::string_view name)
{
    if (!object.isObject())
        return {};
    int count = 0;
    for (const json::Value member : object)
        count += member.key() == name ? 1 : 0;
    return count > 1 ? Text::tr("“%1” is written twice.").arg(json::toQString(name)) : QString();
}

} // namespace sonde::hosts
