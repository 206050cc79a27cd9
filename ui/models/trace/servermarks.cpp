// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/servermarks.h"

#include "models/settings/settings.h"

namespace sonde::models {

ServerMarks::ServerMarks(QSettings *settings)
    : m_settings(settings)
    , m_count(Settings(settings).serverMarkCount())
{
}

ColorRole ServerMarks::of(const QString &server)
{
    auto found = m_marks.constFind(server);
    if (found == m_marks.constEnd()) {
        Settings settings(m_settings);
        int mark = settings.serverMark(server);
        if (mark < 0) {
            mark = m_count++;
            settings.setServerMark(server, mark);
            settings.setServerMarkCount(m_count);
        }
        found = m_marks.insert(server, mark % kServerColors);
    }
    return ColorRole(int(ColorRole::Server1) + *found);
}

} // namespace sonde::models
