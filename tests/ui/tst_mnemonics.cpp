// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/tour.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "look/style/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/tools/toolspanel.h"

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QFileDialog>
#include <QGroupBox>
#include <QLabel>
#include <QListWidget>
#include <QMenu>
#include <QMenuBar>
#include <QPointer>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

namespace {

// What Alt and one key do in a window: two controls with one key do nothing but take the focus in
// turns, and one of the menu bar and a control do so as well.
class Keys {
public:
    void add(const QString &text)
    {
        if (const QKeySequence key = QKeySequence::mnemonic(text); !key.isEmpty())
            m_texts[key.toString()] << text;
    }

    // "Alt+A: C&ancel, &Accept…"
    QStringList doubles() const
    {
        QStringList found;
        for (auto it = m_texts.cbegin(); it != m_texts.cend(); ++it) {
            if (it->size() > 1)
                found << it.key() % QStringLiteral(": ") % it->join(QStringLiteral(", "));
        }
        return found;
    }

private:
    QMap<QString, QStringList> m_texts;
};

QStringList doublesOf(const QWidget &window)
{
    Keys keys;
    for (const QWidget *widget : window.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->window() != &window)
            continue;
        if (const auto *button = qobject_cast<const QAbstractButton *>(widget))
            keys.add(button->text());
        else if (const auto *label = qobject_cast<const QLabel *>(widget); label && label->buddy())
            keys.add(label->text());
        else if (const auto *box = qobject_cast<const QGroupBox *>(widget))
            keys.add(box->title());
        else if (const auto *bar = qobject_cast<const QMenuBar *>(widget))
            for (const QAction *action : bar->actions())
                keys.add(action->text());
        else if (const auto *tabs = qobject_cast<const QTabBar *>(widget))
            for (int i = 0; i < tabs->count(); ++i)
                keys.add(tabs->tabText(i));
    }
    return keys.doubles();
}

QStringList doublesOfMenu(const QMenu &menu)
{
    Keys keys;
    for (const QAction *action : menu.actions()) {
        if (action->isVisible())
            keys.add(action->text());
    }
    return keys.doubles();
}

} // namespace

// Every menu, panel and dialog that can be opened gives each of its keys to one control.
class TstMnemonics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void findsDoubles();
    void menus();
    void panels();
    void startPage();
    void failedServer();
    void dialogs();
    void reviews_data();
    void reviews();
    void tour_data();
    void tour();

private:
    void connectDemo(config::EraMode era = config::EraMode::Auto);
    // The window, on each page of what has pages.
    void examine(QWidget &window, const QString &name);
    void lookAtMenus(const QWidget &window, const QString &name);
    void note(const QString &place, const QStringList &doubles);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
    QStringList m_found;
};

void TstMnemonics::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TstMnemonics::init()
{
    m_found.clear();
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
}

void TstMnemonics::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TstMnemonics::connectDemo(config::EraMode era)
{
    config::Profile server = demo();
    server.era = era;
    m_opened->connectTo(server);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 3, kPatienceMs);
}

void TstMnemonics::note(const QString &place, const QStringList &doubles)
{
    for (const QString &one : doubles) {
        if (const QString line = place % QStringLiteral(": ") % one; !m_found.contains(line))
            m_found << line;
    }
}

void TstMnemonics::examine(QWidget &window, const QString &name)
{
    note(name, doublesOf(window));
    for (auto *pages : window.findChildren<widgets::SettingsPages *>()) {
        const int before = pages->current();
        for (int page = 0; page < pages->list().count(); ++page) {
            pages->showPage(page);
            note(name % u' ' % pages->title(page), doublesOf(window));
        }
        pages->showPage(before);
    }
    lookAtMenus(window, name);
}

void TstMnemonics::lookAtMenus(const QWidget &window, const QString &name)
{
    QList<QPointer<QMenu>> menus;
    for (QMenu *menu : window.findChildren<QMenu *>())
        menus.append(menu);
    for (const QPointer<QMenu> &menu : menus) {
        if (!menu) // another one made its own anew
            continue;
        Q_EMIT menu->aboutToShow();
        if (!menu)
            continue;
        note(name % u' ' % menu->title(), doublesOfMenu(*menu));
    }
}

void TstMnemonics::findsDoubles()
{
    QWidget window;
    const auto add = [&window](const char *text) {
        auto *button = new QLabel(QLatin1String(text), &window);
        button->setBuddy(&window);
    };
    add("&One");
    add("&Two");
    add("no key && none");
    window.show();
    QCOMPARE(doublesOf(window), QStringList());
    add("C&ontrol");
    for (QLabel *label : window.findChildren<QLabel *>())
        label->show();
    QCOMPARE(doublesOf(window), QStringList{QStringLiteral("Alt+O: &One, C&ontrol")});
}

void TstMnemonics::menus()
{
    connectDemo();
    lookAtMenus(m_opened->window, QStringLiteral("menu"));
    QVERIFY2(m_found.isEmpty(), qPrintable(m_found.join(u'\n')));
}

void TstMnemonics::panels()
{
    connectDemo();
    app::MainWindow &window = m_opened->window;
    window.actions().requests->trigger();
    int seen = 0;
    for (int i = 0; i < window.tabs().count(); ++i) {
        auto *panel = qobject_cast<widgets::Panel *>(window.tabs().widget(i));
        if (!panel)
            continue;
        ++seen;
        window.showPanel(*panel);
        QCoreApplication::processEvents();
        examine(window, window.tabs().tabText(i));
    }
    QVERIFY(seen > 8);
    QVERIFY2(m_found.isEmpty(), qPrintable(m_found.join(u'\n')));
}

void TstMnemonics::startPage()
{
    examine(m_opened->window, QStringLiteral("start page"));
    QVERIFY2(m_found.isEmpty(), qPrintable(m_found.join(u'\n')));
}

void TstMnemonics::failedServer()
{
    m_opened->connectTo(profile(QStringLiteral("broken"), QStringLiteral("sh"),
        {QStringLiteral("-c"), QStringLiteral("exit 3")}));
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->state(QStringLiteral("broken")), mcp::ClientState::Failed, kPatienceMs);
    m_opened->window.showPanel(m_opened->window.overview());
    examine(m_opened->window, QStringLiteral("failed server"));
    QVERIFY2(m_found.isEmpty(), qPrintable(m_found.join(u'\n')));
}

// Those that an action with "…" opens. Removing a server opens none.
void TstMnemonics::dialogs()
{
    connectDemo();
    app::MainWindow &window = m_opened->window;
    window.tools().chooseTool(QStringLiteral("echo"));
    int seen = 0;
    const std::vector<QAction *> all = window.actions().all();
    for (QAction *action : all) {
        const QString text = action->text();
        if (!text.endsWith(u'…') || !action->isEnabled() || action == window.actions().removeServer)
            continue;
        action->trigger();
        QCoreApplication::processEvents();
        for (QWidget *opened : QApplication::topLevelWidgets()) {
            const bool isNew = opened->isVisible() && opened != &window;
            if (!isNew || qobject_cast<QMenu *>(opened) || qobject_cast<QFileDialog *>(opened)) {
                if (isNew)
                    opened->close();
                continue;
            }
            ++seen;
            examine(*opened, text);
            opened->close();
        }
    }
    QVERIFY2(seen > 8, qPrintable(QString::number(seen)));
    QVERIFY2(m_found.isEmpty(), qPrintable(m_found.join(u'\n')));
}

void TstMnemonics::reviews_data()
{
    QTest::addColumn<int>("era");
    QTest::addColumn<QString>("tool");
    for (const auto &[name, era] : {std::pair("legacy", config::EraMode::Legacy),
             std::pair("modern", config::EraMode::Modern)}) {
        for (const char *tool : {"summarize", "confirm_address", "list_roots"})
            QTest::addRow("%s %s", name, tool) << int(era) << QString::fromLatin1(tool);
    }
}

void TstMnemonics::reviews()
{
    QFETCH(int, era);
    QFETCH(QString, tool);
    connectDemo(config::EraMode(era));
    m_opened->workspace.currentClient()->callTool(
        tool, Bytes::copyOf("{\"text\":\"x\"}"), {}, this, [](const Result<mcp::Response> &) {});
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->workspace.serverRequests().waitingCount(), 1, kPatienceMs);
    m_opened->window.actions().requests->trigger();
    m_opened->window.actions().nextRequest->trigger();
    auto *review = qobject_cast<widgets::ReviewPanel *>(m_opened->window.tabs().currentWidget());
    QVERIFY(review);
    for (const auto step :
        {widgets::StepStrip::Request, widgets::StepStrip::Response, widgets::StepStrip::Check}) {
        review->setStep(step);
        QCoreApplication::processEvents();
        examine(m_opened->window, tool % u' ' % QString::number(int(step)));
    }
    QVERIFY2(m_found.isEmpty(), qPrintable(m_found.join(u'\n')));
}

void TstMnemonics::tour_data()
{
    QTest::addColumn<bool>("isConnected");
    QTest::addRow("connected") << true;
    QTest::addRow("without a server") << false;
}

// Each of its buttons has a key, which no control of the place that it points at has as well.
void TstMnemonics::tour()
{
    QFETCH(bool, isConnected);
    if (isConnected)
        connectDemo();
    app::MainWindow &window = m_opened->window;
    window.findChild<QAction *>(QStringLiteral("tour"))->trigger();
    const auto *tour = window.findChild<app::Tour *>();
    QVERIFY(tour && tour->isVisible());
    auto *next = tour->findChild<QAbstractButton *>(QStringLiteral("tourNext"));
    QVERIFY(next);
    for (std::size_t step = 0; step < app::Tour::steps(); ++step) {
        QCOMPARE(tour->step(), step);
        QCoreApplication::processEvents();
        for (const QAbstractButton *button : tour->findChildren<QAbstractButton *>())
            QVERIFY2(!QKeySequence::mnemonic(button->text()).isEmpty(), qPrintable(button->text()));
        examine(window, QStringLiteral("tour ") % QString::number(step + 1));
        next->click();
    }
    QVERIFY(!tour->isVisible());
    QVERIFY2(m_found.isEmpty(), qPrintable(m_found.join(u'\n')));
}

QTEST_MAIN(TstMnemonics)
#include "tst_mnemonics.moc"
