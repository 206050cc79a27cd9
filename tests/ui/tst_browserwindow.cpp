// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "browser/addressbar.h"
#include "browser/browsersession.h"
#include "browser/browserwindow.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "support/buttons.h"
#include "support/patience.h"
#include "support/places.h"
#include "support/protectedserver.h"

#include <QAbstractButton>
#include <QApplication>
#include <QFile>
#include <QSignalSpy>
#include <QTest>
#include <QWebEngineView>

#include <algorithm>
#include <csignal>
#include <memory>
#include <optional>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::browser;
using namespace sonde::test;
using auth::BrowserEvent;
using Kind = BrowserEvent::Kind;

namespace {

auth::BrowserOrder orderFor(const QString &origin)
{
    auth::BrowserOrder order;
    order.kind = auth::BrowserOrder::Kind::Open;
    order.url =
        QUrl(origin + u"/authorize?state=s&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcallback"_s);
    order.redirectUri = QUrl(u"http://127.0.0.1:1/callback"_s);
    order.title = u"notes"_s;
    return order;
}

// A session, and everything that it has reported.
struct Bench {
    explicit Bench(const auth::BrowserOrder &order)
        : session(order)
    {
        QObject::connect(&session, &BrowserSession::reported,
            [this](const BrowserEvent &event) { events << event; });
        session.start();
    }
    int count(Kind kind, const QString &part = {}) const
    {
        return int(std::count_if(events.begin(), events.end(), [&](const BrowserEvent &each) {
            return each.kind == kind && QString(each.url % u' ' % each.text).contains(part);
        }));
    }
    template <typename Widget>
    Widget *child(const QString &name = {}, int window = 0) const
    {
        return session.window(window)->findChild<Widget *>(name);
    }
    QWidget *input() const // of the page
    {
        return session.window(0)->view()->focusProxy();
    }
    // The value of an expression in the page, once it is there.
    QVariant ask(const QString &expression)
    {
        // Shared, because the page may tell it after we have gone on.
        const auto value = std::make_shared<std::optional<QVariant>>();
        session.window(0)->page()->runJavaScript(
            expression, [value](const QVariant &response) { *value = response; });
        if (QTest::qWaitFor([&] { return value->has_value(); }, kPatienceMs))
            return **value;
        qWarning("the page at %s has not told its %s",
            qPrintable(session.window(0)->page()->url().toString()), qPrintable(expression));
        return {};
    }

    BrowserSession session;
    QList<BrowserEvent> events;
};

// To the page that asks for consent, whose button has the focus then.
void logIn(Bench &bench)
{
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Loaded, u"/authorize"_s), 1, kLongPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(
        bench.ask(u"document.activeElement.name"_s).toString(), u"name"_s, kLongPatienceMs);
    QTest::keyClicks(bench.input(), u"ada"_s);
    QTest::keyClick(bench.input(), Qt::Key_Tab);
    QTest::keyClicks(bench.input(), u"SECRET-password"_s);
    QTest::keyClick(bench.input(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Loaded, u"/consent"_s), 1, kLongPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(
        bench.ask(u"document.activeElement.value"_s).toString(), u"allow"_s, kLongPatienceMs);
}

} // namespace

// The window of sonde-browser, as a person uses it.
class TestBrowserWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void findsItsTextsInTheTranslations();
    void logsInWithTheKeyboard();
    void showsWhereItIs();
    void keepsTheHostInSight_data();
    void keepsTheHostInSight();
    void saysWhatWasRefused();
    void trustsNoUnknownCertificate();
    void givesPopUpsTheSameBars();
    void goesBackReloadsAndShowsTheAddress();
    void survivesThatThePageDies();
    void canBeCancelled();
    void canBeLeftForAnotherBrowser();
    void namesItsControls();
};

void TestBrowserWindow::initTestCase()
{
    look::installLook(*qApp);
}

// lupdate puts a text under the class that it sees, and tr() asks for the class that there is.
void TestBrowserWindow::findsItsTextsInTheTranslations()
{
    QFile file(sonde::test::sourcePath("translations/sonde_ja.ts"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray texts = file.readAll();
    for (const QMetaObject *type :
        {&BrowserWindow::staticMetaObject, &BrowserPage::staticMetaObject,
            &BrowserSession::staticMetaObject, &AddressBar::staticMetaObject}) {
        const QByteArray context = QByteArray("<name>") + type->className() + "</name>";
        QVERIFY2(texts.contains(context), type->className());
    }
}

void TestBrowserWindow::logsInWithTheKeyboard()
{
    ProtectedServer server;
    server.asksPerson = true;
    Bench bench(orderFor(server.origin()));
    logIn(bench);
    QTest::keyClick(bench.input(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Redirected), 1, kLongPatienceMs);
    QCOMPARE(bench.events.back().url, u"http://127.0.0.1:1/callback?code=SECRET-code&state=s"_s);
    QVERIFY(bench.session.window(0)->isHidden());
    for (const BrowserEvent &event : bench.events)
        QVERIFY(event.kind == Kind::Redirected
            || event.line().view().find("SECRET") == std::string_view::npos);
}

void TestBrowserWindow::showsWhereItIs()
{
    ProtectedServer server;
    server.asksPerson = true;
    Bench bench(orderFor(server.origin()));
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Loaded), 1, kLongPatienceMs);
    auto *address = bench.child<AddressBar>();
    QVERIFY(address->text().startsWith(QString(server.origin() % u"/authorize?state=s"_s)));
    QVERIFY(address->isReadOnly());
    QTest::keyClicks(address, u"http://evil.example"_s);
    QVERIFY(address->text().startsWith(server.origin()));
    QCOMPARE(
        bench.child<look::ColorLabel>(u"safety"_s)->text(), u"Not encrypted, on this machine"_s);
    QCOMPARE(bench.child<look::ColorLabel>(u"state"_s)->text(), u"Loaded."_s);
    QVERIFY(bench.session.window(0)->windowTitle().contains(u"notes"));
}

void TestBrowserWindow::keepsTheHostInSight_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<int>("width");
    QTest::addColumn<QString>("host");
    QTest::newRow("room") << u"https://login.example/a?b#c"_s << 1000 << u"login.example"_s;
    QTest::newRow("long path") << u"https://login.example/"_s + QString(4000, u'x') << 300
                               << u"login.example"_s;
    QTest::newRow("port") << u"https://login.example:8443/a"_s << 1000 << u"login.example:8443"_s;
    QTest::newRow("IPv6") << u"http://[::1]:8443/a"_s << 1000 << u"[::1]:8443"_s;
    QTest::newRow("as the scheme") << u"https://https/"_s << 1000 << u"https"_s;
    QTest::newRow("user") << u"https://bank.example@evil.example/"_s << 1000 << u"evil.example"_s;
    QTest::newRow("not ASCII") << u"https://b\u00e4nk.example/"_s << 1000
                               << u"xn--bnk-qla.example"_s;
}

void TestBrowserWindow::keepsTheHostInSight()
{
    QFETCH(const QString, url);
    QFETCH(const int, width);
    QFETCH(const QString, host);
    AddressBar bar;
    bar.setUrl(QUrl(url));
    const AddressBar::Parts parts = bar.partsIn(width);
    QCOMPARE(parts.host, host);
    QVERIFY(bar.fontMetrics().horizontalAdvance(parts.behind) < width);
    // What a host belongs to is at its end.
    bar.setUrl(QUrl(u"https://"_s + u"bank.example."_s.repeated(15) + u"evil.example/"_s));
    QVERIFY(bar.partsIn(300).host.endsWith(u"evil.example"));
}

void TestBrowserWindow::saysWhatWasRefused()
{
    ProtectedServer server;
    server.asksPerson = true;
    server.script = "location='calc://x'";
    Bench bench(orderFor(server.origin()));
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Refused, u"“calc:”"_s), 1, kLongPatienceMs);
    auto *message = bench.child<look::InlineMessage>(u"message"_s);
    QTRY_VERIFY(message->isVisible());
    QVERIFY(message->sentence().contains(u"Only http and https"));
    // It says so below as well, and not that something still loads.
    auto *state = bench.child<look::ColorLabel>(u"state"_s);
    QTRY_VERIFY2(state->text().contains(u"calc:"), qPrintable(state->text()));
    QVERIFY2(!state->text().contains(u"Loading"), qPrintable(state->text()));
    QVERIFY(bench.child<AddressBar>()->text().startsWith(server.origin()));
}

void TestBrowserWindow::trustsNoUnknownCertificate()
{
    HttpScript server({u"localhost"_s, {}}, [](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(200, "text/html", "<h1>Hello</h1>");
        }
    });
    Bench bench(orderFor(u"https://localhost:%1"_s.arg(server.port())));
    QTRY_VERIFY_WITH_TIMEOUT(bench.count(Kind::Refused) > 0, kLongPatienceMs);
    const auto refused = std::find_if(bench.events.begin(), bench.events.end(),
        [](const BrowserEvent &each) { return each.kind == Kind::Refused; });
    QCOMPARE(refused->what, u"certificate"_s);
    QVERIFY(!refused->text.isEmpty());
    QTRY_VERIFY(bench.child<look::InlineMessage>(u"message"_s)->isVisible());
    QCOMPARE(server.requestCount(), 0);
}

void TestBrowserWindow::givesPopUpsTheSameBars()
{
    ProtectedServer server;
    server.asksPerson = true;
    server.script = "if(location.pathname=='/authorize')window.open('/consent?state=s"
                    "&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcallback')";
    Bench bench(orderFor(server.origin()));
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Loaded, u"/consent"_s), 1, kLongPatienceMs);
    QCOMPARE(bench.events.back().window, 1);
    QVERIFY(bench.child<AddressBar>({}, 1)->text().startsWith(
        QString(server.origin() % u"/consent"_s)));
    QVERIFY(bench.session.window(1)->isVisible());
    tests::press(bench.child<QAbstractButton>(u"cancel"_s, 1));
    QTRY_VERIFY(!bench.session.window(1));
    QCOMPARE(bench.count(Kind::Closed), 0);
    QVERIFY(bench.session.window(0)->isVisible());
}

void TestBrowserWindow::goesBackReloadsAndShowsTheAddress()
{
    ProtectedServer server;
    server.asksPerson = true;
    Bench bench(orderFor(server.origin()));
    BrowserWindow *const window = bench.session.window(0);
    logIn(bench); // a page that a person has used: the engine goes back to no other
    QApplication::setActiveWindow(window);
    QTest::keyClick(window, Qt::Key_Left, Qt::AltModifier);
    QTRY_VERIFY_WITH_TIMEOUT(
        bench.child<AddressBar>()->text().contains(u"/authorize"), kLongPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!window->page()->isLoading(), kLongPatienceMs);
    const int loads = server.count("/authorize");
    QTest::keyClick(window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(server.count("/authorize"), loads + 1, kLongPatienceMs);
    QTest::keyClick(window, Qt::Key_L, Qt::ControlModifier);
    QTRY_VERIFY(bench.child<AddressBar>()->hasFocus());
    QCOMPARE(bench.child<AddressBar>()->selectedText(), bench.child<AddressBar>()->text());
}

void TestBrowserWindow::survivesThatThePageDies()
{
    ProtectedServer server;
    server.asksPerson = true;
    Bench bench(orderFor(server.origin()));
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Loaded), 1, kLongPatienceMs);
    const qint64 pid = bench.session.window(0)->page()->renderProcessPid();
    QVERIFY(pid > 0);
    ::kill(pid_t(pid), SIGKILL);
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Crashed), 1, kLongPatienceMs);
    auto *message = bench.child<look::InlineMessage>(u"message"_s);
    QVERIFY(message->isVisible());
    tests::press(message->findChild<QAbstractButton *>()); // Reload
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Loaded), 2, kLongPatienceMs);
}

void TestBrowserWindow::canBeCancelled()
{
    ProtectedServer server;
    server.asksPerson = true;
    Bench bench(orderFor(server.origin()));
    QTRY_COMPARE_WITH_TIMEOUT(bench.count(Kind::Loaded), 1, kLongPatienceMs);
    tests::press(bench.child<QAbstractButton>(u"cancel"_s));
    QCOMPARE(bench.events.back().kind, Kind::Closed);
    const auto said = bench.events.size();
    bench.session.window(0)->page()->triggerAction(QWebEnginePage::Reload);
    QTRY_COMPARE_WITH_TIMEOUT(server.count("/authorize"), 2, kLongPatienceMs);
    QCOMPARE(bench.events.size(), said); // nothing follows
}

void TestBrowserWindow::canBeLeftForAnotherBrowser()
{
    ProtectedServer server;
    server.asksPerson = true;
    Bench bench(orderFor(server.origin()));
    tests::press(bench.child<QAbstractButton>(u"elsewhere"_s));
    QCOMPARE(bench.events.back().kind, Kind::Elsewhere);
    QVERIFY(bench.session.window(0)->isHidden());
}

void TestBrowserWindow::namesItsControls()
{
    Bench bench(orderFor(u"http://127.0.0.1:1"_s));
    const BrowserWindow *const window = bench.session.window(0);
    for (const auto *button : window->findChildren<QAbstractButton *>())
        QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty()
                || !button->isVisible(),
            qPrintable(button->objectName()));
    QVERIFY(!bench.child<AddressBar>()->accessibleName().isEmpty());
    for (const char *name : {"elsewhere", "cancel"})
        QVERIFY(bench.child<QAbstractButton>(QLatin1String(name))->text().contains(u'&'));
}

QTEST_MAIN(TestBrowserWindow)
#include "tst_browserwindow.moc"
