// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/access/announcements.h"

namespace sonde::app {

// Passes announcements on to screen readers: Qt 6.4 has no event for them. AT-SPI 2.46 has the
// signal Announcement of org.a11y.atspi.Event.Object. Sends nothing while no program of the desktop
// asks for accessibility.
class ScreenReader : public QObject {
    Q_OBJECT
public:
    explicit ScreenReader(QObject *parent = nullptr);

private:
    static void tell(const QString &sentence, look::Announcements::Urgency urgency);
};

} // namespace sonde::app
