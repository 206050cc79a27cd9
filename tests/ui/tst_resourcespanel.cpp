// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "content/text/textdiffview.h"
#include "content/view/contentlist.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/catalog/catalogtree.h"
#include "models/trace/diffmodel.h"
#include "session/catalog/resourcestore.h"
#include "support/buttons.h"
#include "support/listing.h"
#include "support/openedwindow.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/changesview.h"
#include "widgets/catalog/resourcepane.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/completingfield.h"
#include "widgets/request/responsepane.h"
#include "widgets/request/responsestrip.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"
#include "json/builder.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace sonde;
using namespace sonde::tests;
using models::CatalogKind;
using widgets::ResourcePane;
using widgets::ResourcesPanel;

class TstResourcesPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void findsAndReadsByKeyboard();
    void choosesAndReadsByMouse();
    void readsAnyUriAndSaysWhatTheServerSays();
    void expandsATemplateWhileItIsFilledIn();
    void proposesValuesThatFitWhatElseIsFilledIn();
    void withholdsAReadOfATemplateThatIsNotValid();
    void watchesAndReadsAgainInBothEras_data();
    void watchesAndReadsAgainInBothEras();
    void watchesOnAfterARestartInBothEras_data();
    void watchesOnAfterARestartInBothEras();
    void saysWhatChangedInTheListInBothEras_data();
    void saysWhatChangedInTheListInBothEras();
    void listsPageByPage();
    void showsAMalformedItemAmongTheOthers();
    void keepsTenThousandItemsAtHand();
    void putsTheContentsIntoATabWhereThereIsNoRoom();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

void eras()
{
    QTest::addColumn<bool>("modern");
    QTest::newRow("handshake") << false;
    QTest::newRow("stateless") << true;
}

config::Profile demoOf(bool modern)
{
    config::Profile server = demo();
    server.era = modern ? config::EraMode::Modern : config::EraMode::Legacy;
    return server;
}

// A window with the demo server's resources in front.
struct Browsing : Opened {
    Browsing(const QString &folder, const config::Profile &server)
        : Opened(folder)
        , panel(window.resources())
        , pane(panel.pane())
    {
        connectTo(server);
        window.activateWindow();
        window.showPanel(window.resources());
    }

    bool isListed()
    {
        return QTest::qWaitFor([this] { return panel.count() > 0; }, kPatienceMs);
    }
    bool isRead(int reads = 1)
    {
        return QTest::qWaitFor(
            [this, reads] {
                const auto *read = store()->known(pane.uri());
                return read && read->reads() >= reads;
            },
            kPatienceMs);
    }
    session::ResourceStore *store()
    {
        return session::ResourceStore::of(workspace.currentClient());
    }
    QByteArray preview() const { return pane.preview().bytes().toByteArray(); }

    ResourcesPanel &panel;
    ResourcePane &pane;
};

} // namespace

void TstResourcesPanel::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TstResourcesPanel::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TstResourcesPanel::findsAndReadsByKeyboard()
{
    Browsing at(m_folder->path(), demo());
    QVERIFY(at.isListed());
    QTest::keyClick(&at.window, Qt::Key_1, Qt::ControlModifier);
    QTest::keyClick(&at.window, Qt::Key_3, Qt::ControlModifier);
    QCOMPARE(at.window.tabs().currentWidget(), &at.panel);
    QTest::keyClick(&at.window, Qt::Key_F, Qt::ControlModifier);
    QWidget *field = at.window.focusWidget();
    QTest::keyClicks(field, QStringLiteral("demochart"));
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(at.pane.uri(), QStringLiteral("demo://chart.png"));
    QVERIFY(at.preview().contains("\"method\":\"resources/read\""));
    QVERIFY(at.preview().contains("\"uri\":\"demo://chart.png\""));
    QTest::keyClick(field, Qt::Key_Return);
    QVERIFY(at.isRead());
    QCOMPARE(at.panel.result().contents().count(), std::size_t(1));
    QCOMPARE(at.panel.result().state().sign(), models::Sign::Ok);

    at.window.actions().showInTrace->trigger();
    QVERIFY(at.window.trace().currentNumber() > 0);
    at.window.actions().call->trigger(); // Ctrl+Return in this tab
    QVERIFY(at.isRead(2));
}

void TstResourcesPanel::choosesAndReadsByMouse()
{
    Browsing at(m_folder->path(), demo());
    QVERIFY(at.isListed());
    const auto &list = at.panel.list();
    const int row = list.model().rowOf(CatalogKind::Resource, QStringLiteral("demo://about"));
    at.panel.list().view().scrollTo(list.tree().mapFromSource(list.model().index(row)));
    const QModelIndex about = list.tree().mapFromSource(list.model().index(row + 1));
    QTreeView &view = at.panel.list().view();
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.visualRect(about).center());
    QCOMPARE(at.pane.uri(), list.model().key(row + 1));
    tests::press(button(at.pane, QStringLiteral("readResource")));
    QVERIFY(at.isRead());
    QVERIFY(at.panel.result().shown());
}

void TstResourcesPanel::readsAnyUriAndSaysWhatTheServerSays()
{
    Browsing at(m_folder->path(), demo());
    QVERIFY(at.isListed());
    at.panel.openUri(QStringLiteral("demo://stations/17"));
    QVERIFY(at.isRead());
    at.panel.openUri(QStringLiteral("https://example.invalid/page"));
    QCOMPARE(at.pane.uri(), QStringLiteral("https://example.invalid/page"));
    QVERIFY(at.pane.canSend());
    QVERIFY(!at.store()->known(at.pane.uri())); // nothing was asked for it
    at.window.findChild<QAction *>(QStringLiteral("readUri"))->trigger();
    QVERIFY(at.pane.uriField().hasFocus());
    QVERIFY(!at.pane.canSend());
    QTest::keyClicks(&at.pane.uriField(), QStringLiteral("demo://nowhere"));
    QTest::keyClick(&at.pane.uriField(), Qt::Key_Return);
    const auto *read = at.store()->known(QStringLiteral("demo://nowhere"));
    QVERIFY(read);
    QTRY_COMPARE_WITH_TIMEOUT(
        read->request().state(), session::Request::State::ProtocolError, kPatienceMs);
    QCOMPARE(at.panel.result().state().sign(), models::Sign::ProtocolError);
    QVERIFY(!at.panel.result().shown());
}

void TstResourcesPanel::expandsATemplateWhileItIsFilledIn()
{
    Browsing at(m_folder->path(), demo());
    QVERIFY(at.isListed());
    const QString forecast = QStringLiteral("demo://forecast/{city}/{station}");
    QTRY_VERIFY(at.panel.list().model().rowOf(CatalogKind::Template, forecast) >= 0);
    at.panel.choose(CatalogKind::Template, forecast);
    widgets::CompletingField *city = at.pane.form().field(QStringLiteral("city"));
    QVERIFY(city);
    city->setFocus();
    QTest::keyClicks(city, QStringLiteral("New York"));
    QCOMPARE(at.pane.uri(), QStringLiteral("demo://forecast/New%20York/"));
    QVERIFY(at.preview().contains("demo://forecast/New%20York/"));
    at.pane.form().field(QStringLiteral("station"))->setText(QStringLiteral("17"));
    QCOMPARE(at.pane.uri(), QStringLiteral("demo://forecast/New%20York/17"));
    QTest::keyClick(at.pane.form().field(QStringLiteral("station")), Qt::Key_Return);
    QVERIFY(at.isRead());
    at.panel.choose(CatalogKind::Resource, QStringLiteral("demo://about"));
    at.panel.choose(CatalogKind::Template, forecast); // what was filled in is still there
    QCOMPARE(at.pane.uri(), QStringLiteral("demo://forecast/New%20York/17"));
}

void TstResourcesPanel::proposesValuesThatFitWhatElseIsFilledIn()
{
    Browsing at(m_folder->path(), demo());
    QVERIFY(at.isListed());
    const QString forecast = QStringLiteral("demo://forecast/{city}/{station}");
    QTRY_VERIFY(at.panel.list().model().rowOf(CatalogKind::Template, forecast) >= 0);
    at.panel.choose(CatalogKind::Template, forecast);
    widgets::CompletingField *city = at.pane.form().field(QStringLiteral("city"));
    widgets::CompletingField *station = at.pane.form().field(QStringLiteral("station"));
    city->setFocus();
    QTest::keyClicks(city, QStringLiteral("Rx"));
    QTest::keyClick(city, Qt::Key_Backspace);
    QTest::keyClick(city, Qt::Key_Backspace);
    QTest::keyClicks(city, QStringLiteral("Ou")); // the newest wins
    QTRY_COMPARE_WITH_TIMEOUT(city->proposals(), QStringList{QStringLiteral("Oulu")}, kPatienceMs);
    QCOMPARE(city->text(), QStringLiteral("Ou"));
    QTest::keyClick(city, Qt::Key_Down);
    QTest::keyClick(city, Qt::Key_Return);
    QCOMPARE(city->text(), QStringLiteral("Oulu"));
    QVERIFY(!city->isListShown());
    QVERIFY(!at.pane.isPending()); // Return took the value, and sent nothing
    station->setFocus();
    QTest::keyClick(station, Qt::Key_Down); // without typing
    QTRY_COMPARE_WITH_TIMEOUT(station->proposals(), QStringList{QStringLiteral("17")}, kPatienceMs);
    QTest::keyClick(station, Qt::Key_Escape);
    QVERIFY(!station->isListShown());
    QVERIFY(station->text().isEmpty());
}

void TstResourcesPanel::withholdsAReadOfATemplateThatIsNotValid()
{
    Browsing at(m_folder->path(), demo());
    QVERIFY(at.isListed());
    const auto listing = listingOf("[{\"uriTemplate\":\"demo://x/{id\",\"name\":\"broken\"}]");
    at.pane.setItem(at.store(), CatalogKind::Template, listing.items.front());
    QVERIFY(at.pane.uri().isEmpty());
    QVERIFY(!at.pane.canSend());
    QVERIFY(at.preview().isEmpty());
    bool said = false;
    for (const auto *message : at.pane.findChildren<look::InlineMessage *>())
        said |= message->isVisible() && message->kind() == look::InlineMessage::Kind::Error;
    QVERIFY(said);
}

void TstResourcesPanel::watchesAndReadsAgainInBothEras_data()
{
    eras();
}

void TstResourcesPanel::watchesAndReadsAgainInBothEras()
{
    QFETCH(bool, modern);
    Browsing at(m_folder->path(), demoOf(modern));
    QVERIFY(at.isListed());
    at.panel.openUri(QStringLiteral("demo://pulse"));
    QVERIFY(at.isRead());
    tests::press(&at.pane.watchButton());
    session::ResourceRead *read = at.store()->known(QStringLiteral("demo://pulse"));
    QTRY_COMPARE_WITH_TIMEOUT(
        read->watch().state(), session::ResourceWatch::State::On, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(read->watch().updates() > 0, kPatienceMs);
    QVERIFY(at.pane.watchText().contains(QStringLiteral("update")));
    QCOMPARE(read->reads(), 1);
    at.pane.findChild<QCheckBox *>()->click();
    QVERIFY(at.isRead(3));
    QTRY_VERIFY(at.panel.diff().isReady());
    QCOMPARE(at.panel.diff().model().diff().removed, 1);
    QCOMPARE(at.panel.diff().model().diff().added, 1);
    tests::press(&at.pane.watchButton());
    QCOMPARE(read->watch().state(), session::ResourceWatch::State::Off);
    QVERIFY(at.pane.watchText().contains(QStringLiteral("unsubscribed")));
    if (modern)
        for (const mcp::Subscription *one : at.workspace.currentClient()->subscriptions())
            QVERIFY(one->isAutomatic());
}

void TstResourcesPanel::watchesOnAfterARestartInBothEras_data()
{
    eras();
}

void TstResourcesPanel::watchesOnAfterARestartInBothEras()
{
    QFETCH(bool, modern);
    Browsing at(m_folder->path(), demoOf(modern));
    QVERIFY(at.isListed());
    at.panel.openUri(QStringLiteral("demo://pulse"));
    at.pane.watchButton().click();
    session::ResourceWatch &watch = at.store()->known(QStringLiteral("demo://pulse"))->watch();
    QTRY_COMPARE_WITH_TIMEOUT(watch.state(), session::ResourceWatch::State::On, kPatienceMs);
    at.window.actions().stop->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(watch.state(), session::ResourceWatch::State::Waiting, kPatienceMs);
    const int updates = watch.updates();
    QTRY_COMPARE_WITH_TIMEOUT(
        at.state(QStringLiteral("demo")), mcp::ClientState::Stopped, kPatienceMs);
    at.window.actions().connectServer->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(watch.state(), session::ResourceWatch::State::On, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(watch.updates() > updates, kPatienceMs);
}

void TstResourcesPanel::saysWhatChangedInTheListInBothEras_data()
{
    eras();
}

void TstResourcesPanel::saysWhatChangedInTheListInBothEras()
{
    QFETCH(bool, modern);
    Browsing at(m_folder->path(), demoOf(modern));
    QVERIFY(at.isListed());
    widgets::ChangesFrame &frame = at.panel.changes();
    QVERIFY(!frame.message().isVisible());
    at.workspace.currentClient()->callTool(QStringLiteral("station_rename"),
        Bytes::copyOf("{\"station\":17,\"name\":\"Harbour\"}"), {}, this,
        [](const Result<mcp::Response> &) {});
    QTRY_VERIFY_WITH_TIMEOUT(frame.message().isVisible(), kPatienceMs);
    QVERIFY2(frame.message().sentence().startsWith(QStringLiteral("1 altered")),
        qPrintable(frame.message().sentence()));
    tests::press(messageButton(frame, QStringLiteral("listChanged")));
    QVERIFY(frame.isShowing());
    QTRY_VERIFY(frame.view().diff().isReady());
    const models::LineDiff &diff = frame.view().diff().model().diff();
    QCOMPARE(diff.added, 1);
    QCOMPARE(diff.removed, 1);
    bool named = false;
    for (const auto &line : diff.lines)
        named |= line.kind == models::LineDiff::Kind::Added
            && line.text.find("Harbour") != std::string_view::npos;
    QVERIFY(named);
    QTest::keyClick(at.window.focusWidget(), Qt::Key_Escape);
    QVERIFY(!frame.isShowing());
    QVERIFY(!frame.message().isVisible());
}

void TstResourcesPanel::listsPageByPage()
{
    config::Profile server = demo();
    server.arguments = {QStringLiteral("--page-size"), QStringLiteral("3")};
    Browsing at(m_folder->path(), server);
    QTRY_VERIFY_WITH_TIMEOUT(at.panel.count() == 9, kPatienceMs); // all of them, by the cursors
    Q_EMIT at.panel.list().pageByPageRequested(true);
    QTRY_COMPARE_WITH_TIMEOUT(at.panel.count(), 5, kPatienceMs); // three, and two templates
    QPushButton *next = button(at.panel.list(), QStringLiteral("nextPage"));
    QVERIFY(next && next->isVisible());
    const auto *cursor = at.panel.list().findChild<look::ColorLabel *>(QStringLiteral("cursor"));
    QVERIFY(cursor->isVisible() && !cursor->text().isEmpty());
    tests::press(next);
    QTRY_COMPARE_WITH_TIMEOUT(at.panel.count(), 8, kPatienceMs);
    // Asked for anew, it comes back to the page that was walked to, and never shows less.
    auto &list = at.store()->resources();
    const auto *before = list.listing().responses.back().get();
    list.load();
    QTRY_VERIFY_WITH_TIMEOUT(list.listing().responses.back().get() != before, kPatienceMs);
    QCOMPARE(list.listing().pages, 2);
    QVERIFY(list.hasMore());
    QCOMPARE(at.panel.count(), 8);
    tests::press(next);
    QTRY_COMPARE_WITH_TIMEOUT(at.panel.count(), 9, kPatienceMs);
    QTRY_VERIFY(!next->isVisible());
}

void TstResourcesPanel::showsAMalformedItemAmongTheOthers()
{
    Browsing at(m_folder->path(), demo());
    QVERIFY(at.isListed());
    at.panel.list().setParts({{CatalogKind::Resource,
        listingOf("[{\"uri\":\"a:b\",\"name\":\"a\"},7,{\"uri\":\"a:b\",\"name\":\"a\"}]")}});
    const auto &model = at.panel.list().model();
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(model.isMalformed(1));
    QVERIFY(!model.isMalformed(2));
    at.panel.list().view().setCurrentIndex(at.panel.list().tree().mapFromSource(model.index(1)));
    QVERIFY(!at.pane.canSend());
    bool said = false;
    for (const auto *message : at.pane.findChildren<look::InlineMessage *>())
        said |=
            message->isVisible() && message->sentence().contains(QStringLiteral("not an object"));
    QVERIFY(said);
    at.panel.list().view().setCurrentIndex(at.panel.list().tree().mapFromSource(model.index(2)));
    QVERIFY(at.pane.canSend());
}

void TstResourcesPanel::keepsTenThousandItemsAtHand()
{
    constexpr int kMany = 10'000;
    json::Builder items;
    items.beginArray();
    for (int i = 0; i < kMany; ++i)
        items.beginObject()
            .member("uri", "demo://" + std::to_string(i))
            .member("name", "item " + std::to_string(i))
            .member("description", "One of very many")
            .endObject();
    items.endArray();
    widgets::CatalogList list(QStringLiteral("Filter"));
    list.resize(220, 400);
    list.show();
    QList<int> chosen;
    connect(&list, &widgets::CatalogList::chosen, this, [&](int row) { chosen += row; });
    list.setParts({{CatalogKind::Resource, listingOf(items.view())}});
    QCOMPARE(chosen, QList<int>{0});
    QTest::keyClick(&list.view(), Qt::Key_End);
    QCOMPARE(list.chosenRow(), kMany - 1);
    QVERIFY(list.view().visualRect(list.view().currentIndex()).isValid());
    list.focusFilter();
    auto *field = list.findChild<QLineEdit *>();
    QTest::keyClicks(field, QStringLiteral("item 4242"));
    QCOMPARE(list.tree().rowCount(), 1);
    QCOMPARE(list.chosenRow(), kMany - 1); // filtered out, and still chosen
    QTest::keyClick(field, Qt::Key_Down);
    QCOMPARE(list.chosenRow(), 4242);
    field->clear();
    QCOMPARE(list.tree().rowCount(), kMany);
    QCOMPARE(list.view().currentIndex().row(), 4242);
}

void TstResourcesPanel::putsTheContentsIntoATabWhereThereIsNoRoom()
{
    Browsing at(m_folder->path(), demo());
    QVERIFY(at.isListed());
    at.window.resize(1000, 700);
    QTRY_VERIFY(at.pane.hasResult());
    at.panel.openUri(QStringLiteral("demo://about"));
    QVERIFY(at.isRead());
    QTRY_VERIFY(at.panel.result().isVisible());
    at.window.resize(1400, 800);
    QTRY_VERIFY(!at.pane.hasResult());
    QVERIFY(at.panel.result().isVisible());
}

QTEST_MAIN(TstResourcesPanel)
#include "tst_resourcespanel.moc"
