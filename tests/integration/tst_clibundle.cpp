// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clihome.h"
#include "support/nodebundle.h"
#include "support/zipwriter.h"

#include <QDirIterator>
#include <QJsonDocument>
#include <QJsonObject>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// Servers in MCPB bundles, by the real program.
class TestCliBundle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void startsTheServerOfABundle_data();
    void startsTheServerOfABundle();
    void unpacksItOnce();
    void passesTheSettings();
    void letsTheCommandLineWin();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    Run run(const QStringList &arguments) const;

    std::unique_ptr<CliHome> m_home;
};

void TestCliBundle::init()
{
    m_home = std::make_unique<CliHome>();
    QVERIFY(m_home->isValid());
    QVERIFY(ZipWriter()
                .add("manifest.json", nodeManifest())
                .addDeflated("server/index.js", nodeServer())
                .write(m_home->path(u"project/where.mcpb"_s)));
    QVERIFY(ZipWriter()
                .add("manifest.json",
                    bundleManifest(
                        R"({"command":"node"})", R"("compatibility":{"platforms":["darwin"]})"))
                .write(m_home->path(u"project/plain.dxt"_s)));
    QVERIFY(ZipWriter().add("../evil", "e").write(m_home->path(u"project/evil.mcpb"_s)));
    m_home->write(u"project/text.mcpb"_s, "no zip file");
}

Run TestCliBundle::run(const QStringList &arguments) const
{
    QProcess process;
    process.setStandardInputFile(QProcess::nullDevice());
    process.setProcessEnvironment(m_home->environment());
    process.setWorkingDirectory(m_home->path(u"project"_s));
    process.start(kCli, arguments);
    return finishedRun(process);
}

void TestCliBundle::startsTheServerOfABundle_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("shows");
    const auto row = [](const char *line, const char *shows) {
        QTest::newRow(line) << QString::fromLatin1(line) << QByteArray(shows);
    };
    row("info where.mcpb --setting key=k", "bundled");
    row("--setting key=k info ./where.mcpb", "bundled");
    row("info --setting key=k -- where.mcpb", "bundled");
    row("tools list where.mcpb --setting=key=k", "where");
    row("tools show where where.mcpb --setting key=k", "where");
    row("snapshot where.mcpb --setting key=k", "bundled");
}

void TestCliBundle::startsTheServerOfABundle()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    QFETCH(QString, line);
    QFETCH(QByteArray, shows);
    const Run result = run(line.split(u' '));
    COMPARE_CODE(result, 0);
    QVERIFY2(result.out.contains(shows), told(result).constData());
}

void TestCliBundle::unpacksItOnce()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    for (int i = 0; i < 2; ++i)
        COMPARE_CODE(run({u"info"_s, u"where.mcpb"_s, u"--setting"_s, u"key=k"_s}), 0);
    const QDir bundles(m_home->path(u"home/.local/share/sonde/bundles"_s));
    const QStringList folders =
        bundles.entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    QCOMPARE(folders.size(), 1);
    QVERIFY(bundles.exists(folders.front() + u"/server/index.js"_s));
}

void TestCliBundle::passesTheSettings()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    const auto called = [this](const QStringList &settings) {
        QStringList arguments{u"tools"_s, u"call"_s, u"where"_s, u"where.mcpb"_s};
        for (const QString &setting : settings)
            arguments << u"--setting"_s << setting;
        const Run result = run(arguments);
        return result.code == 0 ? QJsonDocument::fromJson(result.out).object()
                                : QJsonObject{{u"told"_s, QString::fromUtf8(told(result))}};
    };
    const QJsonObject given =
        called({u"key=a b=c"_s, u"folders=sub"_s, u"folders=/"_s, u"level=5"_s});
    QCOMPARE(given[u"args"_s].toVariant().toStringList(),
        (QStringList{m_home->path(u"project/sub"_s), u"/"_s, u"--level=5"_s}));
    QCOMPARE(given[u"key"_s].toString(), u"a b=c"_s);
    QVERIFY(
        given[u"cwd"_s].toString().startsWith(m_home->path(u"home/.local/share/sonde/bundles/"_s)));
    const QJsonObject usual = called({u"key=k"_s});
    QCOMPARE(usual[u"args"_s].toVariant().toStringList(), QStringList{u"--level=3"_s});
}

void TestCliBundle::letsTheCommandLineWin()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    const Run result = run({u"tools"_s, u"call"_s, u"where"_s, u"where.mcpb"_s, u"--setting"_s,
        u"key=k"_s, u"--env"_s, u"KEY=other"_s, u"--cwd"_s, m_home->path(u"project"_s)});
    COMPARE_CODE(result, 0);
    const QJsonObject where = QJsonDocument::fromJson(result.out).object();
    QCOMPARE(where[u"key"_s].toString(), u"other"_s);
    QCOMPARE(where[u"cwd"_s].toString(), m_home->path(u"project"_s));
}

void TestCliBundle::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *line, const char *says) {
        QTest::newRow(line) << QString::fromLatin1(line) << QByteArray(says);
    };
    row("info where.mcpb", "--setting key=…: Key needs a value.");
    row("info where.mcpb --setting key=k --setting level=10", "Level must be at most 9.");
    row("info where.mcpb --setting key=k --setting folder=/", "Did you mean folders?");
    row("info where.mcpb --setting kay=k", "The settings of the bundle are key, folders, level.");
    row("info where.mcpb --setting key", "--setting KEY=VALUE");
    row("info plain.dxt --setting key=k", "The bundle has no settings.");
    row("info missing.mcpb", "Cannot open the bundle missing.mcpb. The file does not exist.");
    row("info text.mcpb", "damaged, or is not a zip file");
    row("info evil.mcpb", "would be written outside of the bundle");
    row("info --setting key=k -- node", "--setting is only for a server in a bundle");
    row("info --ca x.pem where.mcpb", "--ca is only for a server with a URL");
    row("info --url http://localhost/ where.mcpb", "takes no further argument");
}

void TestCliBundle::saysWhatIsWrong()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, says);
    const Run result = run(line.split(u' '));
    COMPARE_CODE(result, 1);
    QVERIFY2(result.err.contains(says), told(result).constData());
    QVERIFY(!QFile::exists(m_home->path(u"project/evil"_s)));
}

QTEST_GUILESS_MAIN(TestCliBundle)
#include "tst_clibundle.moc"
