// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace sonde::look {

// What changed elsewhere than where the keyboard is, for those who do not see it: how a call ended,
// that a server failed. The whole program has one, because such things happen deep inside panels,
// and one place tells the desktop's screen reader.
class Announcements : public QObject {
    Q_OBJECT
public:
    enum class Urgency { Polite, Assertive }; // after what is being spoken, or at once

    static Announcements &instance();

Q_SIGNALS:
    void announced(const QString &sentence, sonde::look::Announcements::Urgency urgency);
};

void announce(
    const QString &sentence, Announcements::Urgency urgency = Announcements::Urgency::Polite);

} // namespace sonde::look
