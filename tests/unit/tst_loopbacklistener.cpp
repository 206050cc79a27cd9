// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/browser.h"
#include "auth/base/urlrules.h"
#include "auth/browser/loopbacklistener.h"

#include <QFile>
#include <QSignalSpy>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde::auth;

// The door that the browser comes back to, and the way the browser is started.
class TestLoopbackListener : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesOneRedirect();
    void refusesWhatIsNotForIt_data();
    void refusesWhatIsNotForIt();
    void boundsARequestAndConnections();
    void wishesForAPort();
    void listensOnThisMachineOnly();
    void startsTheBrowserWithoutAShell();
    void saysThatABrowserIsMissing();

private:
    static QByteArray responseTo(const QUrl &address, const QByteArray &request);
    static QByteArray get(const QByteArray &target, const QByteArray &host);
};

QByteArray TestLoopbackListener::responseTo(const QUrl &address, const QByteArray &request)
{
    QTcpSocket socket;
    socket.connectToHost(u"127.0.0.1"_s, quint16(address.port()));
    socket.write(request);
    QByteArray response;
    const bool closed = QTest::qWaitFor([&] {
        response += socket.readAll();
        return socket.state() == QAbstractSocket::UnconnectedState;
    });
    return closed ? response : response + " (still open)";
}

QByteArray TestLoopbackListener::get(const QByteArray &target, const QByteArray &host)
{
    return "GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n";
}

void TestLoopbackListener::takesOneRedirect()
{
    LoopbackListener listener;
    QSignalSpy redirected(&listener, &LoopbackListener::redirected);
    const auto address = listener.open(0, true);
    QVERIFY(address.ok());
    QCOMPARE(address->host(), u"127.0.0.1"_s);
    const QByteArray host = "127.0.0.1:" + QByteArray::number(address->port());
    const QByteArray response =
        responseTo(*address, get("/callback?code=SECRET&state=a%20b", host));
    QVERIFY(response.startsWith("HTTP/1.1 200 OK\r\n"));
    QVERIFY(response.contains("Cache-Control: no-store"));
    QVERIFY(!response.contains("SECRET")); // the page says the same to everybody
    QCOMPARE(redirected.size(), 1);
    QCOMPARE(redirected.front().front().toByteArray(), QByteArray("code=SECRET&state=a%20b"));
    QVERIFY(!listener.isOpen());
    QTcpSocket second;
    second.connectToHost(u"127.0.0.1"_s, quint16(address->port()));
    QTRY_COMPARE(second.error(), QAbstractSocket::ConnectionRefusedError);
}

void TestLoopbackListener::refusesWhatIsNotForIt_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("status");
    const auto row = [](const char *name, const char *request, const char *status) {
        QTest::newRow(name) << QByteArray(request) << QByteArray(status);
    };
    row("icon", "GET /favicon.ico HTTP/1.1\r\nHost: @\r\n\r\n", "404");
    row("another path", "GET /callback2?code=x HTTP/1.1\r\nHost: @\r\n\r\n", "404");
    row("another port", "GET /callback?code=x HTTP/1.1\r\nHost: 127.0.0.1:1\r\n\r\n", "400");
    row("another name", "GET /callback?code=x HTTP/1.1\r\nHost: evil.example\r\n\r\n", "400");
    row("two names", "GET /callback?code=x HTTP/1.1\r\nHost: @\r\nHost: @\r\n\r\n", "400");
    row("no name", "GET /callback?code=x HTTP/1.1\r\n\r\n", "400");
    row("form", "POST /callback?code=x HTTP/1.1\r\nHost: @\r\n\r\n", "405");
    row("no HTTP", "hello\r\n\r\n", "400");
    row("whole address", "GET http://evil.example/callback HTTP/1.1\r\nHost: @\r\n\r\n", "404");
}

void TestLoopbackListener::refusesWhatIsNotForIt()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, status);
    LoopbackListener listener;
    QSignalSpy redirected(&listener, &LoopbackListener::redirected);
    const auto address = listener.open(0, true);
    QVERIFY(address.ok());
    const QByteArray host = "127.0.0.1:" + QByteArray::number(address->port());
    request.replace("@", host);
    const QByteArray response = responseTo(*address, request);
    QCOMPARE(response.mid(9, 3), status);
    QVERIFY(redirected.isEmpty());
    QVERIFY(listener.isOpen()); // the right one may still come
}

void TestLoopbackListener::boundsARequestAndConnections()
{
    LoopbackListener listener;
    const auto address = listener.open(0, true);
    QVERIFY(address.ok());
    const QByteArray response = responseTo(
        *address, "GET /callback?" + QByteArray(LoopbackListener::kMaxHead, 'x') + " HTTP/1.1\r\n");
    QCOMPARE(response.mid(9, 3), QByteArray("431"));
    std::vector<std::unique_ptr<QTcpSocket>> silent;
    for (int i = 0; i <= LoopbackListener::kMaxConnections; ++i) {
        silent.push_back(std::make_unique<QTcpSocket>());
        silent.back()->connectToHost(u"127.0.0.1"_s, quint16(address->port()));
    }
    // One too many is not kept.
    QTRY_COMPARE(std::count_if(silent.begin(), silent.end(),
                     [](const auto &socket) {
                         return socket->state() == QAbstractSocket::UnconnectedState;
                     }),
        1);
}

void TestLoopbackListener::wishesForAPort()
{
    QTcpServer taken;
    QVERIFY(taken.listen(QHostAddress::LocalHost));
    LoopbackListener listener;
    const auto other = listener.open(taken.serverPort(), true);
    QVERIFY(other.ok());
    QVERIFY(other->port() != taken.serverPort());
    const auto none = listener.open(taken.serverPort(), false);
    QVERIFY(!none.ok());
    QVERIFY(none.error().sentence.contains(QString::number(taken.serverPort())));
}

void TestLoopbackListener::listensOnThisMachineOnly()
{
    LoopbackListener listener;
    const auto address = listener.open(0, true);
    QVERIFY(address.ok());
    QTcpSocket other; // 127.0.0.2 is this machine too, but not where it listens
    other.connectToHost(u"127.0.0.2"_s, quint16(address->port()));
    QTRY_COMPARE(other.error(), QAbstractSocket::ConnectionRefusedError);
}

void TestLoopbackListener::startsTheBrowserWithoutAShell()
{
    const QTemporaryDir folder;
    const QString said = folder.filePath(u"said"_s);
    QFile script(folder.filePath(u"browser"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    script.write("#!/bin/sh\nprintf '%s\\n' \"$#\" \"$1\" \"$2\" > " + said.toUtf8() + ".new && mv "
        + said.toUtf8() + ".new " + said.toUtf8() + "\n");
    script.close();
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    const QUrl url(u"https://as.example/a?x=$(touch%20gone)&y=;id&z=*"_s, QUrl::StrictMode);
    QVERIFY(!browserRefusalOf(url));
    CommandBrowser browser(script.fileName() + u"  --new "_s);
    QVERIFY(browser.open(url).ok());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(said), 20'000);
    QFile heard(said);
    QVERIFY(heard.open(QIODevice::ReadOnly));
    QCOMPARE(heard.readAll(), "2\n--new\n" + url.toEncoded() + '\n');
}

void TestLoopbackListener::saysThatABrowserIsMissing()
{
    CommandBrowser browser(u"/no/such/browser"_s);
    const auto opened = browser.open(QUrl(u"https://as.example/"_s));
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().sentence.contains(u"/no/such/browser"));
}

QTEST_GUILESS_MAIN(TestLoopbackListener)
#include "tst_loopbacklistener.moc"
