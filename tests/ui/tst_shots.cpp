// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/patience.h"
#include "support/places.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;

// The program that renders the pictures, as ./dev shots starts it.
class TestShots : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesMissingOrEmptyArguments_data();
    void refusesMissingOrEmptyArguments();
    void reportsAFolderThatCannotBeCreatedWithoutADisplay();
    void rendersThePicturesOfBothThemesWithoutADisplay_data();
    void rendersThePicturesOfBothThemesWithoutADisplay();
};

namespace {

QProcessEnvironment withoutDisplay()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"})
        environment.remove(QLatin1String(name));
    return environment;
}

void start(QProcess &process, const QStringList &arguments)
{
    process.setProcessEnvironment(withoutDisplay());
    process.start(sonde::test::programPath("shots"), arguments);
}

} // namespace

void TestShots::refusesMissingOrEmptyArguments_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("none") << QStringList();
    QTest::newRow("empty") << QStringList{QString()};
    QTest::newRow("an option") << QStringList{QStringLiteral("--help")};
    QTest::newRow("no language") << QStringList{QStringLiteral("a"), QStringLiteral("b")};
    QTest::newRow("three") << QStringList{
        QStringLiteral("a"), QStringLiteral("en"), QStringLiteral("b")};
}

void TestShots::refusesMissingOrEmptyArguments()
{
    QFETCH(QStringList, arguments);
    QProcess process;
    start(process, arguments);
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(process.readAllStandardError(), QByteArray("usage: shots FOLDER [LANGUAGE]\n"));
}

void TestShots::reportsAFolderThatCannotBeCreatedWithoutADisplay()
{
    QProcess process;
    start(process, {QStringLiteral("/dev/null/shots")});
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.contains("/dev/null/shots"), said.constData());
}

void TestShots::rendersThePicturesOfBothThemesWithoutADisplay_data()
{
    QTest::addColumn<QStringList>("language");
    QTest::newRow("English") << QStringList();
    QTest::newRow("a translation") << QStringList(QStringLiteral("ja"));
}

// The first picture of the many that ./dev shots renders.
void TestShots::rendersThePicturesOfBothThemesWithoutADisplay()
{
    QFETCH(const QStringList, language);
    const QTemporaryDir folder;
    QProcess process;
    start(process, QStringList(folder.path()) + language);
    const auto exists = [&folder](const char *name) {
        return QFile::exists(folder.filePath(QLatin1String(name)));
    };
    QTRY_VERIFY_WITH_TIMEOUT(exists("overview-light.png"), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(exists("overview-dark.png"), kPatienceMs);
    process.terminate();
    QVERIFY(process.waitForFinished(kPatienceMs));
}

QTEST_GUILESS_MAIN(TestShots)
#include "tst_shots.moc"
