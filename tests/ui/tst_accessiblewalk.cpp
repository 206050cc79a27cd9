// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/accessibletree.h"
#include "support/patience.h"
#include "support/places.h"
#include "support/publishedservers.h"

#include <QDBusArgument>
#include <QDBusConnection>
#include <QDBusMessage>
#include <QDBusMetaType>
#include <QDBusVariant>
#include <QProcess>
#include <QProcessEnvironment>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::test;

namespace {

constexpr int kMostSteps = 20; // until a control is reached

} // namespace

// Waits by the clock: a look at all controls takes a while, which the macros of QTest do not count.
//
// A person who does not see the window and has no mouse: everything that is known of it comes over
// the accessibility bus, everything that is done are keys, and Sonde is a program of its own.
class TstAccessibleWalk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void connectsServers();
    void namesEveryControl();
    void callsATool();
    void filtersTheTrace();
    void reviewsARequest();
    void savesAndReopens();
    void cleanupTestCase();

public Q_SLOTS:
    void hear(const QDBusMessage &announcement);

private:
    void startScreen();
    void startSonde();
    int run(const QStringList &arguments) const;
    void press(const QString &keys);
    void type(const QString &text);
    void connectTo(const QString &command, const QString &name);
    void goTo(const QString &key, const QString &role, const QString &words);
    std::optional<Accessible> find(const QString &role, const QString &words) const;
    bool isThere(const QString &role, const QString &words) const;
    std::optional<Accessible> focused() const;
    QString told(const Accessible &control) const; // "push button “Send”"

    QTemporaryDir m_folder;
    QProcessEnvironment m_environment = QProcessEnvironment::systemEnvironment();
    QProcess m_screen;
    QProcess m_manager;
    QProcess m_sonde;
    QStringList m_heard;
    std::optional<AccessibleTree> m_tree;
    std::optional<Accessible> m_program;
};

void TstAccessibleWalk::initTestCase()
{
    for (const char *program : {"Xvfb", "openbox", "xdotool"}) {
        if (QStandardPaths::findExecutable(QString::fromLatin1(program)).isEmpty())
            QSKIP("Xvfb, openbox or xdotool is missing: run ./dev test, which installs them.");
    }
    if (const QString missing = missingServers(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QVERIFY(m_folder.isValid());
    for (const char *variable : {"HOME", "XDG_RUNTIME_DIR", "XDG_CONFIG_HOME", "XDG_DATA_HOME"})
        m_environment.insert(QString::fromLatin1(variable), m_folder.path());
    startScreen();
    if (QTest::currentTestFailed())
        return;
    m_tree.emplace();
    if (!m_tree->isValid())
        QSKIP("There is no accessibility bus: run ./dev test, which installs at-spi2-core.");
    m_tree->listen(this, SLOT(hear(QDBusMessage)));
    startSonde();
}

void TstAccessibleWalk::hear(const QDBusMessage &announcement)
{
    m_heard << announcement.arguments().value(3).value<QDBusVariant>().variant().toString();
}

void TstAccessibleWalk::startScreen()
{
    // Without -noreset the screen begins anew, and drops who connects just then, whenever its last
    // program has left it: the look for the manager was such a one.
    m_screen.start(QStringLiteral("Xvfb"),
        {QStringLiteral("-displayfd"), QStringLiteral("1"), QStringLiteral("-noreset"),
            QStringLiteral("-screen"), QStringLiteral("0"), QStringLiteral("1280x800x24")});
    QVERIFY(QTest::qWaitFor([&] { return m_screen.canReadLine(); }, kPatienceMs));
    m_environment.insert(
        QStringLiteral("DISPLAY"), u':' + QString::fromLatin1(m_screen.readLine().trimmed()));
    // What the bus starts needs the screen, too.
    QDBusMessage update = QDBusMessage::createMethodCall(QStringLiteral("org.freedesktop.DBus"),
        QStringLiteral("/org/freedesktop/DBus"), QStringLiteral("org.freedesktop.DBus"),
        QStringLiteral("UpdateActivationEnvironment"));
    qDBusRegisterMetaType<QMap<QString, QString>>();
    update << QVariant::fromValue(QMap<QString, QString>{
        {QStringLiteral("DISPLAY"), m_environment.value(QStringLiteral("DISPLAY"))}});
    QDBusConnection::sessionBus().call(update);
    m_manager.setProcessEnvironment(m_environment);
    m_manager.start(QStringLiteral("openbox"), QStringList());
    QVERIFY(m_manager.waitForStarted());
    // A window that is there before its manager is never given the keyboard. Only a screen that is
    // managed knows its desktop.
    QVERIFY(QTest::qWaitFor(
        [&] { return run({QStringLiteral("get_desktop")}) == 0; }, kLongPatienceMs));
}

void TstAccessibleWalk::startSonde()
{
    m_environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
    m_environment.insert(QStringLiteral("QT_LINUX_ACCESSIBILITY_ALWAYS_ON"), QStringLiteral("1"));
    m_environment.remove(QStringLiteral("WAYLAND_DISPLAY"));
    // libxkbcommon copies names out of packets of X11 that no zero ends, within their length.
    m_environment.insert(QStringLiteral("ASAN_OPTIONS"),
        QString(m_environment.value(QStringLiteral("ASAN_OPTIONS"))
            % QStringLiteral(":strict_string_checks=0")));
    m_sonde.setProcessEnvironment(m_environment);
    m_sonde.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    m_sonde.start(sonde::test::programPath("sonde"), {QStringLiteral("--no-keychain")});
    QVERIFY(QTest::qWaitFor(
        [&] { return (m_program = m_tree->program(QStringLiteral("sonde"))).has_value(); },
        kLongPatienceMs));
    QVERIFY(QTest::qWaitFor(
        [&] {
            return isThere(
                QStringLiteral("list item"), QStringLiteral("demo, stdio, connected, 2026-07-28"));
        },
        kLongPatienceMs));
    QVERIFY(QTest::qWaitFor([&] { return focused().has_value(); }, kLongPatienceMs));
}

// xdotool on the screen; its exit code, -1 where it did not end by itself.
int TstAccessibleWalk::run(const QStringList &arguments) const
{
    QProcess tool;
    tool.setProcessEnvironment(m_environment);
    tool.setStandardErrorFile(QProcess::nullDevice());
    tool.start(QStringLiteral("xdotool"), arguments);
    const bool ended = tool.waitForFinished(kPatienceMs);
    return ended && tool.exitStatus() == QProcess::NormalExit ? tool.exitCode() : -1;
}

void TstAccessibleWalk::press(const QString &keys)
{
    QCOMPARE(run({QStringLiteral("key"), keys}), 0);
}

void TstAccessibleWalk::type(const QString &text)
{
    QCOMPARE(run({QStringLiteral("type"), text}), 0);
}

std::optional<Accessible> TstAccessibleWalk::find(const QString &role, const QString &words) const
{
    return m_tree->find(*m_program, role, words);
}

bool TstAccessibleWalk::isThere(const QString &role, const QString &words) const
{
    return find(role, words).has_value();
}

// Lists and trees tell of their current row as well: the last one is where the keys go.
std::optional<Accessible> TstAccessibleWalk::focused() const
{
    const QStringList taking{QStringLiteral("text"), QStringLiteral("push button"),
        QStringLiteral("check box"), QStringLiteral("radio button"), QStringLiteral("combo box"),
        QStringLiteral("list"), QStringLiteral("tree"), QStringLiteral("table"),
        QStringLiteral("button menu"), QStringLiteral("spin box")};
    std::optional<Accessible> found;
    m_tree->visit(*m_program, [&](const Accessible &control) {
        if (m_tree->hasFocus(control) && taking.contains(m_tree->role(control)))
            found = control;
        return !found;
    });
    return found;
}

QString TstAccessibleWalk::told(const Accessible &control) const
{
    return QStringLiteral("%1 “%2”").arg(m_tree->role(control), m_tree->name(control));
}

// By one key, again and again.
void TstAccessibleWalk::goTo(const QString &key, const QString &role, const QString &words)
{
    QStringList way;
    for (int step = 0; step < kMostSteps; ++step) {
        const auto now = focused();
        if (now && m_tree->role(*now) == role && m_tree->name(*now).contains(words))
            return;
        way << (now ? told(*now) : QStringLiteral("nothing"));
        // A text that takes the Tab key for itself says what leaves it.
        const bool keeps = now && m_tree->description(*now).contains(QStringLiteral("Ctrl+Tab"));
        press(keeps ? u"ctrl+" + key : key);
    }
    QFAIL(qPrintable(
        QStringLiteral("%1 “%2” is not reached:\n%3").arg(role, words, way.join(u'\n'))));
}

void TstAccessibleWalk::connectTo(const QString &command, const QString &name)
{
    press(QStringLiteral("ctrl+n"));
    QVERIFY(QTest::qWaitFor(
        [&] { return isThere(QStringLiteral("dialog"), QStringLiteral("New server")); },
        kPatienceMs));
    type(command);
    press(QStringLiteral("Return")); // fills the fields
    const auto program = find(QStringLiteral("text"), QStringLiteral("Program"));
    QVERIFY(program);
    QTRY_COMPARE_WITH_TIMEOUT(m_tree->text(*program), QStringLiteral("node"), kPatienceMs);
    press(QStringLiteral("Return"));
    QVERIFY(QTest::qWaitFor(
        [&] {
            return isThere(QStringLiteral("list item"), name + u", stdio, connected, 2025-11-25");
        },
        kLongPatienceMs));
}

void TstAccessibleWalk::connectsServers()
{
    connectTo(u"node " + everything() + u" stdio", QStringLiteral("server-everything"));
    connectTo(
        u"node " + publishedServer(QStringLiteral("memory")), QStringLiteral("server-memory"));
    QVERIFY(isThere(QStringLiteral("list item"), QStringLiteral("demo, stdio, connected")));
    QVERIFY(isThere(QStringLiteral("label"), QStringLiteral("Revision: 2025-11-25")));
    for (const char *sentence :
        {"server-everything: connected, 2025-11-25", "server-memory: connected, 2025-11-25"}) {
        QVERIFY(QTest::qWaitFor(
            [&] { return m_heard.contains(QLatin1String(sentence)); }, kPatienceMs));
    }
}

// In every panel: what takes the focus says what it is, and nothing shows markup.
void TstAccessibleWalk::namesEveryControl()
{
    const QStringList spoken{QStringLiteral("push button"), QStringLiteral("check box"),
        QStringLiteral("combo box"), QStringLiteral("text"), QStringLiteral("spin box"),
        QStringLiteral("button menu"), QStringLiteral("table"), QStringLiteral("tree"),
        QStringLiteral("list"), QStringLiteral("page tab")};
    QStringList mute;
    QStringList marked;
    for (int panel = 1; panel <= 7; ++panel) {
        press(QStringLiteral("ctrl+%1").arg(panel));
        m_tree->visit(*m_program, [&](const Accessible &control) {
            const QString role = m_tree->role(control);
            if (spoken.contains(role) && m_tree->name(control).isEmpty())
                mute << QStringLiteral("panel %1: %2").arg(panel).arg(role);
            const QString description = m_tree->description(control);
            if (description.contains(u"<p>") || description.contains(u"<qt>"))
                marked << told(control);
            return true;
        });
    }
    QCOMPARE(mute, QStringList());
    QCOMPARE(marked, QStringList());
}

void TstAccessibleWalk::callsATool()
{
    goTo(QStringLiteral("F6"), QStringLiteral("list"), QStringLiteral("Servers"));
    press(QStringLiteral("End"));
    press(QStringLiteral("Return"));
    QVERIFY(QTest::qWaitFor(
        [&] { return isThere(QStringLiteral("combo box"), QStringLiteral("demo")); }, kPatienceMs));
    press(QStringLiteral("ctrl+2"));
    QVERIFY(QTest::qWaitFor(
        [&] { return isThere(QStringLiteral("tree"), QStringLiteral("Tools")); }, kPatienceMs));
    press(QStringLiteral("ctrl+f"));
    type(QStringLiteral("weather"));
    press(QStringLiteral("Return"));
    const auto field = focused();
    QVERIFY(field);
    QCOMPARE(told(*field), QStringLiteral("text “city, required”"));
    type(QStringLiteral("Oslo"));
    press(QStringLiteral("ctrl+Return"));
    QVERIFY(QTest::qWaitFor(
        [&] { return isThere(QStringLiteral("tree item"), QStringLiteral("\"city\": \"Oslo\"")); },
        kPatienceMs));
    QVERIFY(isThere(QStringLiteral("label"), QStringLiteral("ms ·")));
    QVERIFY(QTest::qWaitFor(
        [&] { return !m_heard.filter(QStringLiteral("get_weather: ok, ")).isEmpty(); },
        kPatienceMs));
}

void TstAccessibleWalk::filtersTheTrace()
{
    const auto rows = [this] {
        const auto table = find(QStringLiteral("table"), QStringLiteral("Messages"));
        return table ? m_tree->childCount(*table) : 0;
    };
    const int all = rows();
    QVERIFY(all > 100);
    press(QStringLiteral("ctrl+l"));
    const auto field = focused();
    QVERIFY(field);
    QCOMPARE(told(*field), QStringLiteral("text “Filter of the trace”"));
    type(QStringLiteral("method = tools/call"));
    press(QStringLiteral("Return"));
    QVERIFY(QTest::qWaitFor([&] { return rows() > 0 && rows() < all / 4; }, kPatienceMs));
    press(QStringLiteral("ctrl+l"));
    press(QStringLiteral("ctrl+a"));
    press(QStringLiteral("BackSpace"));
    QVERIFY(QTest::qWaitFor([&] { return rows() >= all; }, kPatienceMs));
}

// server-everything requests the roots of its client.
void TstAccessibleWalk::reviewsARequest()
{
    QVERIFY(QTest::qWaitFor(
        [&] {
            return isThere(QStringLiteral("push button"), QStringLiteral("Server requests (1)"));
        },
        kPatienceMs));
    press(QStringLiteral("ctrl+e"));
    QVERIFY(QTest::qWaitFor(
        [&] {
            return isThere(
                QStringLiteral("label"), QStringLiteral("server-everything requests roots"));
        },
        kPatienceMs));
    goTo(QStringLiteral("Tab"), QStringLiteral("push button"), QStringLiteral("Check and send…"));
    press(QStringLiteral("space"));
    QVERIFY(QTest::qWaitFor(
        [&] { return isThere(QStringLiteral("push button"), QStringLiteral("Send")); },
        kPatienceMs));
    goTo(QStringLiteral("Tab"), QStringLiteral("push button"), QStringLiteral("Send"));
    press(QStringLiteral("space"));
    QVERIFY(QTest::qWaitFor(
        [&] {
            return !isThere(QStringLiteral("push button"), QStringLiteral("Server requests (1)"));
        },
        kPatienceMs));
}

void TstAccessibleWalk::savesAndReopens()
{
    const QString path = m_folder.filePath(QStringLiteral("walk.sonde"));
    press(QStringLiteral("ctrl+s"));
    QVERIFY(QTest::qWaitFor(
        [&] { return isThere(QStringLiteral("dialog"), QStringLiteral("Save")); }, kPatienceMs));
    press(QStringLiteral("ctrl+a"));
    type(path);
    press(QStringLiteral("Return"));
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(path); }, kPatienceMs));
    press(QStringLiteral("ctrl+o"));
    QVERIFY(QTest::qWaitFor(
        [&] { return isThere(QStringLiteral("dialog"), QStringLiteral("Open")); }, kPatienceMs));
    type(path);
    press(QStringLiteral("Return"));
    const auto opened = [this] {
        return isThere(QStringLiteral("frame"), QStringLiteral("walk.sonde"));
    };
    QVERIFY(QTest::qWaitFor([&] { return opened(); }, kPatienceMs));
    press(QStringLiteral("ctrl+w"));
    QVERIFY(QTest::qWaitFor([&] { return !opened(); }, kPatienceMs));
}

void TstAccessibleWalk::cleanupTestCase()
{
    if (m_sonde.state() == QProcess::Running) {
        press(QStringLiteral("ctrl+q"));
        QTRY_COMPARE_WITH_TIMEOUT(m_sonde.state(), QProcess::NotRunning, kLongPatienceMs);
        QCOMPARE(m_sonde.exitStatus(), QProcess::NormalExit);
        QCOMPARE(m_sonde.exitCode(), 0);
    }
    for (QProcess *process : {&m_manager, &m_screen}) {
        process->terminate();
        process->waitForFinished(kPatienceMs);
    }
}

QTEST_GUILESS_MAIN(TstAccessibleWalk)
#include "tst_accessiblewalk.moc"
