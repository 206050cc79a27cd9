// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/statusline.h"
#include "look/access/announcements.h"
#include "look/controls/clipboard.h"
#include "look/style/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using look::Announcements;

// What a screen reader is told of, besides the control that has the keyboard.
class TestAnnouncements : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void tellsThatAServerIsConnectedAndHowACallEnded();
    void tellsOfFailuresAtOnce();
    void tellsNothingOfServersThatAreNotSelected();
    void tellsWhatWasCopied();
    void tellsOfServerRequests();
    void tellsOfHeldMessages();

private:
    void call(const QString &tool, const QByteArray &arguments);
    bool hears(const QString &words, Announcements::Urgency urgency) const;

    QStringList m_polite;
    QStringList m_assertive;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TestAnnouncements::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
    connect(&Announcements::instance(), &Announcements::announced, this,
        [this](const QString &sentence, Announcements::Urgency urgency) {
            (urgency == Announcements::Urgency::Polite ? m_polite : m_assertive) << sentence;
        });
}

void TestAnnouncements::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_polite.clear();
    m_assertive.clear();
}

void TestAnnouncements::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

bool TestAnnouncements::hears(const QString &words, Announcements::Urgency urgency) const
{
    const QStringList &heard = urgency == Announcements::Urgency::Polite ? m_polite : m_assertive;
    return QTest::qWaitFor([&] { return !heard.filter(words).isEmpty(); }, kPatienceMs);
}

void TestAnnouncements::call(const QString &tool, const QByteArray &arguments)
{
    widgets::ToolsPanel &tools = m_opened->window.tools();
    QVERIFY(QTest::qWaitFor([&] { return tools.count() > 0; }, kPatienceMs));
    m_opened->window.tools().chooseTool(tool);
    tools.callPane().sendConfirmed(Bytes::fromByteArray(arguments));
}

void TestAnnouncements::tellsThatAServerIsConnectedAndHowACallEnded()
{
    m_opened->connectTo(demo(QStringLiteral("one")));
    QVERIFY(hears(QStringLiteral("one: connected, 2026-07-28"), Announcements::Urgency::Polite));
    call(QStringLiteral("echo"), R"({"text":"a"})");
    QVERIFY(hears(QStringLiteral("echo: ok, "), Announcements::Urgency::Polite));
    QCOMPARE(m_polite.filter(QStringLiteral("echo: ok, ")).size(), 1);
    QCOMPARE(m_assertive, QStringList());
}

void TestAnnouncements::tellsOfFailuresAtOnce()
{
    m_opened->connectTo(demo(QStringLiteral("one")));
    QVERIFY(hears(QStringLiteral("one: connected"), Announcements::Urgency::Polite));
    call(QStringLiteral("get_weather"), R"({"city":5})");
    QVERIFY(hears(QStringLiteral("get_weather: "), Announcements::Urgency::Assertive));
    m_opened->connectTo(profile(QStringLiteral("broken"), QStringLiteral("/bin/false"), {}));
    QVERIFY(hears(QStringLiteral("broken: start failed"), Announcements::Urgency::Assertive));
}

void TestAnnouncements::tellsNothingOfServersThatAreNotSelected()
{
    m_opened->connectTo(demo(QStringLiteral("one")));
    m_opened->connectTo(demo(QStringLiteral("two")));
    QVERIFY(hears(QStringLiteral("two: connected"), Announcements::Urgency::Polite));
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->state(QStringLiteral("one")), mcp::ClientState::Ready, kPatienceMs);
    call(QStringLiteral("echo"), R"({"text":"a"})");
    QVERIFY(hears(QStringLiteral("echo: ok, "), Announcements::Urgency::Polite));
    // The result is there; nothing happened meanwhile.
    m_polite.clear();
    m_opened->workspace.setCurrent(QStringLiteral("one"));
    m_opened->workspace.setCurrent(QStringLiteral("two"));
    QCoreApplication::processEvents();
    QCOMPARE(m_polite, QStringList());
    QCOMPARE(m_assertive, QStringList());
}

void TestAnnouncements::tellsWhatWasCopied()
{
    look::copyToClipboard(QByteArray("12345"));
    QCOMPARE(m_polite, QStringList{QStringLiteral("Copied 5 bytes")});
}

void TestAnnouncements::tellsOfServerRequests()
{
    m_opened->connectTo(demo(QStringLiteral("one")));
    QVERIFY(hears(QStringLiteral("one: connected"), Announcements::Urgency::Polite));
    call(QStringLiteral("confirm_address"), "{}");
    QVERIFY(hears(
        QStringLiteral("1 server request waits for review"), Announcements::Urgency::Assertive));
}

void TestAnnouncements::tellsOfHeldMessages()
{
    app::StatusLine status;
    status.setHeld(1);
    status.setHeld(1); // nothing new
    status.setHeld(2);
    status.setHeld(1);
    status.setHeld(0);
    QCOMPARE(m_assertive,
        (QStringList{QStringLiteral("1 message held at a breakpoint"),
            QStringLiteral("2 messages held at breakpoints")}));
}

QTEST_MAIN(TestAnnouncements)
#include "tst_announcements.moc"
