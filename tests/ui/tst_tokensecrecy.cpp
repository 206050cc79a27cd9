// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever a window leaves behind after it has logged in, sent secret headers, gone through a proxy
// and given secret variables to a program: no token, code, verifier, value or password is in it.

#include "support/authwindow.h"
#include "support/patience.h"
#include "support/places.h"

#include "support/wholeexport.h"
#include "widgets/tools/toolspanel.h"

#include <QApplication>
#include <QDirIterator>
#include <QLoggingCategory>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using sonde::tests::exportedWhole;
using namespace sonde::test;
using Phase = models::AuthState::Phase;

class TestTokenSecrecy : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void logIsWithoutSecrets();
    void addressesAreWithoutTokens();
    void reportIsWithoutSecrets();
    void filesOfACrashAreWithoutSecrets();
    void listOfServersHoldsNamesOnly();
    void exportsAreWithoutSecrets_data();
    void exportsAreWithoutSecrets();

private:
    void useTokens(AuthWindow &opened);
    void useSecretsOfProfiles(AuthWindow &opened);

    QTemporaryDir m_folder;
    QByteArray m_sent; // everything that came to the servers and the proxy
    QByteArray m_targets; // the first lines of it
    QString m_reports;
    QByteArray m_crash; // what the files held while the program ran
    QString m_session;
};

namespace {

const QByteArray kProxyPair = QByteArray("me:SECRET-proxy").toBase64();

bool isClean(QByteArrayView text)
{
    return !text.contains("SECRET") && !text.contains(kProxyPair);
}

QByteArray s_log;

void keepLog(QtMsgType, const QMessageLogContext &context, const QString &text)
{
    s_log += QByteArray(context.category) + ": " + text.toUtf8() + '\n';
}

QByteArray contentOfFiles(const QString &folder)
{
    QByteArray all;
    QDirIterator files(folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        QFile file(files.next());
        if (file.open(QIODevice::ReadOnly))
            all += file.fileName().toUtf8() + '\n' + file.readAll() + '\n';
    }
    return all;
}

} // namespace

void TestTokenSecrecy::useTokens(AuthWindow &opened)
{
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    m_reports += opened.panel().report();
    opened.server.expire();
    opened.window.tools().reload();
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 2, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
    m_reports += opened.panel().report();
    // Until the list is there: a token that is refused when it has just been refreshed is not
    // refreshed again.
    QTRY_VERIFY_WITH_TIMEOUT(opened.workspace.client(opened.name)->running().empty(), kPatienceMs);
    opened.server.acceptsRefresh = false;
    opened.server.expire();
    opened.window.tools().reload();
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 4, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
    m_reports += opened.panel().report();
}

// A server with a secret header, one behind a proxy with a password, and a program with a secret
// variable: described by a person, saved, and used.
void TestTokenSecrecy::useSecretsOfProfiles(AuthWindow &opened)
{
    const auto isOver = [&opened](const QString &name) {
        const mcp::Client *client = opened.workspace.client(name);
        return client
            && (client->state() == mcp::ClientState::Ready
                || client->state() == mcp::ClientState::Failed);
    };
    config::Profile keyed;
    keyed.name = QStringLiteral("keyed");
    keyed.era = config::EraMode::Legacy;
    keyed.reachByUrl();
    keyed.http()->url = opened.server.url().toString();
    keyed.http()->headers = {
        {QStringLiteral("X-Key"), Secret(QStringLiteral("SECRET-header")), true}};
    ProtectedServer proxy; // it sees what is asked of it
    config::Profile behind = keyed;
    behind.name = QStringLiteral("behind");
    behind.http()->url = QStringLiteral("http://mcp.example/mcp");
    behind.http()->proxy = config::ProxyMode::Given;
    behind.http()->proxyUrl =
        QStringLiteral("http://me:SECRET-proxy@127.0.0.1:%1").arg(proxy.url().port());
    config::Profile program;
    program.name = QStringLiteral("program");
    program.program = QStringLiteral("sh");
    program.arguments = {QStringLiteral("-c"),
        QStringLiteral("case $API_TOKEN in S*T-variable) exec '%1';; esac")
            .arg(sonde::test::programPath("sonde-demo-server"))};
    program.environment = {
        {QStringLiteral("API_TOKEN"), Secret(QStringLiteral("SECRET-variable"))}};
    config::markSecretVariables(program);
    for (const config::Profile &profile : {keyed, behind, program}) {
        QVERIFY(opened.workspace.save({}, profile).ok());
        opened.workspace.setCurrent(profile.name);
        opened.workspace.connectTo(profile.name);
        QTRY_VERIFY_WITH_TIMEOUT(isOver(profile.name), kPatienceMs);
        const Error &failure = opened.workspace.client(profile.name)->failure();
        m_reports += failure.sentence + u'\n' + failure.detail + u'\n';
    }
    // The variable was there, or the program would have ended.
    QCOMPARE(opened.workspace.client(program.name)->state(), mcp::ClientState::Ready);
    m_sent += proxy.everything();
}

// One run of the window, in which everything happens that has to do with secrets.
void TestTokenSecrecy::initTestCase()
{
    QVERIFY(m_folder.isValid());
    qInstallMessageHandler(keepLog);
    QLoggingCategory::setFilterRules(QStringLiteral("sonde.*=true"));
    {
        AuthWindow opened(m_folder.path());
        useTokens(opened);
        useSecretsOfProfiles(opened);
        QVERIFY(!QTest::currentTestFailed());
        QVERIFY(opened.workspace.recorder().flush().ok());
        m_session = opened.workspace.recorder().path();
        m_crash = contentOfFiles(m_folder.path());
        m_sent += opened.server.everything();
    }
    for (const QByteArray &line : m_sent.split('\n')) {
        if (line.contains(" HTTP/1.1"))
            m_targets += line + '\n';
    }
    // They were there to be leaked.
    for (const char *secret :
        {"Bearer SECRET-access-1", "SECRET-access-2", "SECRET-access-3", "SECRET-refresh-1",
            "SECRET-code", "code_verifier=", "X-Key: SECRET-header", "Proxy-Authorization: Basic "})
        QVERIFY2(m_sent.contains(secret), secret);
    QVERIFY(m_sent.contains(kProxyPair));
}

void TestTokenSecrecy::logIsWithoutSecrets()
{
    QVERIFY2(isClean(s_log), s_log.constData());
}

void TestTokenSecrecy::addressesAreWithoutTokens()
{
    QVERIFY(m_targets.contains("POST /mcp HTTP/1.1"));
    QVERIFY(m_targets.contains(" http://mcp.example/mcp HTTP/1.1"));
    QVERIFY2(isClean(m_targets), m_targets.constData());
}

void TestTokenSecrecy::reportIsWithoutSecrets()
{
    QVERIFY(m_reports.contains(u"/token"));
    QVERIFY(m_reports.contains(u"hidden"));
    QVERIFY2(isClean(m_reports.toUtf8()), qPrintable(m_reports));
}

// As they are when the program ends unexpectedly: with the session's log of what is not in it yet.
void TestTokenSecrecy::filesOfACrashAreWithoutSecrets()
{
    QVERIFY(m_crash.contains("tools/list"));
    QVERIFY(isClean(m_crash));
    const qsizetype at = m_sent.indexOf("code_verifier=") + qsizetype(sizeof "code_verifier=") - 1;
    const QByteArray verifier = m_sent.mid(at, 43); // RFC 7636 section 4.1: at the least
    QVERIFY(!verifier.contains('&'));
    QVERIFY(!m_crash.contains(verifier));
    QVERIFY(isClean(contentOfFiles(m_folder.path())));
}

void TestTokenSecrecy::listOfServersHoldsNamesOnly()
{
    QFile file(m_folder.filePath(QStringLiteral("servers.json")));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray list = file.readAll();
    for (const char *name : {"X-Key", "API_TOKEN", "http://me@127.0.0.1:"})
        QVERIFY2(list.contains(name), name);
    QVERIFY2(isClean(list), list.constData());
}

void TestTokenSecrecy::exportsAreWithoutSecrets_data()
{
    QTest::addColumn<trace::ExportFormat>("format");
    for (const trace::ExportFormatRow &row : trace::exportFormats())
        QTest::newRow(row.name.data()) << row.format;
}

// Without the patterns that an export hides besides: it is the recording that holds none.
void TestTokenSecrecy::exportsAreWithoutSecrets()
{
    QFETCH(trace::ExportFormat, format);
    const auto store = trace::SessionStore::open(m_session);
    QVERIFY(store.ok());
    const auto written = exportedWhole(**store, format);
    QVERIFY(written.ok());
    QVERIFY(written->find("tools/list") != std::string::npos);
    QVERIFY(isClean(QByteArrayView(written->data(), qsizetype(written->size()))));
}

int main(int argc, char **argv)
{
    if (const auto played = playBrowser(argc, argv))
        return *played;
    QApplication application(argc, argv);
    TestTokenSecrecy test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_tokensecrecy.moc"
