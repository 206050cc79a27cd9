// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "look/theme/firstsize.h"
#include "review/ruledraft.h"
#include "support/buttons.h"
#include "widgets/kit/field/pastefield.h"
#include "widgets/kit/field/stringlistedit.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/kit/table/secrettable.h"
#include "widgets/servers/offersedit.h"
#include "widgets/servers/servereditor.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QDoubleSpinBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QRadioButton>
#include <QScreen>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using widgets::ServerEditor;
using widgets::SettingsPages;

// The dialog with the settings of a server.
class TestServerEditor : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void fitsASmallScreen_data();
    void fitsASmallScreen();
    void cutsNothingWhenItIsNarrow_data() { fitsASmallScreen_data(); }
    void cutsNothingWhenItIsNarrow();
    void listsThePagesOfTheKind();
    void marksWhatDiffersFromTheDefault();
    void leadsToAProblemOnAnotherPage();
    void changesThePageByKeyboard();
    void opensWithinItsScreen();
    void anEmptyServerHasNoCommand();
    void aShortTableStaysTogether();
    void aCopyIsANewServer();
    void aSecondReturnConnects();
    void refusesARevisionOfAnotherEra();
    void proposesWhatIsWatched();
    void keepsWhatIsWatched();
    void keepsWhatWasEnteredOnEscape();
    void savesARuleOfAReviewWithoutANewConnection();
    void takesAUrlOutOfItsQuotes();
    void asksForWhatIsRequired();
};

namespace {

// A screen of 1024 x 700 device pixels, less a title bar and a panel; and the same one at 200 %.
constexpr QSize kSmall(1024, 700 - 64);
constexpr QSize kNarrow(512, 350 - 32);

config::Profile byCommand()
{
    config::Profile profile;
    profile.name = QStringLiteral("weather");
    profile.program = QStringLiteral("node");
    profile.arguments = QStringList{QStringLiteral("/srv/mcp/weather/dist/index.js"),
        QStringLiteral("--verbose"), QStringLiteral("--station=Reykjavik")};
    profile.environment = {{QStringLiteral("API_KEY"), Secret(QStringLiteral("x"))}};
    profile.secretVariables = QStringList{QStringLiteral("API_KEY")};
    profile.offers.respondByRules = true;
    profile.offers.rules = R"([{"method":"elicitation/create","answer":{"action":"accept"}}])";
    return profile;
}

config::Profile byUrl()
{
    config::Profile profile = byCommand();
    profile.reachByUrl().url = QStringLiteral("https://mcp.example.org/a/rather/long/path/mcp");
    profile.http()->headers = {
        {QStringLiteral("Authorization"), Secret(QStringLiteral("Bearer x")), true}};
    profile.http()->authorization.grant = config::AuthGrant::EnterpriseManaged;
    return profile;
}

config::Profile profileOf(const QString &kind)
{
    return kind == u"url" ? byUrl() : byCommand();
}

QWidget *field(const ServerEditor &editor, const char *name)
{
    return editor.findChild<QWidget *>(QLatin1String(name));
}

} // namespace

void TestServerEditor::fitsASmallScreen_data()
{
    QTest::addColumn<QString>("kind");
    QTest::newRow("command") << QStringLiteral("command");
    QTest::newRow("url") << QStringLiteral("url");
}

// On a screen at 200 % there is half the room.
void TestServerEditor::opensWithinItsScreen()
{
    QWidget window;
    const QSize screen = window.screen()->availableSize();
    look::setFirstSize(&window, screen * 2);
    QVERIFY(window.width() < screen.width() && window.height() < screen.height());
    look::setFirstSize(&window, QSize(300, screen.height() * 2));
    QCOMPARE(window.width(), 300);
    QVERIFY(window.height() > screen.height() / 2);
    ServerEditor editor(byCommand(), {});
    QVERIFY(editor.width() < screen.width() && editor.height() < screen.height());
}

void TestServerEditor::anEmptyServerHasNoCommand()
{
    ServerEditor editor(config::Profile(), {});
    editor.show();
    for (const auto *text : editor.findChildren<QPlainTextEdit *>())
        QCOMPARE(text->toPlainText(), QString());
    const auto *arguments =
        editor.findChild<widgets::StringListEdit *>(QStringLiteral("arguments"));
    QVERIFY(arguments);
    QCOMPARE(arguments->height(), arguments->sizeHint().height());
}

void TestServerEditor::fitsASmallScreen()
{
    QFETCH(QString, kind);
    ServerEditor editor(profileOf(kind), {});
    editor.show();
    QVERIFY2(editor.width() <= kSmall.width() && editor.height() <= kSmall.height(),
        qPrintable(QStringLiteral("%1 x %2").arg(editor.width()).arg(editor.height())));
    for (int page = 0; page < ServerEditor::PageCount; ++page) {
        if (!editor.pages().isListed(page) || page == ServerEditor::ResponseRulesPage)
            continue; // the rules have lists and an editor, which use all the height there is
        editor.pages().showPage(page);
        QCoreApplication::processEvents();
        const QScrollBar *bar = editor.pages().area(page)->verticalScrollBar();
        QVERIFY2(bar->maximum() == 0,
            qPrintable(QStringLiteral("%1: %2").arg(page).arg(bar->maximum())));
    }
}

void TestServerEditor::cutsNothingWhenItIsNarrow()
{
    QFETCH(QString, kind);
    ServerEditor editor(profileOf(kind), {});
    editor.show();
    editor.resize(kNarrow);
    QCOMPARE(editor.size(), kNarrow);
    for (int page = 0; page < ServerEditor::PageCount; ++page) {
        if (!editor.pages().isListed(page))
            continue;
        editor.pages().showPage(page);
        QCoreApplication::processEvents();
        const QScrollArea *area = editor.pages().area(page);
        const int room = area->viewport()->width();
        QVERIFY2(area->horizontalScrollBar()->maximum() == 0,
            qPrintable(QStringLiteral("page %1 needs %2 px more")
                           .arg(page)
                           .arg(area->horizontalScrollBar()->maximum())));
        for (const QWidget *part :
            area->widget()->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly)) {
            const int right = part->geometry().right();
            QVERIFY2(!part->isVisible() || right < room,
                qPrintable(QStringLiteral("page %1: %2 ends at %3 of %4")
                               .arg(page)
                               .arg(part->accessibleName())
                               .arg(right)
                               .arg(room)));
        }
    }
    QVERIFY(editor.rect().contains(field(editor, "saveAndConnect")->geometry()));
}

void TestServerEditor::listsThePagesOfTheKind()
{
    ServerEditor editor(byUrl(), {});
    SettingsPages &pages = editor.pages();
    pages.showPage(ServerEditor::AuthorizationPage);
    QVERIFY(pages.isListed(ServerEditor::NetworkPage));
    QVERIFY(!pages.isListed(ServerEditor::EnvironmentPage));
    QVERIFY(pages.isListed(ServerEditor::WatchPage));
    const auto *watch = editor.findChild<QCheckBox *>(QStringLiteral("watchOn"));
    const QString ofUrl = watch->text();
    editor.findChild<QRadioButton *>(QStringLiteral("byCommand"))->click();
    QVERIFY(watch->text() != ofUrl); // a command is restarted
    QCOMPARE(pages.current(), int(ServerEditor::ConnectionPage)); // the other one is gone
    QVERIFY(!pages.isListed(ServerEditor::HeadersPage));
    QVERIFY(pages.isListed(ServerEditor::EnvironmentPage));
    QVERIFY(pages.isListed(ServerEditor::WatchPage));
}

void TestServerEditor::marksWhatDiffersFromTheDefault()
{
    config::Profile profile;
    profile.name = QStringLiteral("plain");
    profile.reachByUrl().url = QStringLiteral("https://example.org/mcp");
    ServerEditor editor(profile, {});
    editor.show();
    SettingsPages &pages = editor.pages();
    for (int page = 0; page < ServerEditor::PageCount; ++page)
        QVERIFY2(pages.changes(page) == 0, qPrintable(pages.title(page)));
    const auto marked = [&](const char *name) { return field(editor, name)->isVisible(); };
    pages.showPage(ServerEditor::ProtocolPage);
    QVERIFY(!marked("idleTimeoutChanged") && !marked("eraChanged"));
    editor.findChild<QDoubleSpinBox *>(QStringLiteral("idleTimeout"))->setValue(5);
    QVERIFY(marked("idleTimeoutChanged") && !marked("totalTimeoutChanged"));
    QCOMPARE(pages.changes(ServerEditor::ProtocolPage), 1);
    const QListWidgetItem *item = pages.list().item(ServerEditor::ProtocolPage);
    QVERIFY(
        item->data(Qt::AccessibleTextRole).toString() != pages.title(ServerEditor::ProtocolPage));
    editor.findChild<QDoubleSpinBox *>(QStringLiteral("idleTimeout"))->setValue(60);
    QCOMPARE(pages.changes(ServerEditor::ProtocolPage), 0);
    editor.findChild<QLineEdit *>(QStringLiteral("scopes"))->setText(QStringLiteral("read"));
    QCOMPARE(pages.changes(ServerEditor::AuthorizationPage), 1);
    for (auto *box : editor.offers().findChildren<QCheckBox *>()) {
        const int before = pages.changes(ServerEditor::CapabilitiesPage);
        const bool enabled = box->isEnabled();
        if (enabled)
            box->click();
        QCOMPARE(pages.changes(ServerEditor::CapabilitiesPage), before + (enabled ? 1 : 0));
        if (enabled)
            box->click();
        QCOMPARE(pages.changes(ServerEditor::CapabilitiesPage), 0);
    }
}

void TestServerEditor::leadsToAProblemOnAnotherPage()
{
    config::Profile profile = byUrl();
    profile.http()->authorization = {};
    profile.http()->headers = {{QStringLiteral("No Token"), Secret(QStringLiteral("x")), false}};
    profile.http()->pinnedKey = QStringLiteral("12:34");
    ServerEditor editor(profile, {});
    editor.show();
    QVERIFY(QTest::qWaitForWindowActive(&editor));
    SettingsPages &pages = editor.pages();
    QVERIFY(!editor.findChild<QPushButton *>(QStringLiteral("save"))->isEnabled());
    QCOMPARE(pages.problems(ServerEditor::HeadersPage), 1);
    QCOMPARE(pages.problems(ServerEditor::NetworkPage), 1);
    auto *lead = editor.findChild<QPushButton *>(QStringLiteral("showProblem"));
    QVERIFY(lead->isVisible());
    lead->click();
    QCOMPARE(pages.current(), int(ServerEditor::HeadersPage));
    QVERIFY(!lead->isVisible()); // the problem is shown here
    auto *headers = editor.findChild<widgets::SecretTable *>(QStringLiteral("headers"));
    QVERIFY(headers->isAncestorOf(QApplication::focusWidget()) || headers->hasFocus());
    headers->setRows({});
    QCOMPARE(pages.problems(ServerEditor::HeadersPage), 0);
    QVERIFY(lead->isVisible()); // the other one is still there
    lead->click();
    QCOMPARE(pages.current(), int(ServerEditor::NetworkPage));
}

void TestServerEditor::changesThePageByKeyboard()
{
    ServerEditor editor(byCommand(), {});
    editor.show();
    QVERIFY(QTest::qWaitForWindowActive(&editor));
    QTest::keyClick(&editor, Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(editor.pages().current(), int(ServerEditor::EnvironmentPage));
    QTest::keyClick(&editor, Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(editor.pages().current(), int(ServerEditor::WatchPage));
    QTest::keyClick(&editor, Qt::Key_PageDown, Qt::ControlModifier);
    QCOMPARE(
        editor.pages().current(), int(ServerEditor::ProtocolPage)); // those of a URL are skipped
    QTest::keyClick(&editor, Qt::Key_PageUp, Qt::ControlModifier);
    QCOMPARE(editor.pages().current(), int(ServerEditor::WatchPage));
}

// With much room, the table, its buttons and what is said about it are not spread over the page.
void TestServerEditor::aShortTableStaysTogether()
{
    ServerEditor editor(byUrl(), {});
    editor.show();
    editor.pages().showPage(ServerEditor::HeadersPage);
    QCoreApplication::processEvents();
    const QWidget *headers = field(editor, "headers");
    QCOMPARE(headers->height(), headers->sizeHint().height());
}

void TestServerEditor::aCopyIsANewServer()
{
    const config::Profile original = byCommand();
    const std::unique_ptr<ServerEditor> editor(
        ServerEditor::ofCopy(original, {original.name}, nullptr));
    const config::Profile copy = editor->profile();
    QVERIFY(!copy.name.isEmpty() && copy.name != original.name);
    QCOMPARE(copy.program, original.program);
    QCOMPARE(copy.arguments, original.arguments);
    QCOMPARE(copy.offers, original.offers);
    QCOMPARE(copy.environment.front().second.reveal(), QStringLiteral("x"));
    QString savedOver = QStringLiteral("none");
    connect(editor.get(), &ServerEditor::saved, this,
        [&](const QString &old, const config::Profile &, bool) { savedOver = old; });
    editor->setAttribute(Qt::WA_DeleteOnClose, false);
    editor->findChild<QPushButton *>(QStringLiteral("save"))->click();
    QCOMPARE(savedOver, QString()); // the original stays
}

// The first one reads what was typed; the second one is that of the dialog.
void TestServerEditor::aSecondReturnConnects()
{
    ServerEditor editor({}, {});
    config::Profile made;
    int connects = 0;
    connect(&editor, &ServerEditor::saved, this,
        [&](const QString &, const config::Profile &profile, bool andConnect) {
            made = profile;
            connects += andConnect ? 1 : 0;
        });
    editor.show();
    QVERIFY(QTest::qWaitForWindowActive(&editor));
    auto *paste = editor.findChild<widgets::PasteField *>(QStringLiteral("paste"));
    paste->setFocus();
    QTest::keyClicks(paste, QStringLiteral("node 'my server.js' --verbose"));
    QTest::keyClick(editor.focusWidget(), Qt::Key_Return);
    QCOMPARE(connects, 0);
    QCOMPARE(editor.profile().arguments,
        QStringList({QStringLiteral("my server.js"), QStringLiteral("--verbose")}));
    QTest::keyClick(editor.focusWidget(), Qt::Key_Return);
    QCOMPARE(connects, 1);
    QCOMPARE(made.program, QStringLiteral("node"));
}

void TestServerEditor::refusesARevisionOfAnotherEra()
{
    config::Profile server = byCommand();
    server.era = config::EraMode::Legacy;
    server.revision = QStringLiteral("2026-07-28");
    const ServerEditor editor(server, {});
    QVERIFY(
        editor.problemAt(config::ProfileField::Revision)
            .startsWith(QStringLiteral("2026-07-28 is a revision of the modern era, but the era")));
    QVERIFY(!editor.findChild<QPushButton *>(QStringLiteral("save"))->isEnabled());
}

// The project folder of the script, as long as no path is entered.
void TestServerEditor::proposesWhatIsWatched()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkpath(QStringLiteral("project/src")));
    const QString project = folder.filePath(QStringLiteral("project"));
    for (const char *file : {"/src/server.py", "/pyproject.toml"}) {
        QFile made(project + QLatin1String(file));
        QVERIFY(made.open(QIODevice::WriteOnly));
    }
    config::Profile server = byCommand();
    ServerEditor editor(server, {});
    editor.show();
    const auto *proposal = qobject_cast<const look::ColorLabel *>(field(editor, "watchProposal"));
    QVERIFY(proposal);
    editor.showWatch();
    QCOMPARE(editor.pages().current(), int(ServerEditor::WatchPage));
    const QString nothing = proposal->text();
    QVERIFY(!nothing.contains(project));
    auto *arguments = editor.findChild<widgets::StringListEdit *>(QStringLiteral("arguments"));
    arguments->setStrings({project + QStringLiteral("/src/server.py")});
    Q_EMIT arguments->changed();
    QVERIFY(proposal->text().contains(project));
    auto *paths = editor.findChild<widgets::StringListEdit *>(QStringLiteral("watchedPaths"));
    paths->setStrings({QStringLiteral("lib/**/*.py")});
    Q_EMIT paths->changed();
    QVERIFY(proposal->text().contains(QStringLiteral("lib/**/*.py")));
    QVERIFY(!proposal->text().contains(project));
}

void TestServerEditor::keepsWhatIsWatched()
{
    config::Profile server = byCommand();
    server.watch = {true, {QStringLiteral("src/*")}, std::chrono::milliseconds(750),
        {QStringLiteral("make"), QStringLiteral("-j2")}, QStringLiteral("/tmp")};
    ServerEditor editor(server, {});
    editor.show();
    QVERIFY(editor.profile().watch == server.watch);
    QCOMPARE(editor.pages().changes(ServerEditor::WatchPage), 5);
    editor.findChild<QCheckBox *>(QStringLiteral("watchOn"))->click();
    QVERIFY(!editor.profile().watch.isOn);
    QCOMPARE(editor.pages().changes(ServerEditor::WatchPage), 4);
    auto *quiet = editor.findChild<QDoubleSpinBox *>(QStringLiteral("quietTime"));
    quiet->setValue(0);
    QCOMPARE(editor.pages().problems(ServerEditor::WatchPage), 1);
    QVERIFY(!editor.findChild<QPushButton *>(QStringLiteral("save"))->isEnabled());
}

void TestServerEditor::keepsWhatWasEnteredOnEscape()
{
    const QPointer<ServerEditor> untouched = new ServerEditor(byCommand(), {});
    untouched->show();
    QTest::keyClick(untouched, Qt::Key_Escape);
    QTRY_VERIFY(!untouched);

    const QPointer<ServerEditor> editor = new ServerEditor({}, {});
    editor->show();
    auto *name = editor->findChild<QLineEdit *>(QStringLiteral("name"));
    QTest::keyClicks(name, QStringLiteral("weather"));
    QTest::keyClick(name, Qt::Key_Escape);
    QCoreApplication::processEvents();
    QVERIFY(editor && editor->isVisible());
    QCOMPARE(editor->profile().name, QStringLiteral("weather"));
    editor->close(); // neither the window's own button
    QVERIFY(editor->isVisible());
    QPushButton *discard = tests::visibleButton(*editor, QStringLiteral("messageButton"));
    QVERIFY(discard);
    discard->click();
    QTRY_VERIFY(!editor);

    const QPointer<ServerEditor> cancelled = new ServerEditor({}, {});
    cancelled->show();
    QTest::keyClicks(
        cancelled->findChild<QLineEdit *>(QStringLiteral("name")), QStringLiteral("weather"));
    cancelled->findChild<QPushButton *>(QStringLiteral("cancel"))->click(); // means it
    QTRY_VERIFY(!cancelled);
}

// That would end the request under review. And what it proposes is not found fault with.
void TestServerEditor::savesARuleOfAReviewWithoutANewConnection()
{
    const auto editor = std::make_unique<ServerEditor>(byCommand(), QStringList());
    editor->setAttribute(Qt::WA_DeleteOnClose, false);
    editor->setConnected(true);
    auto *both = editor->findChild<QPushButton *>(QStringLiteral("saveAndConnect"));
    QCOMPARE(both->text(), QStringLiteral("Save and restart"));
    const json::Document params = json::Document::parse(
        std::string_view(R"({"mode":"url","url":"https://a.example/","message":"m"})"));
    const review::RuleDraft rule = review::ruleFor(
        {{}, QStringLiteral("elicitation/create"), review::Kind::Url, params.root()}, "sign_in",
        R"({"action":"accept"})");
    QVERIFY(review::remarksOf(rule, QStringLiteral("2025-11-25")).empty());
    editor->showRules(rule);
    editor->show();
    QVERIFY(!both->isVisible());
    auto *save = editor->findChild<QPushButton *>(QStringLiteral("save"));
    QVERIFY(save->isDefault());
    QSignalSpy saved(editor.get(), &ServerEditor::saved);
    save->click();
    QCOMPARE(saved.count(), 1);
    QCOMPARE(saved.front().at(2).toBool(), false);
}

void TestServerEditor::takesAUrlOutOfItsQuotes()
{
    for (const char *text : {"\"http://127.0.0.1:13110/mcp\"", "'http://127.0.0.1:13110/mcp'",
             "`http://127.0.0.1:13110/mcp`", "\"http://127.0.0.1:13110/mcp\","}) {
        const auto editor = std::make_unique<ServerEditor>(config::Profile(), QStringList());
        editor->applyPasted(QString::fromLatin1(text));
        const config::Profile pasted = editor->profile();
        QVERIFY2(pasted.http(), text);
        QCOMPARE(pasted.http()->url, QStringLiteral("http://127.0.0.1:13110/mcp"));
        // In the field of the URL as well.
        editor->findChild<QLineEdit *>(QStringLiteral("url"))->setText(QString::fromLatin1(text));
        QCOMPARE(editor->profile().http()->url, QStringLiteral("http://127.0.0.1:13110/mcp"));
    }
}

// A field that nobody has filled in yet is no error; one that was emptied is.
void TestServerEditor::asksForWhatIsRequired()
{
    ServerEditor editor({}, {});
    editor.show();
    field(editor, "byUrl")->setFocus();
    qobject_cast<QAbstractButton *>(field(editor, "byUrl"))->click();
    const auto toneAt = [&](config::ProfileField at) {
        const QString sentence = editor.problemAt(at);
        for (const auto *label : editor.findChildren<look::ColorLabel *>()) {
            if (label->isVisible() && !sentence.isEmpty() && label->text() == sentence)
                return label->tone();
        }
        return models::ColorRole::Normal;
    };
    QTest::keyClicks(field(editor, "name"), QStringLiteral("w"));
    QCOMPARE(toneAt(config::ProfileField::Url), models::ColorRole::Muted);
    QTest::keyClicks(field(editor, "url"), QStringLiteral("w"));
    QTest::keyClick(field(editor, "url"), Qt::Key_Backspace);
    QCOMPARE(toneAt(config::ProfileField::Url), models::ColorRole::Error);
    QVERIFY(!editor.findChild<QPushButton *>(QStringLiteral("save"))->isEnabled());
}

QTEST_MAIN(TestServerEditor)
#include "tst_servereditor.moc"
