// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/faultprogram.h"
#include "support/places.h"

#include <QTemporaryDir>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// What the doctor says of healthy servers, what it only warns of, and how it is stopped.
class TestDoctorRuns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsNothingInHealthyServers_data();
    void findsNothingInHealthyServers();
    void warnsOf_data();
    void warnsOf();
    void hidesSecrets();
    void stopsWhenCancelled();
    void repeatsACheck();

private:
    QTemporaryDir m_folder;
};

void TestDoctorRuns::findsNothingInHealthyServers_data()
{
    QTest::addColumn<config::Profile>("profile");
    const QString faulty = sonde::test::sourcePath("tests/servers/faulty.mjs");
    QTest::newRow("demo") << program(kDemo);
    QTest::newRow("demo, legacy") << program(kDemo, {u"--legacy-only"_s});
    QTest::newRow("demo, modern") << program(kDemo, {u"--modern-only"_s});
    QTest::newRow("demo, an old revision") << program(kDemo, {u"--revisions"_s, u"2024-11-05"_s});
    QTest::newRow("node") << program(u"node"_s, {faulty});
    QTest::newRow("through sh") << program(u"sh"_s, {u"-c"_s, u"exec "_s + kDemo});
    // The doctor starts programs with the variables of a login, without those of the tests.
    config::Profile tap = program(kCli, {u"tap"_s, u"--record"_s, m_folder.path(), u"--"_s, kDemo});
    tap.environment.emplace_back(u"SONDE_TAPS"_s, Secret(m_folder.filePath(u"taps"_s)));
    QTest::newRow("through a tap") << tap;
    QTest::newRow("test server") << program(kTestServer);
    const QString published = sonde::test::sourcePath(
        "tests/servers/npm/node_modules/@modelcontextprotocol/server-everything/dist/index.js");
    if (QFile::exists(published))
        QTest::newRow("everything") << program(u"node"_s, {published});
}

void TestDoctorRuns::findsNothingInHealthyServers()
{
    QFETCH(config::Profile, profile);
    const FaultFolder folder;
    QString report;
    const doctor::Verdict verdict = examine(profile, kUsual, machineOf(folder), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QVERIFY2(verdict.others.empty(), qPrintable(report));
    QVERIFY(verdict.passed > 8);
}

void TestDoctorRuns::warnsOf_data()
{
    QTest::addColumn<Fault>("fault");
    const std::vector<Fault> faults{
        {"text on stdout after the first response", "foreign-output-late",
            [](const FaultFolder &folder) {
                return node(folder,
                    serving("send(response);\nif (request.method === 'initialize') "
                            "console.log('Ready');"));
            }},
        {"does not end by itself", "ends-by-force",
            [](const FaultFolder &folder) {
                return node(folder, serving("send(response);", "setInterval(() => 0, 1000);\n"));
            }},
        {"ends with an error", "ends-with-error",
            [](const FaultFolder &folder) {
                return node(folder,
                    serving(
                        "send(response);", "process.on('exit', () => process.exitCode = 7);\n"));
            }},
        {"a variable that the script reads", "variable-unset",
            [](const FaultFolder &folder) {
                return node(folder,
                    serving("send(response);", "const key = process.env.TIDE_KEY_OF_TEST;\n"));
            }},
        {"a variable that hosts do not pass", "variable-inherited",
            [](const FaultFolder &folder) {
                qputenv("TIDE_KEY_OF_THIS_SHELL", "x");
                return node(folder,
                    serving(
                        "send(response);", "const key = process.env.TIDE_KEY_OF_THIS_SHELL;\n"));
            }},
        {"fails without a variable of the shell", "host-start-fails",
            [](const FaultFolder &folder) {
                qputenv("TIDE_MODE_OF_THIS_SHELL", "x");
                return node(folder,
                    serving("send(response);",
                        "if (!process.env['TIDE_' + 'MODE_OF_THIS_SHELL']) process.exit(2);\n"));
            }},
        {"a package that is not cached", "will-download",
            [](const FaultFolder &folder) {
                return fake(folder, u"npx"_s, {u"-y"_s, u"tides@1.2"_s}, "exec " + kDemo.toUtf8());
            }},
        {"an image that is not there", "will-download",
            [](const FaultFolder &folder) {
                return fake(folder, u"docker"_s,
                    {u"run"_s, u"-i"_s, u"--rm"_s, u"-e"_s, u"KEY"_s, u"mcp/tides"_s},
                    "case $1 in\ninfo) echo AB12 ;;\nimages) ;;\n*) exec " + kDemo.toUtf8()
                        + " ;;\nesac");
            }},
        {"a relative path", "relative-path",
            [](const FaultFolder &folder) {
                folder.write(u"server.mjs"_s, serving("send(response);"));
                return program(u"node"_s, {QDir().relativeFilePath(folder.path(u"server.mjs"_s))});
            }},
        {"a program with a relative path", "relative-path",
            [](const FaultFolder &folder) {
                config::Profile profile = shell(folder, "exec " + kDemo.toUtf8());
                profile.program = QDir().relativeFilePath(profile.program);
                return profile;
            }},
    };
    for (const Fault &fault : faults)
        QTest::newRow(fault.name) << fault;
}

void TestDoctorRuns::warnsOf()
{
    QFETCH(Fault, fault);
    const FaultFolder folder;
    QString report;
    const doctor::Verdict verdict =
        examine(fault.prepare(folder), fault.patience, machineOf(folder), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    bool isFound =
        verdict.inHost && doctor::kindId(verdict.inHost->kind) == QLatin1String(fault.cause);
    for (const doctor::DoctorFinding &finding : verdict.others)
        isFound = isFound || doctor::kindId(finding.kind) == QLatin1String(fault.cause);
    QVERIFY2(isFound, qPrintable(report));
}

void TestDoctorRuns::hidesSecrets()
{
    const FaultFolder folder;
    config::Profile profile = shell(folder, "echo \"bad token $TIDE_TOKEN $2\" >&2; exit 1");
    profile.environment = {{u"TIDE_TOKEN"_s, Secret(u"hush-1234"_s)}};
    profile.arguments = QStringList{u"--api-key"_s, u"hush-5678"_s};
    doctor::Doctor doctor(profile, kUsual, machineOf(folder));
    doctor.start();
    QVERIFY(QTest::qWaitFor([&] { return !doctor.isRunning(); }, kDeadline));
    bool isQuoted = false;
    for (const doctor::CheckResult &result : doctor.results()) {
        QVERIFY2(!result.bytes.contains("hush-"), result.bytes.constData());
        for (const doctor::DoctorFinding &finding : result.findings) {
            QVERIFY2(!finding.values.join(u' ').contains(u"hush-"),
                qPrintable(finding.values.join(u' ')));
            isQuoted = isQuoted || finding.values.join(u' ').contains(u"bad token");
        }
    }
    QVERIFY(isQuoted);
}

void TestDoctorRuns::stopsWhenCancelled()
{
    const FaultFolder folder;
    doctor::Doctor doctor(
        shell(folder, "while read -r line; do :; done"), kUsual, machineOf(folder));
    connect(&doctor, &doctor::Doctor::changed, this, [&](doctor::Check check) {
        if (check == doctor::Check::Start)
            doctor.cancel();
    });
    doctor.start();
    QVERIFY(QTest::qWaitFor([&] { return !doctor.isRunning(); }, kDeadline));
    QCOMPARE(doctor.results().back().outcome, doctor::Outcome::Skipped);
    QCOMPARE(doctor.results().front().outcome, doctor::Outcome::Passed);
}

void TestDoctorRuns::repeatsACheck()
{
    const FaultFolder folder;
    const QString file = folder.write(u"server"_s, "#!/bin/sh\nexec " + kDemo.toUtf8() + '\n');
    doctor::Doctor doctor(program(file), kUsual, machineOf(folder));
    doctor.start();
    QVERIFY(QTest::qWaitFor([&] { return !doctor.isRunning(); }, kDeadline));
    QCOMPARE(causeOf(doctor.verdict()), u"not-executable"_s);
    QVERIFY(QFile::setPermissions(
        file, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner));
    for (const doctor::Check check : doctor::programChecks()) {
        doctor.repeat(check);
        QVERIFY(QTest::qWaitFor([&] { return !doctor.isRunning(); }, kDeadline));
    }
    QCOMPARE(causeOf(doctor.verdict()), QString());
}

QTEST_GUILESS_MAIN(TestDoctorRuns)
#include "tst_doctorruns.moc"
