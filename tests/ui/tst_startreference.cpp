// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "models/changes/serverchangemodel.h"
#include "models/signs/sign.h"
#include "session/restart/restarthistory.h"
#include "support/changesrig.h"
#include "widgets/changes/reportparts.h"
#include "widgets/changes/restartfacts.h"
#include "widgets/changes/startbars.h"

#include <QAbstractItemModelTester>
#include <QAbstractScrollArea>
#include <QComboBox>
#include <QDockWidget>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

namespace {

// Whether it is part of what scrolls, and so may be larger than what is seen of it.
bool scrolls(const QWidget &widget)
{
    for (const QWidget *above = widget.parentWidget(); above; above = above->parentWidget()) {
        if (qobject_cast<const QAbstractScrollArea *>(above))
            return true;
    }
    return false;
}

// Whether every part is inside of its parent and as large as it needs to be.
bool isWhole(const QWidget &panel)
{
    for (const auto *widget : panel.findChildren<QWidget *>()) {
        if (!widget->isVisible() || widget->isWindow() || scrolls(*widget))
            continue;
        const QSize least = widget->minimumSizeHint();
        const bool isLarge = widget->width() >= least.width() && widget->height() >= least.height();
        if (!widget->parentWidget()->rect().contains(widget->geometry()) || !isLarge) {
            qWarning() << "cut:" << widget << widget->geometry() << least
                       << widget->parentWidget()->rect();
            return false;
        }
    }
    return true;
}

} // namespace

// The start that later ones are compared with, the figures of the last starts, and the room that
// all of it has in small windows.
class TestStartReference : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_rig.reset(); }
    void laterStartsAreComparedWithTheReference();
    void theReferenceOutlivesSonde();
    void theLastStartsAreBars();
    void hasRoomInSmallWindows_data();
    void hasRoomInSmallWindows();

private:
    void press(const char *name) const
    {
        auto *button = m_rig->panel().findChild<QPushButton *>(QLatin1String(name));
        QVERIFY(button && button->isEnabled() && !button->isHidden());
        button->click();
    }

    std::unique_ptr<ChangesRig> m_rig;
};

void TestStartReference::init()
{
    m_rig = std::make_unique<ChangesRig>();
    QVERIFY(m_rig->folder.isValid());
    auto *model = m_rig->panel().restarts().view().model();
    new QAbstractItemModelTester(model, model);
}

void TestStartReference::laterStartsAreComparedWithTheReference()
{
    m_rig->connectTo();
    auto *release = m_rig->panel().findChild<QPushButton *>(QStringLiteral("releaseReference"));
    QVERIFY(release && release->isHidden());
    press("keepReference");
    QVERIFY(m_rig->panel().restarts().current()->isReference);
    QVERIFY(!release->isHidden());
    QVERIFY(!m_rig->panel().findChild<QPushButton *>(QStringLiteral("keepReference"))->isEnabled());
    m_rig->offer(QByteArray(kWeather) + ',' + kOther);
    QVERIFY(m_rig->restart(2));
    QVERIFY(m_rig->isCompared());
    m_rig->offer(QByteArray(kStricter) + ',' + kOther);
    QVERIFY(m_rig->restart(3));
    QVERIFY(m_rig->isCompared());
    // Both changes since the reference; the list says what came of this start alone.
    QCOMPARE(m_rig->panel().model().rowCount(), 2);
    QCOMPARE(m_rig->consequence(0), QStringLiteral("1 breaking, 1 tool"));
    QCOMPARE(m_rig->panel().restarts().compared()->number, 1);
    QVERIFY(m_rig->panel().report().contains(QStringLiteral("`alerts`")));
    // The user chooses what is shown, and it stays so for the next start.
    QComboBox &choice = m_rig->panel().restarts().choice();
    QCOMPARE(choice.currentIndex(), 1);
    QVERIFY(!choice.itemData(1, Qt::ToolTipRole).toString().isEmpty());
    choice.setCurrentIndex(0);
    Q_EMIT choice.activated(0);
    QCOMPARE(m_rig->panel().model().rowCount(), 1);
    m_rig->offer(kWeather);
    QVERIFY(m_rig->restart(4));
    QCOMPARE(choice.currentIndex(), 0);
    QCOMPARE(m_rig->panel().model().rowCount(), 2);
    choice.setCurrentIndex(1);
    Q_EMIT choice.activated(1);
    QVERIFY(m_rig->isCompared());
    QCOMPARE(m_rig->panel().model().rowCount(), 0); // as at the reference
    press("releaseReference");
    QVERIFY(m_rig->isCompared());
    QVERIFY(!m_rig->panel().restarts().compared());
    QCOMPARE(m_rig->panel().model().rowCount(), 2);
    QVERIFY(release->isHidden());
}

void TestStartReference::theReferenceOutlivesSonde()
{
    m_rig->connectTo();
    press("keepReference");
    m_rig->offer(kStricter);
    QVERIFY(m_rig->restart(2));
    m_rig->openAgain();
    m_rig->offer(QByteArray(kStricter) + ',' + kOther);
    m_rig->opened->workspace.restarts().load(QStringLiteral("s"));
    m_rig->connectTo(QStringLiteral("s"), 3);
    QVERIFY(m_rig->isCompared());
    QVERIFY(
        m_rig->panel().restarts().compared() && m_rig->panel().restarts().compared()->isReference);
    QCOMPARE(m_rig->panel().model().rowCount(), 2); // since the reference of the run before
    const QAbstractItemModel *model = m_rig->panel().restarts().view().model();
    QVERIFY(!model->index(2, 0).data(models::TagRole).toString().isEmpty());
}

void TestStartReference::theLastStartsAreBars()
{
    m_rig->connectTo();
    QVERIFY(m_rig->restart(2));
    m_rig->opened->window.showPanel(m_rig->panel());
    const widgets::StartBars &times = m_rig->panel().facts().responseBars();
    QCOMPARE(times.figures().size(), std::size_t(2));
    QVERIFY(times.figures()[1].isCurrent && times.figures()[0].isOther);
    QVERIFY(!times.accessibleName().isEmpty());
    // A screen reader hears the numbers.
    for (const models::StartFigure &figure : times.figures())
        QVERIFY(times.accessibleDescription().contains(figure.text));
    QCOMPARE(m_rig->panel().facts().memoryBars().figures().size(), std::size_t(2));
}

void TestStartReference::hasRoomInSmallWindows_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("trace");
    QTest::addColumn<bool>("tabs");
    QTest::newRow("the smallest") << QSize(720, 480) << true << true;
    QTest::newRow("1024 x 700") << QSize(1024, 700) << true << true;
    QTest::newRow("1280 x 800") << QSize(1280, 800) << true << true;
    QTest::newRow("1280 x 800 without a trace") << QSize(1280, 800) << false << false;
    QTest::newRow("1920 x 1200") << QSize(1920, 1200) << true << false;
}

void TestStartReference::hasRoomInSmallWindows()
{
    QFETCH(const QSize, size);
    QFETCH(const bool, trace);
    QFETCH(const bool, tabs);
    m_rig->connectTo();
    m_rig->offer(QByteArray(kStricter) + ',' + kOther);
    QVERIFY(m_rig->restart(2));
    app::MainWindow &window = m_rig->opened->window;
    window.showPanel(m_rig->panel());
    if (!trace)
        window.findChild<QDockWidget *>(QStringLiteral("trace"))->hide();
    window.resize(size);
    widgets::ReportParts &parts = m_rig->panel().parts();
    QTRY_COMPARE(parts.hasTabs(), tabs);
    QCOMPARE(parts.tabs().isVisible(), tabs);
    for (int tab = 0; tab < (tabs ? parts.tabs().count() : 1); ++tab) {
        parts.tabs().setCurrentIndex(tab);
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        QVERIFY2(isWhole(m_rig->panel()), qPrintable(QString::number(tab)));
    }
}

QTEST_MAIN(TestStartReference)

#include "tst_startreference.moc"
