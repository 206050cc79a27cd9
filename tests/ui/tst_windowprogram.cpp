// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/startoptions.h"
#include "config/profilestore.h"
#include "support/patience.h"
#include "support/places.h"
#include "trace/file/sessionreader.h"

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <unistd.h>

using namespace sonde;

// The program as a user or a script starts and ends it.
class TstWindowProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void endsInOrderWhenASignalComes_data();
    void endsInOrderWhenASignalComes();
    void connectsToTheListedServerThatIsNamed();
    void saysThatThereIsNoDisplay();
    void helpsWithoutADisplay();
    void refusesAnEmptyValue_data();
    void refusesAnEmptyValue();
    void opensWhatIsNamed_data();
    void opensWhatIsNamed();
    void proposesTheOptionThatWasMeant_data();
    void proposesTheOptionThatWasMeant();
    void saysOnStderrThatNothingIsRecorded_data();
    void saysOnStderrThatNothingIsRecorded();
    void worksWithoutStandardStreams();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    // A server that lives on when its input ends, and when it is asked to end; its number is
    // written into the file "pid".
    QStringList withStubbornServer(const QString &session) const;
    void run(QProcess &process, const QStringList &arguments) const;
    pid_t serverPid() const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

QProcessEnvironment withoutDisplay()
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    for (const char *name : {"DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM"})
        environment.remove(QLatin1String(name));
    return environment;
}

} // namespace

void TstWindowProgram::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

QStringList TstWindowProgram::withStubbornServer(const QString &session) const
{
    return {QStringLiteral("--session"), session, QStringLiteral("--"), QStringLiteral("/bin/sh"),
        QStringLiteral("-c"), QStringLiteral("echo $$ > \"$0\"; exec \"$@\""), path("pid"),
        sonde::test::programPath("mcptestserver"), QStringLiteral("--ignore-sigterm")};
}

void TstWindowProgram::run(QProcess &process, const QStringList &arguments) const
{
    process.start(sonde::test::programPath("sonde"),
        QStringList{QStringLiteral("--no-keychain"), QStringLiteral("--config"), path("config")}
            + arguments);
}

pid_t TstWindowProgram::serverPid() const
{
    QFile file(path("pid"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().toInt() : 0;
}

void TstWindowProgram::endsInOrderWhenASignalComes_data()
{
    QTest::addColumn<int>("signal");
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("kill") << SIGTERM;
    QTest::newRow("the terminal is closed") << SIGHUP;
}

void TstWindowProgram::endsInOrderWhenASignalComes()
{
    QFETCH(int, signal);
    QProcess process;
    // The program that runs the tests may ignore the signal.
    process.setChildProcessModifier([signal] { ::signal(signal, SIG_DFL); });
    const QString session = path("a.sonde");
    run(process, withStubbornServer(session));
    QTRY_VERIFY_WITH_TIMEOUT(serverPid() > 0, kPatienceMs);
    const pid_t server = serverPid();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(session + QStringLiteral("-wal")), kPatienceMs);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), signal), 0);
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 128 + signal);
    QVERIFY(::kill(server, 0) != 0);
    QVERIFY(QFile::exists(session));
    QVERIFY(!QFile::exists(session + QStringLiteral("-wal")));
    QVERIFY(!QFile::exists(session + QStringLiteral("-shm")));
    // What the window remembers is written when it is closed.
    QVERIFY(QFile::exists(path("config/settings.ini")));
}

// A server of the list that is named by its command is that server, with its name and settings.
void TstWindowProgram::connectsToTheListedServerThatIsNamed()
{
    const QString session = path("a.sonde");
    const QStringList words = withStubbornServer(session);
    config::Profile listed;
    listed.name = QStringLiteral("mine");
    const auto command = words.indexOf(QStringLiteral("--")) + 1;
    listed.program = words[command];
    listed.arguments = words.mid(command + 1);
    QVERIFY(QDir().mkpath(path("config")));
    config::ProfileStore store(path("config/servers.json"));
    store.add(listed);
    QVERIFY(store.save());
    QProcess process;
    process.setChildProcessModifier([] { ::signal(SIGTERM, SIG_DFL); });
    run(process, words);
    QTRY_VERIFY_WITH_TIMEOUT(serverPid() > 0, kPatienceMs);
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGTERM), 0);
    QVERIFY(process.waitForFinished(kPatienceMs));
    const auto recorded = trace::SessionReader::open(session);
    QVERIFY(recorded);
    QVERIFY(!(*recorded)->streams().empty());
    for (const rpc::StreamId stream : (*recorded)->streams())
        QCOMPARE((*recorded)->stream(stream).server, listed.name);
}

void TstWindowProgram::saysThatThereIsNoDisplay()
{
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    run(process, {});
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 1);
    const QByteArray said = process.readAllStandardError();
    QVERIFY2(said.startsWith("sonde: There is no display"), said.constData());
    QVERIFY2(said.contains("sonde-cli"), said.constData()); // what works without one
    QVERIFY2(!said.contains("plugin"), said.constData());
}

void TstWindowProgram::helpsWithoutADisplay()
{
    QProcess process;
    process.setProcessEnvironment(withoutDisplay());
    run(process, {QStringLiteral("--help")});
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitCode(), 0);
    const QByteArray help = process.readAllStandardOutput();
    QVERIFY2(help.contains("--session"), help.constData());
    QVERIFY2(!help.contains("--shots"), help.constData());
    run(process, {QStringLiteral("--version")});
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitCode(), 0);
    const QByteArray version = process.readAllStandardOutput();
    QVERIFY2(version.startsWith("sonde " SONDE_VERSION "\nQt 6."), version.constData());
    QVERIFY2(version.contains("libcurl ") && version.contains("SQLite 3."), version.constData());
}

void TstWindowProgram::refusesAnEmptyValue_data()
{
    QTest::addColumn<QString>("option");
    for (const char *name : {"--session", "--config", "--browser"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TstWindowProgram::refusesAnEmptyValue()
{
    QFETCH(QString, option);
    QProcess process;
    process.start(sonde::test::programPath("sonde"), {option + u'='});
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitCode(), 1);
    QCOMPARE(process.readAllStandardError(),
        "sonde: The value of " + option.toLatin1() + " is empty.\n");
}

void TstWindowProgram::opensWhatIsNamed_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("file");
    const auto words = [](const char *text) { return QString::fromLatin1(text).split(u' '); };
    QTest::newRow("program") << words("node server.js") << words("node server.js") << QString()
                             << QString();
    QTest::newRow("program with a URL")
        << words("proxy https://a.example/mcp") << words("proxy https://a.example/mcp") << QString()
        << QString();
    QTest::newRow("URL") << words("https://a.example/mcp") << QStringList()
                         << QStringLiteral("https://a.example/mcp") << QString();
    QTest::newRow("URL in capitals") << words("HTTP://a.example/") << QStringList()
                                     << QStringLiteral("HTTP://a.example/") << QString();
    QTest::newRow("session") << words("yesterday.sonde") << QStringList() << QString()
                             << QStringLiteral("yesterday.sonde");
    QTest::newRow("archive") << words("/tmp/page.HAR") << QStringList() << QString()
                             << QStringLiteral("/tmp/page.HAR");
    QTest::newRow("bundle") << words("weather.mcpb") << QStringList() << QString()
                            << QStringLiteral("weather.mcpb");
}

void TstWindowProgram::opensWhatIsNamed()
{
    QFETCH(QStringList, words);
    const auto options = app::StartOptions::parse(QStringList{QStringLiteral("sonde")} + words);
    QVERIFY(options.ok());
    QTEST(options->command, "command");
    QTEST(options->url, "url");
    QTEST(options->file, "file");
    if (options->command.isEmpty())
        QVERIFY(!app::StartOptions::parse({QStringLiteral("sonde"), words[0], words[0]}).ok());
}

void TstWindowProgram::proposesTheOptionThatWasMeant_data()
{
    QTest::addColumn<QString>("option");
    QTest::addColumn<QString>("proposed");
    QTest::newRow("swapped") << QStringLiteral("--thme") << QStringLiteral("--theme");
    QTest::newRow("with a value") << QStringLiteral("--them=dark") << QStringLiteral("--theme");
    QTest::newRow("long") << QStringLiteral("--no-keychian") << QStringLiteral("--no-keychain");
    QTest::newRow("nothing like it") << QStringLiteral("--banana") << QString();
}

void TstWindowProgram::proposesTheOptionThatWasMeant()
{
    QFETCH(const QString, option);
    QFETCH(const QString, proposed);
    const auto options =
        app::StartOptions::parse({QStringLiteral("sonde"), option, QStringLiteral("dark")});
    QVERIFY(!options.ok());
    const QString said = options.error().sentence;
    QVERIFY2(said.contains(option.section(u'=', 0, 0)), qPrintable(said));
    QCOMPARE(said.contains(u'?'), !proposed.isEmpty());
    QVERIFY2(said.contains(proposed), qPrintable(said));
}

void TstWindowProgram::saysOnStderrThatNothingIsRecorded_data()
{
    QTest::addColumn<QString>("file");
    QTest::newRow("in no folder") << QStringLiteral("/nonexistent/x.sonde");
    QTest::newRow("a folder") << QStringLiteral("/tmp");
    QTest::newRow("no session") << QStringLiteral("/etc/passwd");
}

void TstWindowProgram::saysOnStderrThatNothingIsRecorded()
{
    QFETCH(QString, file);
    QProcess process;
    run(process, withStubbornServer(file));
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT(
        (said += process.readAllStandardError()).contains("session file: "), kPatienceMs);
    QVERIFY2(said.contains("sonde: Nothing is written to a session file: "), said.constData());
    process.terminate();
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitCode(), 128 + SIGTERM);
}

void TstWindowProgram::worksWithoutStandardStreams()
{
    QProcess process;
    process.setChildProcessModifier([] {
        for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::close(descriptor);
        ::signal(SIGTERM, SIG_DFL);
    });
    const QString session = path("a.sonde");
    run(process, withStubbornServer(session));
    QTRY_VERIFY_WITH_TIMEOUT(serverPid() > 0, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(session), kPatienceMs);
    process.terminate();
    QVERIFY(process.waitForFinished(kPatienceMs));
    QCOMPARE(process.exitCode(), 128 + SIGTERM);
    QFile file(session);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(file.read(15) == "SQLite format 3");
}

QTEST_GUILESS_MAIN(TstWindowProgram)
#include "tst_windowprogram.moc"
