// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QHash>
#include <QString>

class QSettings;

namespace sonde::models {

// The colour that marks a server wherever its name stands. Colours are assigned in the order in
// which servers are first asked for, kept in the settings, and repeated after the last one.
class ServerMarks {
public:
    explicit ServerMarks(QSettings *settings); // outlives it; nullptr: kept for this run only

    ColorRole of(const QString &server);

private:
    QSettings *m_settings;
    QHash<QString, int> m_marks; // those asked for
    int m_count = 0; // assigned so far
};

} // namespace sonde::models
