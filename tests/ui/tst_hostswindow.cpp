// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "content/text/textdiffview.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/trace/diffmodel.h"
#include "support/hosthome.h"
#include "support/openedwindow.h"
#include "widgets/hosts/hostentrypane.h"
#include "widgets/hosts/hostexportdialog.h"
#include "widgets/hosts/hostswindow.h"
#include "widgets/hosts/tapplanpane.h"
#include "widgets/kit/field/listfilter.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QPointer>
#include <QPushButton>
#include <QTableView>
#include <QTest>

#include <functional>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using test::HostHome;
using widgets::HostsWindow;

// The window of the hosts, over a home folder with the files of several: what it shows, and that it
// changes a file only as it has shown.
class TstHostsWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();
    void showsHostsServersAndTheChange();
    void tapsAndUntapsByKeyboard();
    void cancelsWithoutAChange();
    void refusesAFileThatChangedUnderTheQuestion();
    void showsWhereAFileIsBroken();
    void warnsOfServersOfOneNameThatAreBothOn();
    void changesNoReadOnlyFile();
    void importsAServerWithItsSecret();
    void saysWhatAnotherProgramChanged();
    void unfoldsHostsThatWereNotFound();
    void tapsOtherDialectsAndUrls_data();
    void tapsOtherDialectsAndUrls();
    void filtersHostsAndServers();
    void saysWhereTheProgramIsAndCopiesIt();
    void exportsAServerToTheChosenHost();
    void namesEveryControl();

private:
    HostsWindow &window() const { return *m_window; }
    QPushButton &button(const char *name) const
    {
        return *m_window->findChild<QPushButton *>(QLatin1String(name));
    }
    void openAgain();
    QStringList problemsOf(const char *host, const QString &part); // the sentences with that part
    bool choose(const char *host, const QString &name);
    bool isPlanned(const char *name) const; // the button of what is planned is enabled
    QPushButton *question() const; // its button that taps, while it is open
    void closeQuestion(bool taps) const;

    std::unique_ptr<HostHome> m_home;
    std::unique_ptr<QTemporaryDir> m_settings;
    std::unique_ptr<Opened> m_opened;
    HostsWindow *m_window = nullptr;
};

namespace {

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

} // namespace

void TstHostsWindow::init()
{
    m_settings = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_settings->path());
    m_home = std::make_unique<HostHome>();
    QAction *const action = m_opened->window.actions().hosts;
    QVERIFY(!action->shortcut().isEmpty());
    action->trigger();
    m_window = m_opened->window.findChild<HostsWindow *>();
    QVERIFY(m_window);
    QVERIFY(holds([this] { return m_window->hostList().found() == 7; }));
}

void TstHostsWindow::cleanup()
{
    m_opened.reset();
    m_home.reset();
    m_settings.reset();
}

void TstHostsWindow::openAgain()
{
    const QPointer<HostsWindow> before(m_window);
    m_window->close();
    QVERIFY(holds([&before] { return !before; }));
    m_opened->window.actions().hosts->trigger();
    m_window = m_opened->window.findChild<HostsWindow *>();
    QVERIFY(m_window);
    QVERIFY(holds([this] { return m_window->hostList().found() >= 7; }));
}

QStringList TstHostsWindow::problemsOf(const char *host, const QString &part)
{
    window().chooseHost(QLatin1String(host));
    QStringList sentences;
    for (const models::Property &problem : window().entryPane().problems()) {
        if (problem.value.contains(part))
            sentences += problem.value;
    }
    return sentences;
}

bool TstHostsWindow::choose(const char *host, const QString &name)
{
    window().chooseHost(QLatin1String(host));
    for (int row = 0; row < window().entryPane().model().rowCount(); ++row) {
        const models::ChosenEntry entry = window().entryPane().model().at(row);
        if (entry && entry.entry().name == name)
            window().entryPane().entries().selectRow(row);
    }
    const models::ChosenEntry chosen = window().entryPane().chosen();
    return chosen && chosen.entry().name == name;
}

bool TstHostsWindow::isPlanned(const char *name) const
{
    return holds([this, name] { return button(name).isEnabled(); });
}

QPushButton *TstHostsWindow::question() const
{
    return m_window->findChild<QPushButton *>(u"confirmTap"_s);
}

void TstHostsWindow::closeQuestion(bool taps) const
{
    QVERIFY(question());
    QTest::keyClick(question()->window(), taps ? Qt::Key_Return : Qt::Key_Escape);
    QVERIFY(holds([this] { return !question(); }));
}

void TstHostsWindow::showsHostsServersAndTheChange()
{
    QVERIFY(choose("cursor", u"weather"_s));
    QVERIFY(isPlanned("addTap"));
    QVERIFY(!button("removeTap").isEnabled());
    QVERIFY(button("addTap").isDefault());
    const content::TextDiffView &lines = window().planPane().lines();
    QVERIFY(holds([&] { return lines.isReady() && lines.model().rowCount() > 0; }));
    QCOMPARE(lines.model().diff().removed, 2);
    QCOMPARE(lines.model().diff().added, 2);
    for (int row = 0; row < lines.model().rowCount(); ++row)
        QVERIFY(!lines.model().index(row).data().toString().contains(u"sk-1234567890"_s));
    QCOMPARE(window().planPane().places().rowCount(), 2);
    QVERIFY(window().planPane().warning().isVisible());
    QVERIFY(
        window().planPane().warning().sentence().contains(u"cursor-agent mcp enable weather"_s));
    QCOMPARE(m_home->read(HostHome::kCursor), QByteArray(HostHome::kCursorText));
    // A server with a URL has no tap: the pane says why.
    QVERIFY(choose("cursor", u"tickets"_s));
    QVERIFY(holds([&] { return window().planPane().places().rowCount() == 0; }));
    QVERIFY(!button("addTap").isEnabled());
    QVERIFY(button("importEntry").isEnabled());
}

void TstHostsWindow::tapsAndUntapsByKeyboard()
{
    QVERIFY(choose("vscode", u"weather"_s));
    QVERIFY(isPlanned("addTap"));
    QTest::keyClick(&button("addTap"), Qt::Key_Space);
    closeQuestion(true);
    QVERIFY(isPlanned("removeTap"));
    const QByteArray tapped = m_home->read(HostHome::kVsCode);
    QVERIFY(tapped.contains("sonde-cli"));
    QVERIFY(tapped.contains("// the shell"));
    QVERIFY(window().message().contains(u"weather"_s));
    // The tapped entry is still the chosen one.
    QCOMPARE(window().entryPane().chosen().entry().name, u"weather"_s);
    QTest::keyClick(&button("removeTap"), Qt::Key_Space);
    QVERIFY(isPlanned("addTap"));
    QCOMPARE(m_home->read(HostHome::kVsCode), QByteArray(HostHome::kVsCodeText));
}

void TstHostsWindow::cancelsWithoutAChange()
{
    QVERIFY(choose("claude-desktop", u"files"_s));
    QVERIFY(isPlanned("addTap"));
    button("addTap").click();
    closeQuestion(false);
    QCOMPARE(m_home->read(HostHome::kDesktop), QByteArray(HostHome::kDesktopText));
    QVERIFY(!QFileInfo::exists(m_home->path(".local/share/sonde/hosts")));
}

void TstHostsWindow::refusesAFileThatChangedUnderTheQuestion()
{
    QVERIFY(choose("claude-desktop", u"files"_s));
    QVERIFY(isPlanned("addTap"));
    button("addTap").click();
    QVERIFY(question());
    const QByteArray other = R"({"mcpServers": {"files": {"command": "cat"}}})";
    m_home->write(HostHome::kDesktop, other);
    closeQuestion(true);
    QVERIFY(holds([this] { return !window().message().isEmpty(); }));
    QVERIFY(window().message().contains(u"claude_desktop_config.json"_s));
    QCOMPARE(m_home->read(HostHome::kDesktop), other);
}

void TstHostsWindow::showsWhereAFileIsBroken()
{
    window().chooseHost(u"gemini"_s);
    const models::HostEntryModel &entries = window().entryPane().model();
    QCOMPARE(entries.rowCount(), 2);
    const QString sentence = entries.index(1, 0).data().toString();
    QVERIFY2(sentence.contains(u"5"_s) && sentence.contains(u"7"_s), qPrintable(sentence));
    QCOMPARE(window().entryPane().problems().size(), std::size_t(1));
    window().entryPane().entries().selectRow(1);
    QVERIFY(!button("addTap").isEnabled());
    QVERIFY(!button("removeTap").isEnabled());
    QVERIFY(!button("importEntry").isEnabled());
    QVERIFY(button("openHostFile").isEnabled()); // to repair it
}

// The user's file and that of the project, in which the window was opened.
void TstHostsWindow::warnsOfServersOfOneNameThatAreBothOn()
{
    const QString part = u"server of the same name"_s;
    QCOMPARE(problemsOf("claude-code", part), QStringList());
    QCOMPARE(problemsOf("cursor", part), QStringList());
    m_home->write("src/.mcp.json", R"({"mcpServers":{"notes":{"command":"sh"}}})");
    m_home->write("src/.cursor/mcp.json",
        R"({"mcpServers":{"weather":{"command":"sh"},"tickets":{"command":"sh","disabled":true}}})");
    openAgain();
    // Its documentation says which one it starts.
    const QStringList code = problemsOf("claude-code", part);
    QCOMPARE(code.size(), 1);
    QVERIFY2(code.front().contains(u"src/.mcp.json"_s), qPrintable(code.front()));
    // Not known of this host; said of both, and not of the pair of which one is disabled.
    const QStringList cursor = problemsOf("cursor", part);
    QCOMPARE(cursor.size(), 2);
    for (const QString &said : cursor)
        QVERIFY2(said.contains(u"is not known"_s), qPrintable(said));
}

void TstHostsWindow::changesNoReadOnlyFile()
{
    QVERIFY(choose("kiro", u"locked"_s));
    QVERIFY(isPlanned("addTap"));
    button("addTap").click();
    closeQuestion(true);
    QVERIFY(holds([this] { return !window().message().isEmpty(); }));
    QVERIFY(window().message().contains(u"mcp.json"_s));
    QCOMPARE(m_home->read(HostHome::kReadOnly), QByteArray(HostHome::kReadOnlyText));
}

void TstHostsWindow::importsAServerWithItsSecret()
{
    QVERIFY(choose("cursor", u"weather"_s));
    button("importEntry").click();
    const config::Profile *profile = m_opened->workspace.profiles().find(u"weather"_s);
    QVERIFY(profile);
    QCOMPARE(profile->program, u"sh"_s);
    QCOMPARE(profile->secretVariables, QStringList({u"WEATHER_API_KEY"_s}));
    QCOMPARE(m_opened->workspace.current(), u"weather"_s);
    QFile file(m_opened->workspace.profiles().path());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("sk-1234567890"));
    // A second one of that name gets a name of its own, and a note says what is missing.
    QVERIFY(choose("vscode", u"weather"_s));
    button("importEntry").click();
    QCOMPARE(m_opened->workspace.profiles().profiles().size(), std::size_t(2));
    QVERIFY(window().message().contains(u"${input:weather-key}"_s));
    QCOMPARE(m_home->read(HostHome::kCursor), QByteArray(HostHome::kCursorText));
}

void TstHostsWindow::saysWhatAnotherProgramChanged()
{
    QVERIFY(choose("cursor", u"weather"_s));
    m_home->write(HostHome::kCursor,
        R"({"mcpServers": {"first": {"command": "cat"}, "weather": {"command": "sh"}}})");
    const auto *state = window().findChild<QLabel *>(u"hostsState"_s);
    QVERIFY(state);
    QVERIFY(holds([&] { return state->text().contains(u"first"_s); }));
    QCOMPARE(window().entryPane().chosen().entry().name, u"weather"_s);
}

void TstHostsWindow::unfoldsHostsThatWereNotFound()
{
    QTableView &list = window().hostView();
    const int folded = window().hostList().rowCount();
    list.setFocus();
    list.selectRow(folded - 1);
    QTest::keyClick(&list, Qt::Key_Return);
    QVERIFY(window().hostList().rowCount() > 40);
    QTest::keyClick(&list, Qt::Key_Return);
    QCOMPARE(window().hostList().rowCount(), folded);
}

void TstHostsWindow::tapsOtherDialectsAndUrls_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("file");
    QTest::newRow("toml") << QByteArray("codex") << u"weather"_s << QByteArray(HostHome::kCodex);
    QTest::newRow("url") << QByteArray("cursor") << u"tickets"_s << QByteArray(HostHome::kCursor);
}

void TstHostsWindow::tapsOtherDialectsAndUrls()
{
    QFETCH(QByteArray, host);
    QFETCH(QString, name);
    QFETCH(QByteArray, file);
    const QByteArray before = m_home->read(file.constData());
    QVERIFY(choose(host.constData(), name));
    QVERIFY(isPlanned("addTap"));
    button("addTap").click();
    closeQuestion(true);
    QVERIFY(holds([&] { return m_home->read(file.constData()) != before; }));
    QVERIFY(m_home->read(file.constData()).contains("\"tap\""));
    QVERIFY(isPlanned("removeTap"));
    button("removeTap").click();
    QVERIFY(holds([&] { return m_home->read(file.constData()) == before; }));
}

void TstHostsWindow::filtersHostsAndServers()
{
    const models::HostListModel &list = window().hostList();
    const models::HostEntryModel &entries = window().entryPane().model();
    QVERIFY(choose("cursor", u"tickets"_s));
    QTest::keySequence(&window(), QKeySequence::Find);
    QVERIFY(window().filter().hasFocus());
    QTest::keyClicks(&window().filter(), u"weather"_s);
    QCOMPARE(list.rowCount(), 2 + 3); // Cursor, VS Code and Codex
    QCOMPARE(list.found(), 7);
    QCOMPARE(entries.host(), hosts::findHost(u"cursor"_s));
    QCOMPARE(entries.servers(), 1);
    QCOMPARE(window().entryPane().chosen().entry().name, u"weather"_s);
    QTest::keyClicks(&window().filter(), u" nothing"_s);
    QCOMPARE(list.rowCount(), 2);
    window().filter().clear();
    QCOMPARE(list.rowCount(), 2 + 7);
    QTest::keyClicks(&window().filter(), u"curso"_s);
    QCOMPARE(list.rowCount(), 2 + 1);
    QCOMPARE(entries.servers(), 2); // the host's name has the text
}

void TstHostsWindow::saysWhereTheProgramIsAndCopiesIt()
{
    QVERIFY(choose("cursor", u"weather"_s));
    QAction *const copy = m_window->findChild<QAction *>(u"copyFacts"_s);
    QVERIFY(copy);
    copy->trigger();
    const QString facts = QGuiApplication::clipboard()->text();
    QVERIFY2(facts.contains(u"/sh · "_s), qPrintable(facts)); // the folder of PATH
    QVERIFY2(!facts.contains(u"sk-1234567890"_s), qPrintable(facts));
    m_window->findChild<QAction *>(u"copyProblems"_s)->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().contains(u"weather: "_s));
}

void TstHostsWindow::exportsAServerToTheChosenHost()
{
    QPushButton &exporting = button("exportServer");
    QVERIFY(!exporting.isEnabled()); // Sonde has no servers
    QVERIFY(choose("cursor", u"weather"_s));
    button("importEntry").click();
    QVERIFY(exporting.isEnabled());
    QCOMPARE(exporting.menu()->actions().size(), 1);
    window().chooseHost(u"codex"_s);
    exporting.menu()->actions().front()->trigger();
    auto *dialog = window().findChild<widgets::HostExportDialog *>();
    QVERIFY(dialog);
    QCOMPARE(dialog->hosts().currentData().toString(), u"codex"_s);
    QVERIFY(holds([dialog] { return !dialog->message().isHidden(); })); // the name is taken
    window().chooseHost(u"vscode"_s);
    dialog->chooseHost(u"claude-desktop"_s);
    auto *add = dialog->findChild<QPushButton *>(u"addToHost"_s);
    QVERIFY(holds([add] { return add->isEnabled(); }));
    add->click();
    QVERIFY(holds([this] { return m_home->read(HostHome::kDesktop).contains("\"weather\""); }));
    QVERIFY(!m_home->read(HostHome::kDesktop).contains("sk-1234567890"));
    QVERIFY(holds([this] { return window().message().contains(u"Claude Desktop"_s); }));
}

void TstHostsWindow::namesEveryControl()
{
    for (const auto *view : window().findChildren<QAbstractItemView *>()) {
        if (!qobject_cast<const QHeaderView *>(view)) // a part of a named table
            QVERIFY2(!view->accessibleName().isEmpty(), view->metaObject()->className());
    }
    for (const auto *control : window().findChildren<QPushButton *>()) {
        if (control->isVisible())
            QVERIFY2(control->text().contains(u'&'), qPrintable(control->text()));
    }
}

QTEST_MAIN(TstHostsWindow)
#include "tst_hostswindow.moc"
