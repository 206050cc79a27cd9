// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/screenreader.h"

#include <QAccessible>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusVariant>

namespace sonde::app {

namespace {

// Under this name Qt keeps its connection to the accessibility bus. A signal must come over it,
// since a screen reader takes the sender for the program.
const char kAccessibilityBus[] = "a11y";
const char kProgram[] = "/org/a11y/atspi/accessible/root";
const char kEvents[] = "org.a11y.atspi.Event.Object";

} // namespace

ScreenReader::ScreenReader(QObject *parent)
    : QObject(parent)
{
    connect(&look::Announcements::instance(), &look::Announcements::announced, this,
        &ScreenReader::tell);
}

void ScreenReader::tell(const QString &sentence, look::Announcements::Urgency urgency)
{
    const QDBusConnection bus{QString::fromLatin1(kAccessibilityBus)};
    if (!QAccessible::isActive() || !bus.isConnected())
        return;
    QDBusMessage event = QDBusMessage::createSignal(QString::fromLatin1(kProgram),
        QString::fromLatin1(kEvents), QStringLiteral("Announcement"));
    // AtspiLive: 1 is polite, 2 assertive.
    const int live = urgency == look::Announcements::Urgency::Assertive ? 2 : 1;
    event << QString() << live << 0 << QVariant::fromValue(QDBusVariant(sentence)) << QVariantMap();
    bus.send(event);
}

} // namespace sonde::app
