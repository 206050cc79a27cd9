// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/theme.h"

#include <QDBusMessage>
#include <QObject>

namespace sonde::app {

// Tells CurrentTheme what the desktop prefers, which Qt 6.4 does not: dark or light, and high
// contrast, as org.freedesktop.portal.Settings has them, now and whenever they change. Without a
// session bus or a portal it is silent.
class DesktopSettings : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // Asks without waiting for the answer. Connecting to the bus is not free: call it once the
    // window is shown.
    void start();

Q_SIGNALS:
    void lookChanged(const sonde::look::DesktopLook &look);

private Q_SLOTS:
    void settingChanged(const QDBusMessage &message);

private:
    void ask();
    void take(const QString &group, const QString &key, const QVariant &value);

    look::DesktopLook m_look;
};

} // namespace sonde::app
