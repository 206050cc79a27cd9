// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// sonde-cli at a server whose authorization needs no person: by client credentials, and by the word
// of an identity provider.

#include "support/clirun.h"
#include "support/protectedserver.h"

#include "auth/base/signer.h"

#include <QTemporaryDir>

using namespace sonde;
using namespace sonde::test;

class TstCliGrants : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void callsAsAClientWithASecret_data();
    void callsAsAClientWithASecret();
    void callsAsAClientThatSigns();
    void callsByTheWordOfAnIdentityProvider();
    void saysWhatIsMissing_data();
    void saysWhatIsMissing();

private:
    Run list(const ProtectedServer &server, const QStringList &options) const
    {
        QProcess process;
        process.setProcessEnvironment(m_environment);
        process.start(kCli,
            words("tools list --no-keychain --trace --url") + QStringList(server.url().toString())
                + options);
        process.closeWriteChannel();
        return finishedRun(process);
    }

    QProcessEnvironment m_environment;
};

void TstCliGrants::init()
{
    m_environment = cleanEnvironment();
    m_environment.insert(QStringLiteral("SONDE_CLIENT_SECRET"), QStringLiteral("SECRET-robot"));
}

void TstCliGrants::callsAsAClientWithASecret_data()
{
    QTest::addColumn<QString>("proof");
    QTest::newRow("in the header") << QStringLiteral("client_secret_basic");
    QTest::newRow("in the body") << QStringLiteral("client_secret_post");
}

void TstCliGrants::callsAsAClientWithASecret()
{
    QFETCH(QString, proof);
    ProtectedServer server;
    const Run run = list(server,
        words("--grant client-credentials --client-id robot --client-proof") + QStringList(proof));
    COMPARE_CODE(run, 0);
    QCOMPARE(server.count("/authorize"), 0);
    QCOMPARE(server.count("/register"), 0);
    QVERIFY(server.everything().contains("grant_type=client_credentials"));
    QCOMPARE(server.everything().contains("client_secret=SECRET-robot"),
        proof == QLatin1String("client_secret_post"));
    QVERIFY2(!QByteArray(run.out + run.err).contains("SECRET"), run.err.constData());
}

void TstCliGrants::callsAsAClientThatSigns()
{
    const auto made = auth::systemSigner().makeKey();
    QVERIFY2(made.ok(), qPrintable(made ? QString() : made.error().sentence));
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("key.pem")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(made->pem.reveal().toLatin1());
    file.close();
    m_environment.remove(QStringLiteral("SONDE_CLIENT_SECRET"));
    ProtectedServer server;
    const Run run = list(server,
        words("--grant client-credentials --client-id robot --client-key")
            + QStringList(file.fileName()));
    COMPARE_CODE(run, 0);
    QVERIFY(server.everything().contains("jwt-bearer&client_assertion=eyJ"));
    QVERIFY(!server.everything().contains("PRIVATE"));
}

void TstCliGrants::callsByTheWordOfAnIdentityProvider()
{
    m_environment.insert(QStringLiteral("SONDE_ID_TOKEN"), ProtectedServer::kIdToken);
    ProtectedServer server;
    const Run run = list(server,
        words("--grant enterprise-managed --client-id robot --idp-client-id desk "
              "--idp-token-endpoint")
            + QStringList(server.origin() + QStringLiteral("/identity")));
    COMPARE_CODE(run, 0);
    QCOMPARE(server.count("/identity"), 1);
    QCOMPARE(server.count("/token"), 1);
    QCOMPARE(server.count("/authorize"), 0);
    QVERIFY2(!QByteArray(run.out + run.err).contains("SECRET"), run.err.constData());
}

void TstCliGrants::saysWhatIsMissing_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<QString>("part");
    QTest::newRow("secret") << QStringLiteral("--grant client-credentials --client-id robot")
                            << QStringLiteral("secret of the client robot is missing");
    QTest::newRow("key") << QStringLiteral("--grant client-credentials --client-id robot "
                                           "--client-proof private_key_jwt")
                         << QStringLiteral("private key of the client robot is missing");
    QTest::newRow("ID token") << QStringLiteral(
        "--grant enterprise-managed --client-id robot --idp-client-id desk --idp-token-endpoint "
        "http://127.0.0.1:9/identity")
                              << QStringLiteral("Your ID token is missing");
}

void TstCliGrants::saysWhatIsMissing()
{
    QFETCH(QString, options);
    QFETCH(QString, part);
    m_environment.remove(QStringLiteral("SONDE_CLIENT_SECRET"));
    ProtectedServer server;
    const Run run = list(server, options.split(u' '));
    COMPARE_CODE(run, 3);
    QVERIFY2(run.err.contains(part.toUtf8()), run.err.constData());
    QCOMPARE(server.count("/token"), 0);
}

QTEST_GUILESS_MAIN(TstCliGrants)
#include "tst_cligrants.moc"
