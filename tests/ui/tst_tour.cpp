// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/helpplace.h"
#include "app/help/tour.h"
#include "look/style/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/startpage.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QDockWidget>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

// The tour, by keyboard.
class TestTour : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup() { m_opened.reset(); }
    void isOfferedWhereThereIsNoServer();
    void pointsAtOnePlaceAfterTheOther();
    void canBeLeftAtAnyTime();
    void returnPressesTheButtonThatHasTheFocus();
    void tabGoesOnAsTheButtonsAreSeen();
    void hasNoFrameAroundAPanelThatWasTornOff();
    void helpsWithThePlaceOfTheStep();
    void staysInsideASmallWindow();

private:
    app::Tour &start();
    QWidget *focus() const { return m_opened->window.focusWidget(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TestTour::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_opened->window.resize(1280, 800);
    m_opened->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
}

app::Tour &TestTour::start()
{
    m_opened->window.findChild<QAction *>(QStringLiteral("tour"))->trigger();
    return *m_opened->window.findChild<app::Tour *>();
}

// With the server that comes with Sonde.
void TestTour::isOfferedWhereThereIsNoServer()
{
    auto *page = m_opened->window.findChild<widgets::StartPage *>();
    QVERIFY(page && page->isVisible());
    Q_EMIT page->tourRequested();
    const auto *tour = m_opened->window.findChild<app::Tour *>();
    QVERIFY(tour && tour->isVisible());
    QCOMPARE(m_opened->workspace.current(), QStringLiteral("demo"));
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 0, kPatienceMs);
}

void TestTour::pointsAtOnePlaceAfterTheOther()
{
    const app::Tour &tour = start();
    const QMetaObject *const places[] = {&widgets::ServersPanel::staticMetaObject,
        &widgets::OverviewPanel::staticMetaObject, &widgets::ToolsPanel::staticMetaObject,
        &widgets::TracePanel::staticMetaObject, &widgets::FindingsPanel::staticMetaObject};
    QCOMPARE(app::Tour::steps(), std::size(places));
    for (std::size_t step = 0; step < std::size(places); ++step) {
        QCOMPARE(tour.step(), step);
        QVERIFY2(tour.place() && tour.place()->metaObject()->inherits(places[step]),
            places[step]->className());
        QVERIFY2(tour.place()->isVisible(), places[step]->className());
        QVERIFY(m_opened->window.rect().contains(tour.geometry()));
        QVERIFY(tour.isAncestorOf(focus()));
        QVERIFY(!focus()->accessibleDescription().isEmpty());
        QTest::keyClick(focus(), Qt::Key_Return);
    }
    QVERIFY(!tour.isVisible());
}

void TestTour::canBeLeftAtAnyTime()
{
    m_opened->window.trace().setFocus(Qt::OtherFocusReason);
    const QWidget *before = focus();
    const app::Tour &tour = start();
    QTest::keyClick(focus(), Qt::Key_Return);
    QTest::keyClick(focus(), Qt::Key_Return);
    QCOMPARE(tour.step(), std::size_t(2));
    QTest::keyClick(focus(), Qt::Key_Left, Qt::AltModifier);
    QCOMPARE(tour.step(), std::size_t(1));
    QTest::keyClick(focus(), Qt::Key_Escape);
    QVERIFY(!tour.isVisible());
    QCOMPARE(focus(), before);
    start(); // from its beginning
    start(); // again, while it runs
    QCOMPARE(tour.step(), std::size_t(0));
    QTest::keyClick(focus(), Qt::Key_Return);
    QTest::keyClick(tour.findChild<QPushButton *>(QStringLiteral("tourBack")), Qt::Key_Space);
    QCOMPARE(tour.step(), std::size_t(0));
    QTest::mouseClick(tour.findChild<QPushButton *>(QStringLiteral("tourLeave")), Qt::LeftButton);
    QVERIFY(!tour.isVisible());
}

void TestTour::returnPressesTheButtonThatHasTheFocus()
{
    const app::Tour &tour = start();
    QTest::keyClick(focus(), Qt::Key_Return);
    auto *back = tour.findChild<QPushButton *>(QStringLiteral("tourBack"));
    back->setFocus();
    QTest::keyClick(back, Qt::Key_Return);
    QCOMPARE(tour.step(), std::size_t(0));
    auto *leave = tour.findChild<QPushButton *>(QStringLiteral("tourLeave"));
    leave->setFocus();
    QTest::keyClick(leave, Qt::Key_Return);
    QVERIFY(!tour.isVisible());
}

void TestTour::tabGoesOnAsTheButtonsAreSeen()
{
    const app::Tour &tour = start();
    QTest::keyClick(focus(), Qt::Key_Return); // so that there is a way back
    tour.findChild<QPushButton *>(QStringLiteral("tourLeave"))->setFocus(Qt::TabFocusReason);
    for (const char *name : {"tourBack", "tourNext"}) {
        QTest::keyClick(focus(), Qt::Key_Tab);
        QCOMPARE(focus()->objectName(), QString::fromLatin1(name));
    }
}

void TestTour::hasNoFrameAroundAPanelThatWasTornOff()
{
    QDockWidget *dock = nullptr;
    for (QWidget *above = &m_opened->window.trace(); above && !dock; above = above->parentWidget())
        dock = qobject_cast<QDockWidget *>(above);
    QVERIFY(dock);
    const app::Tour &tour = start();
    const auto *frame = m_opened->window.findChild<QWidget *>(QStringLiteral("tourFrame"));
    QVERIFY(frame->isVisible());
    for (int step = 0; step < 3; ++step)
        QTest::keyClick(focus(), Qt::Key_Return);
    QCOMPARE(tour.place(), &m_opened->window.trace());
    QCOMPARE(frame->size(), m_opened->window.trace().size());
    dock->setFloating(true);
    QTRY_VERIFY_WITH_TIMEOUT(!frame->isVisible(), kPatienceMs);
    QVERIFY(tour.isVisible());
    QVERIFY(m_opened->window.rect().contains(tour.geometry()));
}

void TestTour::helpsWithThePlaceOfTheStep()
{
    const app::Tour &tour = start();
    QTest::keyClick(focus(), Qt::Key_Return);
    QTest::keyClick(focus(), Qt::Key_Return);
    QCOMPARE(app::helpPlaceOf(&tour).page, QStringLiteral("tools"));
}

void TestTour::staysInsideASmallWindow()
{
    const app::Tour &tour = start();
    for (const QSize &size : {QSize(720, 480), QSize(1920, 1000), QSize(720, 480)}) {
        m_opened->window.resize(size);
        QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.rect().contains(tour.geometry()), kPatienceMs);
    }
}

QTEST_MAIN(TestTour)
#include "tst_tour.moc"
