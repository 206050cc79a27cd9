// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/places.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

// Runs the real sonde-cli, for tests.
namespace sonde::test {

// Only for a program that hangs: a flood under the sanitizers on a busy machine takes half a
// minute.
constexpr int kDeadline = 100'000;
inline const QString kCli = sonde::test::programPath("sonde-cli");
inline const QString kDemo = sonde::test::programPath("sonde-demo-server");
inline const QString kTestServer = sonde::test::programPath("mcptestserver");

// What earlier runs detected of a server, and the language and the colours that the developer
// likes, would change what a test sees.
inline QProcessEnvironment cleanEnvironment()
{
    static const QTemporaryDir cache;
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("XDG_CACHE_HOME"), cache.path());
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("C.UTF-8")); // in English
    for (const char *variable : {"LANGUAGE", "NO_COLOR", "CLICOLOR_FORCE"})
        environment.remove(QString::fromLatin1(variable));
    return environment;
}

struct Run {
    int code = -1;
    QByteArray out;
    QByteArray err;
};

inline Run finishedRun(QProcess &process)
{
    Run run;
    if (process.waitForFinished(kDeadline) && process.exitStatus() == QProcess::NormalExit)
        run.code = process.exitCode();
    run.out = process.readAllStandardOutput();
    run.err = process.readAllStandardError();
    return run;
}

inline Run cli(const QStringList &arguments, const QByteArray &input = {})
{
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    process.start(kCli, arguments);
    process.write(input);
    process.closeWriteChannel();
    return finishedRun(process);
}

// How many requests in a recording have no response.
inline int unansweredIn(const QString &recording)
{
    const Run run = cli({QStringLiteral("trace"), QStringLiteral("filter"), recording,
        QStringLiteral("status == open-at-end or status == pending"), QStringLiteral("--count")});
    return run.code == 0 ? run.out.trimmed().toInt() : -1;
}

inline QStringList words(const char *line)
{
    return QString::fromUtf8(line).split(u' ', Qt::SkipEmptyParts);
}

inline Run withDemo(const QStringList &arguments, const QStringList &switches = {})
{
    return cli(arguments + QStringList{QStringLiteral("--"), kDemo} + switches);
}

inline Run withTestServer(const QStringList &arguments, const QStringList &switches)
{
    return cli(arguments + QStringList{QStringLiteral("--"), kTestServer} + switches);
}

inline QByteArray told(const Run &run)
{
    return QByteArray("code ") + QByteArray::number(run.code) + '\n' + run.out + run.err;
}

} // namespace sonde::test

// Compares and shows what the program said when the code is another one.
#define COMPARE_CODE(run, expected)                                                                \
    do {                                                                                           \
        const ::sonde::test::Run &ran = run; /* once: it may be a command */                       \
        QVERIFY2(ran.code == (expected), ::sonde::test::told(ran).constData());                    \
    } while (false)
