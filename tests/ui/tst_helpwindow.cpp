// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/helpplace.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "help/helppages.h"
#include "support/openedwindow.h"
#include "widgets/changes/changespanel.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/tap/breakpointspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QDialog>
#include <QLineEdit>
#include <QScrollBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTreeWidget>

using namespace Qt::StringLiterals;
using namespace sonde;
using widgets::HelpWindow;

class TestHelpWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void showsAPlace();
    void goesBackAndForward();
    void followsLinks();
    void searchesAllPages();
    void showsPicturesAsWideAsThePage();
    void loadsNothingElse_data();
    void loadsNothingElse();
    void describesThePartWithTheFocus();
    void describesEveryPanel();
    void helpsInOtherWindows();
    void helpsInModalDialogs();
    void everyPlaceExists();

private:
    QTextBrowser &text() { return *m_help->findChild<QTextBrowser *>(); }
    QTreeWidget &contents() { return *m_help->findChild<QTreeWidget *>(u"helpContents"_s); }
    // The first line in sight.
    QString top() { return text().cursorForPosition({8, 8}).block().text(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QWidget> m_parent;
    HelpWindow *m_help = nullptr;
};

void TestHelpWindow::init()
{
    m_parent = std::make_unique<QWidget>();
    m_parent->show();
    m_help = HelpWindow::open({u"start"_s, {}}, m_parent.get());
    QVERIFY(QTest::qWaitForWindowExposed(m_help));
}

void TestHelpWindow::showsAPlace()
{
    QCOMPARE(text().document()->begin().text(), help::topics().front().title);
    QCOMPARE(contents().topLevelItemCount(), help::topics().size());
    QCOMPARE(contents().currentItem()->text(0), help::topics().front().title);
    QCOMPARE(HelpWindow::open({u"command-line"_s, u"results"_s}, m_parent.get()), m_help);
    QCOMPARE(top(), u"Results"_s);
    QCOMPARE(contents().currentItem()->text(0), u"Results"_s);
    HelpWindow::open({u"filter"_s, {}}, m_parent.get());
    QCOMPARE(top(), u"Filters"_s);
}

void TestHelpWindow::goesBackAndForward()
{
    HelpWindow::open({u"filter"_s, {}}, m_parent.get());
    HelpWindow::open({u"filter"_s, u"fields"_s}, m_parent.get());
    QTest::keyClick(m_help, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(m_help->place(), (HelpWindow::Place{u"filter"_s, {}}));
    QTest::keyClick(m_help, Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(m_help->place(), (HelpWindow::Place{u"start"_s, {}}));
    QTest::keyClick(m_help, Qt::Key_Left, Qt::AltModifier); // there is nothing before
    QCOMPARE(m_help->place(), (HelpWindow::Place{u"start"_s, {}}));
    QTest::keyClick(m_help, Qt::Key_Right, Qt::AltModifier);
    QTest::keyClick(m_help, Qt::Key_Right, Qt::AltModifier);
    QCOMPARE(m_help->place(), (HelpWindow::Place{u"filter"_s, u"fields"_s}));
    QCOMPARE(top(), u"Fields"_s);
}

void TestHelpWindow::followsLinks()
{
    Q_EMIT text().anchorClicked(QUrl(u"filter.md#fields"_s));
    QCOMPARE(m_help->place(), (HelpWindow::Place{u"filter"_s, u"fields"_s}));
    Q_EMIT text().anchorClicked(QUrl(u"#comparisons"_s));
    QCOMPARE(top(), u"Comparisons"_s);
    Q_EMIT text().anchorClicked(QUrl(u"nothing.md"_s));
    QCOMPARE(m_help->place().page, u"filter"_s);
}

void TestHelpWindow::searchesAllPages()
{
    auto *search = m_help->findChild<QLineEdit *>(u"helpSearch"_s);
    QTest::keyClick(&text(), Qt::Key_F, Qt::ControlModifier);
    QCOMPARE(m_help->focusWidget(), search);
    QTest::keyClicks(search, u"regular expression"_s);
    QVERIFY(contents().topLevelItemCount() > 0);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(m_help->place().page, u"filter"_s);
    search->setText(u"no such words anywhere"_s);
    QCOMPARE(contents().topLevelItemCount(), 1);
    QVERIFY(!(contents().topLevelItem(0)->flags() & Qt::ItemIsEnabled));
    QTest::keyClick(search, Qt::Key_Return); // leads nowhere
    QCOMPARE(m_help->place().page, u"filter"_s);
    QTest::keyClick(search, Qt::Key_Escape);
    QVERIFY(m_help->isVisible());
    QCOMPARE(contents().topLevelItemCount(), help::topics().size());
    QCOMPARE(contents().currentItem()->text(0), u"Comparisons"_s);
}

void TestHelpWindow::showsPicturesAsWideAsThePage()
{
    const QUrl name(u"pictures/overview.png"_s);
    const auto width = [&] {
        return text()
            .document()
            ->resource(QTextDocument::ImageResource, name)
            .value<QImage>()
            .width();
    };
    for (const int wide : {900, 600, 760}) {
        m_help->resize(wide, 600);
        QCoreApplication::processEvents();
        QVERIFY(width() > 100);
        QVERIFY(width() <= text().viewport()->width());
        QCOMPARE(text().horizontalScrollBar()->maximum(), 0);
    }
}

void TestHelpWindow::loadsNothingElse_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("a file") << u"file:///etc/hostname"_s;
    QTest::newRow("an absolute path") << u"/usr/share/pixmaps/debian-logo.png"_s;
    QTest::newRow("a way out") << u"pictures/../start.md"_s;
    QTest::newRow("another way out") << u"../../resources/screenshot.png"_s;
    QTest::newRow("the web") << u"https://example.org/pictures/a.png"_s;
    QTest::newRow("what is not there") << u"pictures/none.png"_s;
}

void TestHelpWindow::loadsNothingElse()
{
    QFETCH(QString, name);
    HelpWindow::openText(u"hostile"_s, u"# A\n\n![b]("_s + name + u")\n"_s, m_parent.get());
    const QVariant loaded = text().document()->resource(QTextDocument::ImageResource, QUrl(name));
    QCOMPARE(loaded.value<QImage>().size(), QSize(1, 1));
}

void TestHelpWindow::describesThePartWithTheFocus()
{
    m_folder = std::make_unique<QTemporaryDir>();
    tests::Opened opened(m_folder->path());
    opened.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&opened.window));
    opened.window.trace().setFocus();
    QVERIFY(QApplication::focusWidget());
    QCOMPARE(app::helpPlaceOf(QApplication::focusWidget()).page, u"trace"_s);
    auto *here = opened.window.findChild<QAction *>(u"helpHere"_s);
    QCOMPARE(here->shortcut(), QKeySequence(Qt::Key_F1));
    here->trigger();
    const auto *help = opened.window.findChild<HelpWindow *>();
    QVERIFY(help);
    QCOMPARE(help->place().page, u"trace"_s);
    QCOMPARE(app::helpPlaceOf(nullptr).page, u"start"_s);
}

void TestHelpWindow::describesEveryPanel()
{
    m_folder = std::make_unique<QTemporaryDir>();
    tests::Opened opened(m_folder->path());
    int panels = 0;
    for (const widgets::Panel *panel : opened.window.tabs().findChildren<widgets::Panel *>()) {
        const QString show = u"show-"_s + QLatin1String(panel->tab().name);
        QVERIFY2(panel->findChild<QAction *>(show), qPrintable(show));
        QVERIFY2(app::helpPlaceOf(panel).page != u"start"_s, qPrintable(show));
        ++panels;
    }
    QVERIFY(panels >= 12);
    const HelpWindow::Place changes{u"connect"_s, u"changes"_s};
    QCOMPARE(app::helpPlaceOf(&opened.window.changes()), changes);
    const HelpWindow::Place breakpoints{u"command-line"_s, u"breakpoints"_s};
    QCOMPARE(app::helpPlaceOf(&opened.window.breakpoints()), breakpoints);
}

void TestHelpWindow::helpsInOtherWindows()
{
    m_folder = std::make_unique<QTemporaryDir>();
    tests::Opened opened(m_folder->path());
    const auto helpIn = [&](QAction *opens, const char *className) {
        opens->trigger();
        QWidget *other = nullptr;
        const auto isOpen = [&other, className] {
            for (QWidget *window : QApplication::topLevelWidgets()) {
                if (window->isVisible() && window->inherits(className))
                    other = window;
            }
            return other != nullptr;
        };
        if (!QTest::qWaitFor(isOpen, kPatienceMs))
            return HelpWindow::Place{};
        other->activateWindow();
        if (!QTest::qWaitForWindowActive(other))
            return HelpWindow::Place{};
        QTest::keyClick(other, Qt::Key_F1);
        const auto *help = opened.window.findChild<HelpWindow *>();
        const HelpWindow::Place place = help ? help->place() : HelpWindow::Place{};
        other->close(); // a dialog blocks what is opened next
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
        return place;
    };
    const app::Actions &actions = opened.window.actions();
    const HelpWindow::Place editor{u"connect"_s, u"add-a-server"_s};
    QCOMPARE(helpIn(actions.newServer, "sonde::widgets::ServerEditor"), editor);
    const HelpWindow::Place statistics{u"trace"_s, u"statistics"_s};
    QCOMPARE(helpIn(actions.statistics, "sonde::widgets::StatisticsWindow"), statistics);
}

// The dialog blocks every window that does not belong to it.
void TestHelpWindow::helpsInModalDialogs()
{
    m_folder = std::make_unique<QTemporaryDir>();
    tests::Opened opened(m_folder->path());
    QDialog dialog(&opened.window.breakpoints());
    dialog.setWindowModality(Qt::WindowModal);
    dialog.show();
    dialog.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&dialog));
    QTest::keyClick(&dialog, Qt::Key_F1);
    const auto *help = dialog.findChild<HelpWindow *>();
    QVERIFY(help);
    QCOMPARE(help->place().anchor, u"breakpoints"_s);
    QTRY_VERIFY_WITH_TIMEOUT(QApplication::activeWindow() == help, kPatienceMs);
}

void TestHelpWindow::everyPlaceExists()
{
    for (const HelpWindow::Place &place : app::helpPlaces()) {
        const auto page = help::originalPage(place.page);
        QVERIFY2(page, qPrintable(place.page));
        const auto sections = help::sectionsOf(place.page, *page);
        QVERIFY2(place.anchor.isEmpty()
                || std::any_of(sections.begin(), sections.end(),
                    [&](const auto &section) { return section.anchor == place.anchor; }),
            qPrintable(place.page + u'#' + place.anchor));
    }
}

QTEST_MAIN(TestHelpWindow)
#include "tst_helpwindow.moc"
