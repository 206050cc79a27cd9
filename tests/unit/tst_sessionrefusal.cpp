// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/sessionrefusal.h"

#include <QTest>

using namespace sonde::wire;

class TestSessionRefusal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsASessionFromALogin_data();
    void tellsASessionFromALogin();
    void readsOnlyTheBeginning();
};

void TestSessionRefusal::tellsASessionFromALogin_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QByteArray>("challenge");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("isAboutSession");
    const auto row = [](int status, const char *challenge, const char *text, bool is) {
        QTest::addRow("%d %s %s", status, challenge, text)
            << status << QByteArray(challenge) << QByteArray(text) << is;
    };
    row(401, "", "Unauthorized: Session not found", true);
    row(401, "", "Unauthorized", false);
    row(401, "", "", false);
    row(401, "Bearer", "Session not found", false);
    row(401, "", "Your session has expired. Please log in again.", false);
    row(401, "", "Invalid session token", false);
    row(403, "", "INVALID SESSION", true);
    row(403, "Bearer error=\"insufficient_scope\"", "Invalid session", false);
    row(400, "", "Mcp-Session-Id header is required", true);
    row(400, "Bearer", "Mcp-Session-Id header is required", true);
    row(410, "", "sessionId is unknown", true);
    row(404, "", "Session not found", false);
    row(429, "", "Too many sessions", false);
    row(500, "", "Session store failed", false);
    row(200, "", "session", false);
}

void TestSessionRefusal::tellsASessionFromALogin()
{
    QFETCH(int, status);
    QFETCH(QByteArray, challenge);
    QFETCH(QByteArray, text);
    HttpHead head;
    head.status = status;
    if (!challenge.isEmpty())
        head.headers.add("WWW-Authenticate", challenge);
    QTEST(isSessionRefusal(head, {text.constData(), std::size_t(text.size())}), "isAboutSession");
}

void TestSessionRefusal::readsOnlyTheBeginning()
{
    const std::string text = std::string(kMaxRefusalText - 7, ' ') + "session";
    QVERIFY(namesSession(text));
    QVERIFY(!namesSession(' ' + text));
}

QTEST_APPLESS_MAIN(TestSessionRefusal)
#include "tst_sessionrefusal.moc"
