// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/desktopsettings.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMetaType>
#include <QDBusPendingCallWatcher>
#include <QDBusPendingReply>
#include <QDBusVariant>
#include <QFileInfo>
#include <QMap>

namespace sonde::app {

namespace {

const char kService[] = "org.freedesktop.portal.Desktop";
const char kPath[] = "/org/freedesktop/portal/desktop";
const char kInterface[] = "org.freedesktop.portal.Settings";
const char kAppearance[] = "org.freedesktop.appearance";
// The key of GNOME for portals that are older than the key "contrast".
const char kAccessibility[] = "org.gnome.desktop.a11y.interface";

using Groups = QMap<QString, QVariantMap>; // a{sa{sv}}

// Without a running bus, a connection would start one, which takes time.
bool hasSessionBus()
{
    return qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS")
        || QFileInfo::exists(qEnvironmentVariable("XDG_RUNTIME_DIR") + QStringLiteral("/bus"));
}

QVariant unwrapped(QVariant value)
{
    while (value.metaType() == QMetaType::fromType<QDBusVariant>())
        value = value.value<QDBusVariant>().variant();
    return value;
}

} // namespace

void DesktopSettings::start()
{
    if (!hasSessionBus())
        return;
    qDBusRegisterMetaType<Groups>();
    QDBusConnection::sessionBus().connect(QString(), QLatin1String(kPath),
        QLatin1String(kInterface), QStringLiteral("SettingChanged"), this,
        SLOT(settingChanged(QDBusMessage)));
    ask();
}

void DesktopSettings::ask()
{
    QDBusMessage call = QDBusMessage::createMethodCall(QLatin1String(kService),
        QLatin1String(kPath), QLatin1String(kInterface), QStringLiteral("ReadAll"));
    call << QStringList{QLatin1String(kAppearance), QLatin1String(kAccessibility)};
    auto *watcher =
        new QDBusPendingCallWatcher(QDBusConnection::sessionBus().asyncCall(call), this);
    connect(watcher, &QDBusPendingCallWatcher::finished, this, [this, watcher] {
        const QDBusPendingReply<Groups> reply = *watcher;
        watcher->deleteLater();
        if (reply.isError())
            return;
        const Groups groups = reply.value();
        for (auto group = groups.begin(); group != groups.end(); ++group) {
            for (auto key = group->begin(); key != group->end(); ++key)
                take(group.key(), key.key(), *key);
        }
    });
}

void DesktopSettings::settingChanged(const QDBusMessage &message)
{
    const QVariantList arguments = message.arguments();
    if (arguments.size() >= 3)
        take(arguments[0].toString(), arguments[1].toString(), arguments[2]);
}

// color-scheme: 0 no preference, 1 dark, 2 light; contrast: 0 none, 1 higher.
void DesktopSettings::take(const QString &group, const QString &key, const QVariant &value)
{
    using look::Scheme;
    const QVariant plain = unwrapped(value);
    look::DesktopLook look = m_look;
    const bool appearance = group == QLatin1String(kAppearance);
    if (appearance && key == QLatin1String("color-scheme")) {
        const uint scheme = plain.toUInt();
        look.scheme = scheme == 1 ? std::optional(Scheme::Dark)
            : scheme == 2         ? std::optional(Scheme::Light)
                                  : std::nullopt;
    } else if (appearance && key == QLatin1String("contrast")) {
        look.highContrast = plain.toUInt() == 1;
    } else if (group == QLatin1String(kAccessibility) && key == QLatin1String("high-contrast")) {
        look.highContrast = plain.toBool();
    }
    if (look == m_look)
        return;
    m_look = look;
    Q_EMIT lookChanged(look);
}

} // namespace sonde::app
