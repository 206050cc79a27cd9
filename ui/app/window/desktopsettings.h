// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/theme/theme.h"

#include <QDBusMessage>
#include <QObject>

namespace sonde::app {

// Reads the desktop's color scheme and contrast from org.freedesktop.portal.Settings, at the start
// and after each change, because Qt 6.4 does not. Emits nothing without a session bus or a portal.
class DesktopSettings : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // Requests the settings asynchronously. Connecting to the bus takes time: call it after the
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
