// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/launch.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::wire;

namespace {

QString makeFile(const QString &path, bool executable, const QByteArray &text = "#!/bin/sh\n")
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        return {};
    auto permissions = QFile::ReadOwner | QFile::WriteOwner;
    if (executable)
        permissions |= QFile::ExeOwner;
    file.setPermissions(permissions);
    return path;
}

Launch launchOf(const QString &program, const QString &path = {})
{
    Launch launch;
    launch.program = program;
    if (!path.isNull())
        launch.environment.emplace_back(QStringLiteral("PATH"), Secret(path));
    return launch;
}

} // namespace

class TestLaunch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheProgramInThePathOfTheServer()
    {
        const QTemporaryDir folder;
        const QString file = makeFile(folder.filePath(QStringLiteral("b/tool")), true);
        const Launch launch = launchOf(QStringLiteral("tool"),
            QString(folder.filePath(QStringLiteral("a")) % u':'
                % folder.filePath(QStringLiteral("b")) % u':'
                % folder.filePath(QStringLiteral("c"))));
        const Resolved resolved = resolveProgram(launch);
        QCOMPARE(resolved.file, file);
        QCOMPARE(resolved.searched,
            (QStringList{
                folder.filePath(QStringLiteral("a")), folder.filePath(QStringLiteral("b"))}));
        QVERIFY(resolveProgram(launchOf(QStringLiteral("tool"))).file.isEmpty());
    }

    void saysWhereItLooked()
    {
        const Resolved resolved = resolveProgram(
            launchOf(QStringLiteral("no-such-tool"), QStringLiteral("/one:/two:/one")));
        QVERIFY(resolved.file.isEmpty());
        QCOMPARE(resolved.searched, (QStringList{QStringLiteral("/one"), QStringLiteral("/two")}));
        QCOMPARE(resolved.error.domain, Domain::Process);
        QCOMPARE(
            resolved.error.sentence, QStringLiteral("The program “no-such-tool” was not found."));
        QCOMPARE(resolved.error.said,
            rpc::Sentence("sonde::wire", "The program %1 was not found.",
                {QStringLiteral("“no-such-tool”")}));
        QVERIFY(resolved.error.detail.contains(QStringLiteral("/one\n/two")));
    }

    void saysWhenWhatWasFoundIsNotExecutable()
    {
        const QTemporaryDir folder;
        const QString file = makeFile(folder.filePath(QStringLiteral("tool")), false);
        const Resolved inPath = resolveProgram(launchOf(QStringLiteral("tool"), folder.path()));
        QVERIFY(inPath.file.isEmpty());
        QCOMPARE(inPath.error.sentence,
            QString(u'“' % file % QStringLiteral("” was found, but it is not executable.")));
        QCOMPARE(resolveProgram(launchOf(file)).error.sentence, inPath.error.sentence);
    }

    void looksFurtherWhenTheFirstIsNotExecutable()
    {
        const QTemporaryDir folder;
        makeFile(folder.filePath(QStringLiteral("a/tool")), false);
        const QString file = makeFile(folder.filePath(QStringLiteral("b/tool")), true);
        const QString path =
            folder.filePath(QStringLiteral("a")) % u':' % folder.filePath(QStringLiteral("b"));
        QCOMPARE(resolveProgram(launchOf(QStringLiteral("tool"), path)).file, file);
    }

    void refusesAFolder()
    {
        const QTemporaryDir folder;
        QVERIFY(resolveProgram(launchOf(folder.path()))
                    .error.sentence.endsWith(QStringLiteral("is a folder, not a program.")));
    }

    void takesARelativePathFromTheWorkingDirectory()
    {
        const QTemporaryDir folder;
        const QString file = makeFile(folder.filePath(QStringLiteral("bin/tool")), true);
        Launch launch = launchOf(QStringLiteral("./bin/tool"));
        launch.workingDirectory = folder.path();
        QCOMPARE(resolveProgram(launch).file, file);
        launch.program = QStringLiteral("bin/nothing");
        QVERIFY(
            resolveProgram(launch).error.sentence.startsWith(QStringLiteral("There is no file “")));
    }

    void searchesRelativeFoldersFromTheWorkingDirectory()
    {
        const QTemporaryDir folder;
        const QString file = makeFile(folder.filePath(QStringLiteral("bin/tool")), true);
        Launch launch = launchOf(QStringLiteral("tool"), QStringLiteral("bin"));
        launch.workingDirectory = folder.path();
        QCOMPARE(resolveProgram(launch).file, file);
    }

    void saysWhenTheWorkingDirectoryIsNotThere()
    {
        const QTemporaryDir folder;
        Launch launch = launchOf(QStringLiteral("sh"));
        launch.workingDirectory = folder.filePath(QStringLiteral("gone"));
        QCOMPARE(resolveProgram(launch).error.sentence,
            QString(QStringLiteral("The working directory “") % launch.workingDirectory
                % QStringLiteral("” does not exist.")));
        launch.workingDirectory = makeFile(folder.filePath(QStringLiteral("file")), true);
        QVERIFY(resolveProgram(launch).error.sentence.endsWith(QStringLiteral("is not a folder.")));
    }

    void refusesWhatNoProgramCanReceive()
    {
        QCOMPARE(resolveProgram(Launch{}).error.sentence, QStringLiteral("No program is given."));
        Launch launch = launchOf(QStringLiteral("sh"));
        launch.arguments = {QStringLiteral("fine"), QString(QChar(u'\0'))};
        QVERIFY(resolveProgram(launch).error.sentence.startsWith(QStringLiteral("Argument 2")));
        launch.arguments.clear();
        launch.environment = {{QStringLiteral("A=B"), Secret(QStringLiteral("secret"))}};
        const Error error = resolveProgram(launch).error;
        QVERIFY(error.sentence.contains(QStringLiteral("“A=B”")));
        QVERIFY(!error.sentence.contains(QStringLiteral("secret")));
        launch.environment = {{QString(), Secret()}};
        QVERIFY(!resolveProgram(launch).error.sentence.isEmpty());
    }

    void explainsASpaceAndATilde()
    {
        QVERIFY(resolveProgram(launchOf(QStringLiteral("node server.js")))
                    .error.detail.contains(QStringLiteral("space")));
        QVERIFY(resolveProgram(launchOf(QStringLiteral("~/server")))
                    .error.detail.contains(QStringLiteral("~")));
    }

    void replacesAndAddsEnvironmentVariables()
    {
        qputenv("SONDE_TEST_OURS", "ours");
        Launch launch = launchOf(QStringLiteral("sh"));
        launch.environment = {{QStringLiteral("SONDE_TEST_OURS"), Secret(QStringLiteral("new"))},
            {QStringLiteral("SONDE_TEST_MORE"), Secret(QStringLiteral("a=b"))}};
        int ours = 0;
        bool more = false;
        for (const auto &[name, value] : effectiveEnvironment(launch)) {
            if (name == QStringLiteral("SONDE_TEST_OURS")) {
                ++ours;
                QCOMPARE(value.reveal(), QStringLiteral("new"));
            }
            more = more
                || (name == QStringLiteral("SONDE_TEST_MORE")
                    && value.reveal() == QStringLiteral("a=b"));
        }
        QCOMPARE(ours, 1);
        QVERIFY(more);
    }
};

QTEST_GUILESS_MAIN(TestLaunch)
#include "tst_launch.moc"
