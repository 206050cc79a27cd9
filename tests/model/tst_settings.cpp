// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/settings/settings.h"

#include <QSettings>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using models::Settings;

// The keys in settings.ini: a later version must find what an earlier one has stored.
class TestSettings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheStoredKeys();
    void readsWhatEarlierVersionsStored();
    void ignoresTimeoutsOutsideTheirBounds_data();
    void ignoresTimeoutsOutsideTheirBounds();
    void readsABoundedNumberOfShortcuts();
    void aSlashInTheNameOfAServerIsNoGroup();
    void storesNothingWithoutAFile();

private:
    QTemporaryDir m_folder;
    QString path(const char *name) const { return m_folder.filePath(QLatin1String(name)); }
};

void TestSettings::keepsTheStoredKeys()
{
    QSettings file(path("written.ini"), QSettings::IniFormat);
    Settings settings(&file);
    settings.setTheme(2);
    settings.setComfortableRows(true);
    settings.setTextSize(150);
    settings.setReducedMotion(true);
    settings.setShortcut(QStringLiteral("openSession"), QStringLiteral("Ctrl+,"));
    settings.setShortcut(QStringLiteral("other"), QString());
    settings.removeShortcut(QStringLiteral("other"));
    settings.setTimeouts(
        {std::chrono::milliseconds(1), std::chrono::milliseconds(2), std::chrono::milliseconds(3)});
    settings.setKeepDays(7);
    settings.setKeepBytes(8);
    settings.setWindow({"g", "l", true, "c", 240});
    settings.setClosedToolGroups(QStringLiteral("demo"), {QStringLiteral("a")});
    settings.setTrustsTools(QStringLiteral("demo"), true);
    settings.setSavedCallsFile(QStringLiteral("demo"), QStringLiteral("/f.json"));
    settings.setLastSavedCall(QStringLiteral("demo"), QStringLiteral("one"));
    settings.setTapBreakpoints(QStringLiteral("a/b"), "{}");
    settings.setTapBreakpoints(QStringLiteral("other"), "{}");
    settings.setTapBreakpoints(QStringLiteral("other"), {}); // none is no key
    settings.setFilters({{QStringLiteral("h")}, {}, {}});
    settings.setTypedArguments(QStringLiteral("demo"), QStringLiteral("a/b"), QStringLiteral("0f"),
        {"{}", QDateTime::currentDateTimeUtc()});
    settings.setResponseProgram({QStringLiteral("./a"), 5});
    settings.setResponseEndpoint({QStringLiteral("http://a"), QStringLiteral("m"), false});
    settings.setSavedResponse(QStringLiteral("a/b"), "{}");
    QStringList keys = file.allKeys();
    keys.sort();
    QCOMPARE(keys,
        QStringList({QStringLiteral("filters/history"), QStringLiteral("filters/rules"),
            QStringLiteral("filters/saved"), QStringLiteral("newServers/handshakeTimeout"),
            QStringLiteral("newServers/idleTimeout"), QStringLiteral("newServers/totalTimeout"),
            QStringLiteral("review/answers/a%2Fb"), QStringLiteral("review/endpoint"),
            QStringLiteral("review/model"), QStringLiteral("review/program"),
            QStringLiteral("review/stream"), QStringLiteral("review/timeout"),
            QStringLiteral("savedCalls/file/ZGVtbw=="), QStringLiteral("savedCalls/last/ZGVtbw=="),
            QStringLiteral("sessions/keepBytes"), QStringLiteral("sessions/keepDays"),
            QStringLiteral("shortcuts/openSession"), QStringLiteral("taps/breakpoints/YS9i"),
            QStringLiteral("tools/closed/ZGVtbw=="), QStringLiteral("tools/trusted/ZGVtbw=="),
            QStringLiteral("values/ZGVtbw==/YS9i/0f/text"),
            QStringLiteral("values/ZGVtbw==/YS9i/0f/when"), QStringLiteral("view/comfortable"),
            QStringLiteral("view/reducedMotion"), QStringLiteral("view/textSize"),
            QStringLiteral("view/theme"), QStringLiteral("window/geometry"),
            QStringLiteral("window/layout"), QStringLiteral("window/requestsWidth"),
            QStringLiteral("window/serversFolded"), QStringLiteral("window/serversWidth"),
            QStringLiteral("window/traceColumns"), QStringLiteral("window/traceHeight")}));
    settings.setTrustsTools(QStringLiteral("demo"), false);
    QVERIFY(!file.contains(QStringLiteral("tools/trusted/ZGVtbw==")));
}

void TestSettings::readsWhatEarlierVersionsStored()
{
    QSettings file(path("read.ini"), QSettings::IniFormat);
    file.setValue(QStringLiteral("view/theme"), 1);
    file.setValue(QStringLiteral("view/comfortable"), true);
    file.setValue(QStringLiteral("view/language"), QStringLiteral("ja"));
    file.setValue(QStringLiteral("window/geometry"), QByteArray("g"));
    file.setValue(QStringLiteral("sessions/keepDays"), 7);
    file.setValue(QStringLiteral("tools/trusted/ZGVtbw=="), true);
    file.setValue(QStringLiteral("savedCalls/last/ZGVtbw=="), QStringLiteral("one"));
    file.setValue(QStringLiteral("filters/saved"), QStringList{QStringLiteral("n")});
    file.setValue(QStringLiteral("values/ZGVtbw==/YS9i/0f/text"), QByteArray("{}"));
    file.setValue(QStringLiteral("review/timeout"), 7);
    file.setValue(QStringLiteral("review/stream"), false);
    file.setValue(QStringLiteral("review/answers/a%2Fb"), QByteArray("[]"));
    const Settings settings(&file);
    QCOMPARE(settings.theme(), 1);
    QCOMPARE(settings.filters().saved, QStringList{QStringLiteral("n")});
    const auto typed = settings.typedArguments(QStringLiteral("demo"), QStringLiteral("a/b"));
    QCOMPARE(typed.keys(), QStringList{QStringLiteral("0f")});
    QCOMPARE(typed.first().text, QByteArray("{}"));
    QCOMPARE(settings.responseProgram().timeoutSeconds, 7);
    QVERIFY(!settings.responseEndpoint().stream);
    QCOMPARE(settings.savedResponses(), QStringList{QStringLiteral("a/b")});
    QCOMPARE(settings.savedResponse(QStringLiteral("a/b")), QByteArray("[]"));
    QVERIFY(settings.comfortableRows());
    QCOMPARE(settings.language(), QStringLiteral("ja"));
    QCOMPARE(settings.window().geometry, QByteArray("g"));
    QVERIFY(!settings.window().serversFolded);
    QVERIFY(settings.window().traceHeight < 0);
    QCOMPARE(settings.keepDays(30), 7);
    QCOMPARE(settings.keepBytes(99), qint64(99));
    QVERIFY(settings.trustsTools(QStringLiteral("demo")));
    QVERIFY(!settings.trustsTools(QStringLiteral("other")));
    QCOMPARE(settings.lastSavedCall(QStringLiteral("demo")), QStringLiteral("one"));
}

void TestSettings::ignoresTimeoutsOutsideTheirBounds_data()
{
    QTest::addColumn<QVariant>("stored");
    QTest::addColumn<int>("read");
    QTest::newRow("within") << QVariant(1500) << 1500;
    QTest::newRow("the longest") << QVariant(2000) << 2000;
    QTest::newRow("too long") << QVariant(2001) << 10;
    QTest::newRow("0") << QVariant(0) << 10;
    QTest::newRow("negative") << QVariant(-5) << 10;
    QTest::newRow("huge") << QVariant(QStringLiteral("99999999999999999999")) << 10;
    QTest::newRow("no number") << QVariant(QStringLiteral("soon")) << 10;
    QTest::newRow("a list") << QVariant(QStringList{QStringLiteral("1"), QStringLiteral("2")})
                            << 10;
}

void TestSettings::ignoresTimeoutsOutsideTheirBounds()
{
    QFETCH(QVariant, stored);
    QFETCH(int, read);
    using std::chrono::milliseconds;
    QSettings file(path("timeouts.ini"), QSettings::IniFormat);
    file.setValue(QStringLiteral("newServers/idleTimeout"), stored);
    const Settings::Timeouts usual{milliseconds(5), milliseconds(10), milliseconds(15)};
    const auto timeouts = Settings(&file).timeouts(usual, milliseconds(2000));
    QCOMPARE(timeouts.idle.count(), read);
    QVERIFY(timeouts.handshake == usual.handshake && timeouts.total == usual.total);
}

void TestSettings::readsABoundedNumberOfShortcuts()
{
    const QString ini = path("shortcuts.ini");
    {
        QSettings file(ini, QSettings::IniFormat);
        for (int i = 0; i < 2 * Settings::kMaxShortcuts; ++i)
            file.setValue(QStringLiteral("shortcuts/%1").arg(i), QStringLiteral("F2"));
    }
    QSettings file(ini, QSettings::IniFormat);
    QCOMPARE(Settings(&file).shortcuts().size(), Settings::kMaxShortcuts);
    file.clear();
    file.sync();
    QFile edited(ini); // by hand, where the comma makes a list of it
    QVERIFY(edited.open(QIODevice::WriteOnly));
    edited.write("[shortcuts]\nopen=Ctrl+,\n");
    edited.close();
    QSettings again(ini, QSettings::IniFormat);
    again.sync();
    QCOMPARE(Settings(&again).shortcuts().value(QStringLiteral("open")), QStringLiteral("Ctrl+,"));
}

void TestSettings::aSlashInTheNameOfAServerIsNoGroup()
{
    QSettings file(path("slash.ini"), QSettings::IniFormat);
    Settings settings(&file);
    settings.setLastSavedCall(QStringLiteral("a/b"), QStringLiteral("one"));
    QCOMPARE(settings.lastSavedCall(QStringLiteral("a/b")), QStringLiteral("one"));
    QCOMPARE(file.allKeys(), QStringList{QStringLiteral("savedCalls/last/YS9i")});
}

void TestSettings::storesNothingWithoutAFile()
{
    Settings settings(nullptr);
    settings.setTheme(2);
    settings.setTrustsTools(QStringLiteral("demo"), true);
    QCOMPARE(settings.theme(), 0);
    QVERIFY(!settings.trustsTools(QStringLiteral("demo")));
    QCOMPARE(settings.keepDays(30), 30);
    settings.setTypedArguments(
        QStringLiteral("demo"), QStringLiteral("a"), QStringLiteral("0f"), {});
    QVERIFY(settings.typedArguments(QStringLiteral("demo"), QStringLiteral("a")).isEmpty());
    QVERIFY(settings.savedResponses().isEmpty());
    QCOMPARE(settings.responseProgram().timeoutSeconds, 60);
    settings.setShortcut(QStringLiteral("a"), QStringLiteral("F2"));
    QVERIFY(settings.shortcuts().isEmpty());
    QCOMPARE(settings.textSize(), 100);
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
