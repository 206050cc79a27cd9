// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/launcher.h"

#include <QTest>

using namespace sonde::wire;

class TestLauncher : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsWhatFetchesAServer_data();
    void knowsWhatFetchesAServer();
};

void TestLauncher::knowsWhatFetchesAServer_data()
{
    QTest::addColumn<QString>("name"); // empty: none
    QTest::addColumn<bool>("hasServerAsChild");
    const auto row = [](const char *commandLine, const char *name, bool child = false) {
        QTest::newRow(commandLine) << QString::fromLatin1(name) << child;
    };
    row("npx -y some-server", "npx", true);
    row("/usr/local/bin/npx some-server", "npx", true);
    row("npx", "npx", true);
    row("npm exec --yes some-server", "npm", true);
    row("npm --silent exec some-server", "npm", true);
    row("npm start", "");
    row("uvx some-server", "uvx", true);
    row("uv run server.py", "uv", true);
    row("uv sync", "");
    row("docker run -i --rm mcp/fetch", "docker");
    row("docker exec -i box server", "");
    row("docker", "");
    row("node server.js", "");
    row("python3 -m server run", "");
    row("./npx.sh", "");
    row("", "");
}

void TestLauncher::knowsWhatFetchesAServer()
{
    QFETCH(QString, name);
    QFETCH(bool, hasServerAsChild);
    Launch launch;
    launch.arguments = QString::fromLatin1(QTest::currentDataTag()).split(u' ', Qt::SkipEmptyParts);
    if (!launch.arguments.isEmpty())
        launch.program = launch.arguments.takeFirst();
    const auto launcher = launcherOf(launch);
    QCOMPARE(launcher ? launcher->name : QString(), name);
    QCOMPARE(launcher && launcher->hasServerAsChild, hasServerAsChild);
}

QTEST_APPLESS_MAIN(TestLauncher)
#include "tst_launcher.moc"
