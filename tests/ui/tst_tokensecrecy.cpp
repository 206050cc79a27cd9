// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Whatever a window leaves behind after it has logged in: no token, code, verifier or password is
// in it.

#include "support/authwindow.h"

#include "auth/report.h"
#include "trace/exportset.h"
#include "trace/sessionstore.h"
#include "widgets/toolspanel.h"

#include <QApplication>
#include <QDirIterator>
#include <QLoggingCategory>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
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
    void exportsAreWithoutSecrets_data();
    void exportsAreWithoutSecrets();

private:
    QTemporaryDir m_folder;
    QByteArray m_sent; // everything that came to the server
    QByteArray m_targets; // the first lines of it
    QString m_reports;
    QByteArray m_crash; // what the files held while the program ran
    QString m_session;
};

namespace {

constexpr int kPatienceMs = 20'000;

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

// One run of the window, in which everything happens that has to do with tokens.
void TestTokenSecrecy::initTestCase()
{
    QVERIFY(m_folder.isValid());
    qInstallMessageHandler(keepLog);
    QLoggingCategory::setFilterRules(QStringLiteral("sonde.*=true"));
    {
        AuthWindow opened(m_folder.path());
        opened.workspace.authorize(opened.name);
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
        m_reports += auth::reportOf(opened.runner().steps());
        opened.server.expire();
        opened.window.tools().reload();
        QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 2, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
        m_reports += auth::reportOf(opened.runner().steps());
        opened.server.acceptsRefresh = false;
        opened.server.expire();
        opened.window.tools().reload();
        QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
        opened.workspace.authorize(opened.name);
        QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 4, kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
        m_reports += auth::reportOf(opened.runner().steps());
        QVERIFY(opened.workspace.recorder().flush().ok());
        m_session = opened.workspace.recorder().path();
        m_crash = contentOfFiles(m_folder.path());
        m_sent = opened.server.everything();
    }
    for (const QByteArray &line : m_sent.split('\n')) {
        if (line.contains(" HTTP/1.1"))
            m_targets += line + '\n';
    }
    // They were there to be leaked.
    for (const char *secret : {"Bearer SECRET-access-1", "SECRET-access-2", "SECRET-access-3",
             "SECRET-refresh-1", "SECRET-code", "code_verifier="})
        QVERIFY2(m_sent.contains(secret), secret);
}

void TestTokenSecrecy::logIsWithoutSecrets()
{
    QVERIFY2(!s_log.contains("SECRET"), s_log.constData());
}

void TestTokenSecrecy::addressesAreWithoutTokens()
{
    QVERIFY(m_targets.contains("POST /mcp HTTP/1.1"));
    QVERIFY2(!m_targets.contains("SECRET"), m_targets.constData());
}

void TestTokenSecrecy::reportIsWithoutSecrets()
{
    QVERIFY(m_reports.contains(u"/token"));
    QVERIFY(m_reports.contains(u"hidden"));
    QVERIFY(!m_reports.contains(u"SECRET"));
}

// As they are when the program ends unexpectedly: with the session's log of what is not in it yet.
void TestTokenSecrecy::filesOfACrashAreWithoutSecrets()
{
    QVERIFY(m_crash.contains("tools/list"));
    QVERIFY(!m_crash.contains("SECRET"));
    const qsizetype at = m_sent.indexOf("code_verifier=") + qsizetype(sizeof "code_verifier=") - 1;
    const QByteArray verifier = m_sent.mid(at, 43); // RFC 7636 section 4.1: at the least
    QVERIFY(!verifier.contains('&'));
    QVERIFY(!m_crash.contains(verifier));
    QVERIFY(!contentOfFiles(m_folder.path()).contains("SECRET"));
}

void TestTokenSecrecy::exportsAreWithoutSecrets_data()
{
    using trace::ExportFormat;
    QTest::addColumn<ExportFormat>("format");
    QTest::newRow("JSON Lines") << ExportFormat::JsonLines;
    QTest::newRow("HAR") << ExportFormat::Har;
    QTest::newRow("Markdown") << ExportFormat::Markdown;
    QTest::newRow("CSV") << ExportFormat::Csv;
}

// Without the patterns that an export hides besides: it is the recording that holds none.
void TestTokenSecrecy::exportsAreWithoutSecrets()
{
    QFETCH(trace::ExportFormat, format);
    const auto store = trace::SessionStore::open(m_session);
    QVERIFY(store.ok());
    const auto records = (*store)->readRecords();
    QVERIFY(records.ok());
    trace::ExportSet set;
    set.store = store->get();
    set.records = *records;
    set.whole = &(*store)->reader();
    for (trace::Number number = 1; number <= set.records.size(); ++number)
        set.chosen.push_back(number);
    std::string written;
    QVERIFY(trace::exportTrace(set, format, [&](std::string_view part) {
        written += part;
        return true;
    }).ok());
    QVERIFY(written.find("tools/list") != std::string::npos);
    QVERIFY(written.find("SECRET") == std::string::npos);
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
