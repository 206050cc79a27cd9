// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "paste/pastedtext.h"
#include "support/shownserver.h"

namespace sonde::test {

inline QStringList serversOf(const QString &text)
{
    const auto pasted = paste::readPastedServers(text);
    if (!pasted)
        return {u'!' + pasted.error().sentence};
    QStringList list;
    for (const config::Profile &profile : pasted->profiles)
        list += shown(profile);
    return list;
}

} // namespace sonde::test
