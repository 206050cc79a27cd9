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
    settings.setWindow({"g", "l", true, "c"});
    settings.setClosedToolGroups(QStringLiteral("demo"), {QStringLiteral("a")});
    settings.setTrustsTools(QStringLiteral("demo"), true);
    settings.setSavedCallsFile(QStringLiteral("demo"), QStringLiteral("/f.json"));
    settings.setLastSavedCall(QStringLiteral("demo"), QStringLiteral("one"));
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
            QStringLiteral("filters/saved"), QStringLiteral("review/answers/a%2Fb"),
            QStringLiteral("review/endpoint"), QStringLiteral("review/model"),
            QStringLiteral("review/program"), QStringLiteral("review/stream"),
            QStringLiteral("review/timeout"), QStringLiteral("savedCalls/file/ZGVtbw=="),
            QStringLiteral("savedCalls/last/ZGVtbw=="), QStringLiteral("tools/closed/ZGVtbw=="),
            QStringLiteral("tools/trusted/ZGVtbw=="),
            QStringLiteral("values/ZGVtbw==/YS9i/0f/text"),
            QStringLiteral("values/ZGVtbw==/YS9i/0f/when"), QStringLiteral("view/comfortable"),
            QStringLiteral("view/theme"), QStringLiteral("window/geometry"),
            QStringLiteral("window/layout"), QStringLiteral("window/serversFolded"),
            QStringLiteral("window/traceColumns")}));
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
    QCOMPARE(settings.keepDays(30), 7);
    QCOMPARE(settings.keepBytes(99), qint64(99));
    QVERIFY(settings.trustsTools(QStringLiteral("demo")));
    QVERIFY(!settings.trustsTools(QStringLiteral("other")));
    QCOMPARE(settings.lastSavedCall(QStringLiteral("demo")), QStringLiteral("one"));
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
}

QTEST_GUILESS_MAIN(TestSettings)
#include "tst_settings.moc"
