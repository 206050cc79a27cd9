// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/desktopsettings.h"

#include <QCoreApplication>
#include <QDBusConnection>
#include <QDBusMetaType>
#include <QDBusVariant>
#include <QSignalSpy>
#include <QTest>

#include <unistd.h>
#include <vector>

using namespace sonde;
using app::DesktopSettings;
using look::DesktopLook;
using look::Scheme;
using Groups = QMap<QString, QVariantMap>;

namespace {

const QString kAppearance = QStringLiteral("org.freedesktop.appearance");

// The portal's side of the bus.
class Portal : public QObject {
    Q_OBJECT
    Q_CLASSINFO("D-Bus Interface", "org.freedesktop.portal.Settings")
public:
    Groups groups;

public Q_SLOTS:
    QMap<QString, QVariantMap> ReadAll(const QStringList &) { return groups; }

Q_SIGNALS:
    void SettingChanged(const QString &group, const QString &key, const QDBusVariant &value);
};

} // namespace

class TstDesktopSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        qDBusRegisterMetaType<Groups>();
        if (!qEnvironmentVariableIsSet("DBUS_SESSION_BUS_ADDRESS"))
            QSKIP("There is no session bus (dbus-run-session gives one).");
        auto bus = QDBusConnection::sessionBus();
        if (!bus.registerService(QStringLiteral("org.freedesktop.portal.Desktop")))
            QSKIP("The bus has a portal of its own.");
        bus.registerObject(QStringLiteral("/org/freedesktop/portal/desktop"), &m_portal,
            QDBusConnection::ExportAllSlots | QDBusConnection::ExportAllSignals);
    }

    void readsWhatTheDesktopPrefersAndFollowsIt()
    {
        m_portal.groups = {{kAppearance,
            {{QStringLiteral("color-scheme"), 1U}, {QStringLiteral("accent-color"), 3.5}}}};
        DesktopSettings settings;
        QList<DesktopLook> seen;
        connect(&settings, &DesktopSettings::lookChanged, this,
            [&](const DesktopLook &look) { seen << look; });
        settings.start();
        QTRY_COMPARE(seen.size(), 1);
        QVERIFY(seen.last() == (DesktopLook{Scheme::Dark, false}));

        const auto change = [&](const QString &key, const QVariant &value) {
            Q_EMIT m_portal.SettingChanged(kAppearance, key, QDBusVariant(value));
        };
        change(QStringLiteral("contrast"), 1U);
        QTRY_COMPARE(seen.size(), 2);
        QVERIFY(seen.last() == (DesktopLook{Scheme::Dark, true}));
        change(QStringLiteral("contrast"), 1U); // no news
        change(QStringLiteral("color-scheme"), 0U);
        QTRY_COMPARE(seen.size(), 3);
        QVERIFY(seen.last() == (DesktopLook{std::nullopt, true}));
        change(QStringLiteral("color-scheme"), QStringLiteral("nonsense"));
        change(QStringLiteral("contrast"), 0U);
        QTRY_COMPARE(seen.size(), 4);
        QVERIFY(seen.last() == DesktopLook());
    }

private:
    Portal m_portal;
};

// On a bus of its own, not the person's: there the portal is the real one.
int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("SONDE_OWN_BUS")) {
        qputenv("SONDE_OWN_BUS", "1");
        std::vector<const char *> command{"dbus-run-session", "--"};
        command.insert(command.end(), argv, argv + argc);
        command.push_back(nullptr);
        ::execvp(command.front(), const_cast<char *const *>(command.data()));
        qunsetenv("DBUS_SESSION_BUS_ADDRESS"); // there is no such program
    }
    QCoreApplication application(argc, argv);
    TstDesktopSettings test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_desktopsettings.moc"
