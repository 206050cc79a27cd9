// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/tour.h"
#include "look/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/startpage.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
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
    QCOMPARE(tour.step(), std::size_t(0));
    QTest::mouseClick(tour.findChild<QPushButton *>(QStringLiteral("tourLeave")), Qt::LeftButton);
    QVERIFY(!tour.isVisible());
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
