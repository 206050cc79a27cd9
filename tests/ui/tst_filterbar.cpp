// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tracefeed.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/onlyserverbutton.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QCompleter>
#include <QLabel>
#include <QMenu>
#include <QScrollBar>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>
#include <QToolButton>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using sonde::tests::TraceFeed;

class FilterBarTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void keepsTheLastThatMadeSense();
    void saysWhatIsWrong();
    void offersWhatMayStandThere();
    void closesTheOffersBeforeItClears();
    void offersNothingForAWordThatIsComplete();
    void takesNoOfferThatNobodyChose();
    void saysThatAnUnfinishedConditionDoesNotApply();
    void remembersFiltersAndRules();
    void startsFromItsMenu();
    void removesARuleThatCanComeBack();
    void hasEachSubmenuOnceHoweverOftenItOpens();
    void clearsEverything();
    void opensTheHelpOnce();
    void showsOnlyTheSelectedServer();
    void followsTheSelectedServerByChoice();
    void keepsRoomForTheFilterBesideLongNames();

private:
    FilterEdit &edit() { return m_bar->edit(); }
    QAbstractItemView *offersFor(const QString &typed); // typed into it; nullptr: none came
    QMenu *filters() { return m_bar->findChild<QToolButton *>(QStringLiteral("filters"))->menu(); }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<models::TraceModel> m_model;
    std::unique_ptr<FilterBar> m_bar;
};

void FilterBarTest::init()
{
    m_recorder = std::make_unique<trace::Recorder>();
    m_model = std::make_unique<models::TraceModel>(*m_recorder);
    m_bar = std::make_unique<FilterBar>(*m_model);
    m_bar->resize(1000, 60);
    m_bar->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_bar.get()));
}

void FilterBarTest::cleanup()
{
    m_bar.reset();
    m_model.reset();
    m_recorder.reset();
}

void FilterBarTest::keepsTheLastThatMadeSense()
{
    QSignalSpy changed(m_bar.get(), &FilterBar::filterChanged);
    edit().setText(QStringLiteral("kind == request"));
    QCOMPARE(changed.size(), 1);
    QCOMPARE(m_bar->filter().conditions.text(), QStringLiteral("kind == request"));
    edit().setText(QStringLiteral("kind == request and"));
    QCOMPARE(changed.size(), 1);
    QVERIFY(!edit().filter());
    QCOMPARE(m_bar->filter().conditions.text(), QStringLiteral("kind == request"));
    edit().setText(QStringLiteral("kind == request "));
    QCOMPARE(changed.size(), 1); // says the same
}

void FilterBarTest::saysWhatIsWrong()
{
    edit().setText(QStringLiteral("methd == ping"));
    QTest::keyClick(&edit(), Qt::Key_Return);
    const auto labels = m_bar->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->isVisible()
            && label->text().contains(QStringLiteral("“methd” is not a field"));
    }));
    QVERIFY(edit().accessibleDescription().contains(QStringLiteral("methd")));
    edit().setText(QStringLiteral("method == ping"));
    QVERIFY(edit().accessibleDescription().isEmpty());
    QVERIFY(std::none_of(labels.begin(), labels.end(),
        [](const QLabel *label) { return label->isVisible() && !label->text().isEmpty(); }));
}

void FilterBarTest::offersWhatMayStandThere()
{
    TraceFeed feed(*m_recorder);
    feed.sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
              "\"params\":{\"name\":\"echo\"}}");
    m_model->drainNow();
    m_bar->activateWindow();
    edit().setFocus();
    QTRY_VERIFY(edit().hasFocus());
    QTest::keyClicks(&edit(), QStringLiteral("tool == "));
    auto *completer = edit().findChild<QCompleter *>();
    QTRY_VERIFY(completer->popup()->isVisible());
    QCOMPARE(
        completer->popup()->model()->index(0, 0).data().toString(), QStringLiteral("\"echo\""));
    Q_EMIT completer->activated(QStringLiteral("\"echo\""));
    QCOMPARE(edit().text(), QStringLiteral("tool == \"echo\" "));
    QCOMPARE(edit().cursorPosition(), int(edit().text().size()));
    QVERIFY(edit().filter());
}

QAbstractItemView *FilterBarTest::offersFor(const QString &typed)
{
    m_bar->activateWindow();
    edit().setFocus();
    if (!QTest::qWaitFor([this] { return edit().hasFocus(); }))
        return nullptr;
    QTest::keyClicks(&edit(), typed);
    auto *popup = edit().findChild<QCompleter *>()->popup();
    return QTest::qWaitFor([popup] { return popup->isVisible(); }) ? popup : nullptr;
}

// Down leads to the list then.
void FilterBarTest::offersNothingForAWordThatIsComplete()
{
    TraceFeed feed(*m_recorder);
    feed.sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
              "\"params\":{\"name\":\"echo\"}}");
    m_model->drainNow();
    auto *popup = offersFor(QStringLiteral("tool == \"ec"));
    QVERIFY(popup);
    QTest::keyClicks(&edit(), QStringLiteral("ho\""));
    QTRY_VERIFY(!popup->isVisible());
    const QSignalSpy left(&edit(), &FilterEdit::leftDown);
    QTest::keyClick(&edit(), Qt::Key_Down);
    QCOMPARE(left.count(), 1);
}

void FilterBarTest::closesTheOffersBeforeItClears()
{
    auto *popup = offersFor(QStringLiteral("meth"));
    QVERIFY(popup);
    QTest::keyClick(popup, Qt::Key_Escape);
    QVERIFY(!popup->isVisible());
    QCOMPARE(edit().text(), QStringLiteral("meth"));
    QTest::keyClick(&edit(), Qt::Key_Escape);
    QCOMPARE(edit().text(), QString());
}

void FilterBarTest::takesNoOfferThatNobodyChose()
{
    auto *popup = offersFor(QStringLiteral("meth"));
    QVERIFY(popup);
    QTest::keyClick(popup, Qt::Key_Return);
    QVERIFY(!popup->isVisible());
    QCOMPARE(edit().text(), QStringLiteral("meth"));
    // Also not the one that was chosen for another word.
    popup = offersFor(QStringLiteral("o"));
    QVERIFY(popup);
    QTest::keyClick(popup, Qt::Key_Down);
    QVERIFY(popup->currentIndex().isValid());
    QTest::keyClick(popup, Qt::Key_D);
    QTRY_COMPARE(edit().text(), QStringLiteral("method"));
    if (popup->isVisible())
        QTest::keyClick(popup, Qt::Key_Return);
    QCOMPARE(edit().text(), QStringLiteral("method"));
    // And the one that was chosen is taken.
    popup = offersFor(QStringLiteral(" "));
    QVERIFY(popup);
    QTest::keyClick(popup, Qt::Key_Down);
    const QString offer = popup->currentIndex().data().toString();
    QTest::keyClick(popup, Qt::Key_Return);
    QVERIFY2(
        edit().text().startsWith(QStringLiteral("method ") + offer), qPrintable(edit().text()));
}

void FilterBarTest::saysThatAnUnfinishedConditionDoesNotApply()
{
    edit().setText(QStringLiteral("kind == request"));
    edit().setText(QStringLiteral("kind == request and"));
    QTest::keyClick(&edit(), Qt::Key_Return);
    const auto labels = m_bar->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->isVisible()
            && label->text().contains(QStringLiteral("still shows “kind == request”"));
    }));
}

void FilterBarTest::remembersFiltersAndRules()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("settings.ini"));
    const models::ColourRule rule{
        QStringLiteral("slow"), QStringLiteral("duration > 1s"), models::ColorRole::Error};
    {
        QSettings settings(path, QSettings::IniFormat);
        models::FilterStore store(&settings);
        QSignalSpy rules(&store, &models::FilterStore::rulesChanged);
        store.used(QStringLiteral("a"));
        store.used(QStringLiteral("b, with a comma"));
        store.used(QStringLiteral("a"));
        store.save({QStringLiteral("mine"), QStringLiteral("kind == request")});
        store.save({QStringLiteral("mine"), QStringLiteral("kind == response")});
        store.save({QStringLiteral("gone"), QStringLiteral("x")});
        store.remove(QStringLiteral("gone"));
        store.setRules({rule});
        QCOMPARE(rules.size(), 1);
        for (int i = 0; i < models::FilterStore::kMaxHistory * 2; ++i)
            store.used(QString::number(i));
        QCOMPARE(store.history().size(), qsizetype(models::FilterStore::kMaxHistory));
        store.used(QStringLiteral("b, with a comma"));
    }
    QSettings settings(path, QSettings::IniFormat);
    const models::FilterStore store(&settings);
    QCOMPARE(store.history().value(0), QStringLiteral("b, with a comma"));
    const models::SavedFilter mine{QStringLiteral("mine"), QStringLiteral("kind == response")};
    QCOMPARE(store.saved(), std::vector{mine});
    QCOMPARE(store.rules(), std::vector{rule});
}

void FilterBarTest::startsFromItsMenu()
{
    models::FilterStore store(nullptr);
    store.save({QStringLiteral("Slow && bad"), QStringLiteral("duration > 1s")});
    m_bar->setStore(&store);
    Q_EMIT filters()->aboutToShow();
    QAction *saved = filters()->actions().constFirst(); // the saved filters come first
    QCOMPARE(saved->text(), QStringLiteral("Slow &&&& bad"));
    QVERIFY(!filters()->findChild<QAction *>(QStringLiteral("saveFilter"))->isEnabled());
    saved->trigger();
    QCOMPARE(edit().text(), QStringLiteral("duration > 1s"));
    QCOMPARE(store.history(), QStringList(QStringLiteral("duration > 1s")));
    Q_EMIT filters()->aboutToShow();
    auto *colours = filters()->findChild<QMenu *>(QStringLiteral("colourMenu"));
    colours->actions().constFirst()->trigger();
    QCOMPARE(store.rules().size(), std::size_t(1));
    QCOMPARE(store.rules().front().text, QStringLiteral("duration > 1s"));
    QCOMPARE(store.rules().front().tone, models::ColorRole::Error);
}

void FilterBarTest::removesARuleThatCanComeBack()
{
    models::FilterStore store(nullptr);
    const std::vector<models::ColourRule> both{
        {QStringLiteral("one"), QStringLiteral("kind == request")},
        {QStringLiteral("two"), QStringLiteral("kind == response")}};
    store.setRules(both);
    m_bar->setStore(&store);
    int row = -1;
    models::ColourRule gone;
    connect(&store, &models::FilterStore::ruleRemoved, this,
        [&](int at, const models::ColourRule &rule) {
            row = at;
            gone = rule;
        });
    Q_EMIT filters()->aboutToShow();
    filters()->findChild<QMenu *>(QStringLiteral("removeRuleMenu"))->actions().first()->trigger();
    QCOMPARE(store.rules(), std::vector{both[1]});
    QCOMPARE(row, 0);
    QCOMPARE(gone, both[0]);
    QVERIFY(store.restoreRule(row, gone));
    QCOMPARE(store.rules(), both);
    QVERIFY(store.restoreRule(0, gone)); // not twice
    QCOMPARE(store.rules(), both);
    std::vector<models::ColourRule> most;
    for (int i = 0; i < models::FilterStore::kMaxRules; ++i)
        most.push_back({{}, QString::number(i)});
    store.setRules(most);
    QVERIFY(!store.restoreRule(0, gone)); // would drop another one
    QCOMPARE(store.rules(), most);
}

void FilterBarTest::hasEachSubmenuOnceHoweverOftenItOpens()
{
    Q_EMIT filters()->aboutToShow();
    const auto submenus = filters()->findChildren<QMenu *>().size();
    const auto actions = filters()->actions().size();
    QVERIFY(submenus > 0);
    for (int i = 0; i < 3; ++i)
        Q_EMIT filters()->aboutToShow();
    QCOMPARE(filters()->actions().size(), actions);
    QCOMPARE(filters()->findChildren<QMenu *>().size(), submenus);
}

void FilterBarTest::clearsEverything()
{
    edit().setText(QStringLiteral("kind == request"));
    m_bar->clear();
    QVERIFY(m_bar->filter().isEmpty());
    edit().setText(QStringLiteral("kind =="));
    m_bar->clear();
    QVERIFY(m_bar->filter().isEmpty());
    QVERIFY(edit().text().isEmpty());
}

void FilterBarTest::opensTheHelpOnce()
{
    QSignalSpy wanted(m_bar.get(), &FilterBar::helpRequested);
    QAction other; // the window's own help
    other.setShortcut(Qt::Key_F1);
    const QSignalSpy elsewhere(&other, &QAction::triggered);
    m_bar->window()->addAction(&other);
    QTest::keyClick(&edit(), Qt::Key_F1);
    QCOMPARE(wanted.size(), 1);
    QCOMPARE(elsewhere.size(), 0);
    auto *help = HelpWindow::open({QStringLiteral("filter"), {}}, m_bar.get());
    QVERIFY(help->findChild<QTextBrowser *>()->toPlainText().contains(
        QStringLiteral("contains \"Reykjavík\"")));
    QVERIFY(QTest::qWaitForWindowExposed(help));
    const QScrollBar *bar = help->findChild<QTextBrowser *>()->verticalScrollBar();
    QVERIFY(bar->maximum() > 0);
    QCOMPARE(bar->value(), 0); // a page is read from its beginning
    QCOMPARE(HelpWindow::open({QStringLiteral("filter"), {}}, m_bar.get()), help);
}

void FilterBarTest::showsOnlyTheSelectedServer()
{
    auto *only = m_bar->findChild<OnlyServerButton *>();
    m_bar->setSelectedServer(QStringLiteral("a"));
    TraceFeed a(*m_recorder, QStringLiteral("a"));
    a.sent(R"({"jsonrpc":"2.0","method":"m"})");
    m_model->drainNow();
    QVERIFY(!only->isVisible()); // there is one server
    TraceFeed b(*m_recorder, QStringLiteral("b"));
    b.sent(R"({"jsonrpc":"2.0","method":"m"})");
    m_model->drainNow();
    QVERIFY(only->isVisible());
    only->click();
    QCOMPARE(m_bar->filter().server, QStringLiteral("a"));
    QVERIFY(only->isChecked());
    QCOMPARE(only->text(), QStringLiteral("Only a"));
    m_bar->setSelectedServer(QStringLiteral("b")); // the trace stays as it was narrowed
    QCOMPARE(only->text(), QStringLiteral("Only b"));
    QCOMPARE(m_bar->filter().server, QStringLiteral("a"));
    QVERIFY(!only->isChecked());
    only->click();
    QCOMPARE(m_bar->filter().server, QStringLiteral("b"));
    only->click();
    QCOMPARE(m_bar->filter().server, QString());
    m_bar->setServer(QStringLiteral("b"));
    QVERIFY(only->isChecked());
    m_bar->clear();
    QVERIFY(!only->isChecked());
}

void FilterBarTest::followsTheSelectedServerByChoice()
{
    const QTemporaryDir folder;
    QSettings settings(folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat);
    models::FilterStore store(&settings);
    m_bar->setStore(&store);
    auto *only = m_bar->findChild<OnlyServerButton *>();
    TraceFeed a(*m_recorder, QStringLiteral("a"));
    a.sent(R"({"jsonrpc":"2.0","method":"m"})");
    m_model->drainNow();
    m_bar->setSelectedServer(QStringLiteral("a"));
    QCOMPARE(m_bar->filter().server, QString());
    only->followAction()->trigger();
    QCOMPARE(m_bar->filter().server, QStringLiteral("a"));
    m_bar->setSelectedServer(QStringLiteral("silent")); // it has sent nothing yet
    QCOMPARE(m_bar->filter().server, QStringLiteral("silent"));
    FilterBar later(*m_model);
    models::FilterStore again(&settings);
    later.setStore(&again);
    later.setSelectedServer(QStringLiteral("a"));
    QCOMPARE(later.filter().server, QStringLiteral("a"));
    later.findChild<OnlyServerButton *>()->followAction()->trigger();
    QVERIFY(!again.followsServer());
}

// As beside a message in a window of 1024 pixels.
void FilterBarTest::keepsRoomForTheFilterBesideLongNames()
{
    const QString name = QStringLiteral("a server with quite a long name");
    TraceFeed a(*m_recorder, name);
    TraceFeed b(*m_recorder, QStringLiteral("b"));
    a.sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    b.sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    m_model->drainNow();
    m_bar->setSelectedServer(name);
    const auto *servers = m_bar->findChild<QComboBox *>();
    QTRY_VERIFY(servers->isVisible());
    m_bar->setServer(name);
    QVERIFY(servers->toolTip().contains(name));
    m_bar->resize(560, 60);
    const int character = m_bar->fontMetrics().averageCharWidth();
    QTRY_VERIFY(edit().width() >= 18 * character);
    QVERIFY(servers->width() >= 8 * character);
    QVERIFY(servers->geometry().left() > edit().geometry().right());
    m_bar->resize(1200, 60);
    QTRY_COMPARE(servers->width(), servers->sizeHint().width());
}

QTEST_MAIN(FilterBarTest)
#include "tst_filterbar.moc"
