// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/store/memorytokenstore.h"
#include "content/json/jsontreeview.h"
#include "look/style/sondestyle.h"
#include "support/buttons.h"
#include "widgets/auth/credentialswindow.h"
#include "widgets/kit/table/propertygrid.h"

#include <QApplication>
#include <QPushButton>
#include <QTest>

using namespace sonde;

// What a token says of itself, and the token itself only when somebody asks for it.
class TestCredentialsWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void readsATokenThatIsAJwt();
    void leavesOtherTokensAlone();

private:
    auth::MemoryTokenStore m_store;
    std::unique_ptr<auth::CredentialCache> m_cache;
};

namespace {

QString encoded(const char *json)
{
    return QString::fromLatin1(
        QByteArray(json).toBase64(QByteArray::Base64UrlEncoding | QByteArray::OmitTrailingEquals));
}

auth::Tokens tokensOf(const QString &accessToken)
{
    auth::Tokens tokens;
    tokens.issuer = QStringLiteral("https://auth.example");
    tokens.resource = QStringLiteral("https://mcp.example/mcp");
    tokens.accessToken = Secret(accessToken);
    tokens.requestedScopes = QStringList{QStringLiteral("read")};
    tokens.expiresMs = 1'795'000'000'000;
    return tokens;
}

bool isShown(const widgets::CredentialsWindow &window, const QString &name)
{
    const auto *tree = window.findChild<content::JsonTreeView *>(name);
    return tree && tree->isVisible();
}

} // namespace

void TestCredentialsWindow::init()
{
    m_cache = std::make_unique<auth::CredentialCache>(&m_store);
}

void TestCredentialsWindow::readsATokenThatIsAJwt()
{
    const QString token = encoded("{\"alg\":\"ES256\",\"kid\":\"7\"}") % u'.'
        % encoded("{\"aud\":\"https://mcp.example/mcp\",\"scope\":\"read\",\"exp\":1795000000}")
        % QStringLiteral(".U0VDUkVU");
    m_cache->keep(tokensOf(token));
    widgets::CredentialsWindow window(*m_cache);
    window.show();
    window.choose(0);
    QVERIFY(isShown(window, QStringLiteral("tokenHeader")));
    const auto claims = window.claims().document();
    QVERIFY(claims);
    QCOMPARE(claims->root()["aud"].toString(), QStringLiteral("https://mcp.example/mcp"));
    QCOMPARE(claims->root()["exp"].raw(), std::string_view("1795000000"));
    QCOMPARE(window.facts().value(QStringLiteral("Requested scopes")), QStringLiteral("read"));
    QVERIFY(!window.facts().value(QStringLiteral("Expires")).isEmpty());
    QVERIFY(window.shownToken().isEmpty());
    tests::press(window.findChild<QPushButton *>(QStringLiteral("revealToken")));
    QCOMPARE(window.shownToken(), token);
}

void TestCredentialsWindow::leavesOtherTokensAlone()
{
    m_cache->keep(tokensOf(QStringLiteral("opaque")));
    widgets::CredentialsWindow window(*m_cache);
    window.show();
    window.choose(0);
    QVERIFY(!isShown(window, QStringLiteral("tokenClaims")));
    QVERIFY(!window.claims().document());
    QVERIFY(!window.facts().value(QStringLiteral("Access token")).contains(u"opaque"));
}

QTEST_MAIN(TestCredentialsWindow)
#include "tst_credentialswindow.moc"
