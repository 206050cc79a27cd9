// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/access/announcements.h"

namespace sonde::look {

Announcements &Announcements::instance()
{
    static Announcements announcements;
    return announcements;
}

void announce(const QString &sentence, Announcements::Urgency urgency)
{
    if (!sentence.isEmpty())
        Q_EMIT Announcements::instance().announced(sentence, urgency);
}

} // namespace sonde::look
