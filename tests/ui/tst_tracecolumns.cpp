// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"
#include "support/panelofstore.h"
#include "support/tracefeed.h"
#include "widgets/trace/tracecolumns.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QHeaderView>
#include <QMenu>
#include <QScrollBar>
#include <QTest>
#include <QTranslator>

#include <algorithm>
#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using sonde::tests::TraceFeed;
using Model = sonde::models::TraceModel;

namespace {

const auto kLongName = QStringLiteral("a server of the weather stations");

// A language in which the shortest English kind is the longest.
class LongRequests : public QTranslator {
public:
    using QTranslator::QTranslator;
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *source, const char *, int) const override
    {
        return qstrcmp(source, "request") == 0 ? QStringLiteral("Request that wants a response")
                                               : QString();
    }
};

} // namespace

class TraceColumnsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void hidesAndShows();
    void showsTheServerOnceThereAreTwo();
    void keepsTheServerHiddenWhereThatWasChosen();
    void givesTheServersRoomForTheirNames();
    void leavesAWidthThatWasChosen();
    void doesWithoutSomeWhenNarrow();
    void movesByDragging();
    void movesByTheMenu();
    void movesPastWhatIsHidden();
    void keepsTheOrder();
    void canBeMovedAfterAnEarlierVersion();
    void takesNoStateOfOtherColumns();
    void goesBackToTheUsual();
    void marksTheRowAtItsLeft();
    void hasRoomForEachKindInItsLanguage();

private:
    TraceView &view() { return m_panel->view(); }
    TraceColumns &columns() { return view().columns(); }
    // The entry of the menu of columns, by its words without the ampersands.
    static QString nameOf(int column) { return QStringLiteral("column%1").arg(column); }
    // Down the menus, by object names.
    static QAction *entry(const QMenu &menu, const QStringList &path);
    std::size_t placeOf(int column)
    {
        const std::vector<int> shown = columns().shown();
        return std::size_t(std::find(shown.begin(), shown.end(), column) - shown.begin());
    }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<TracePanel> m_panel;
};

void TraceColumnsTest::init()
{
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    m_panel->resize(1400, 300);
    m_panel->show();
    m_feed->sent(R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
    m_feed->received(R"({"jsonrpc":"2.0","id":7,"result":{}})");
    m_panel->document().model().drainNow();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TraceColumnsTest::cleanup()
{
    m_panel.reset();
    m_feed.reset();
    m_recorder.reset();
}

QAction *TraceColumnsTest::entry(const QMenu &menu, const QStringList &path)
{
    for (QAction *action : menu.actions()) {
        if (action->objectName() != path.front())
            continue;
        return path.size() == 1 ? action : entry(*action->menu(), path.mid(1));
    }
    return nullptr;
}

void TraceColumnsTest::hidesAndShows()
{
    QVERIFY(view().isColumnHidden(Model::ServerColumn));
    view().setColumnHidden(Model::DeltaColumn, true);
    const QByteArray state = m_panel->saveColumns();
    view().setColumnHidden(Model::DeltaColumn, false);
    m_panel->restoreColumns(state);
    QVERIFY(view().isColumnHidden(Model::DeltaColumn));
}

void TraceColumnsTest::showsTheServerOnceThereAreTwo()
{
    TraceFeed other(*m_recorder, QStringLiteral("files"));
    other.sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    m_panel->document().model().drainNow();
    QVERIFY(!view().isColumnHidden(Model::ServerColumn));
    QCOMPARE(placeOf(Model::ServerColumn), placeOf(Model::TimeColumn) + 1);
    const auto mark = [this](int row) {
        const QModelIndex index = m_panel->document().model().index(row, Model::ServerColumn);
        [&] { QCOMPARE(index.data(models::SignRole).toInt(), int(models::Sign::Server)); }();
        return index.data(models::SignColorRole).toInt();
    };
    QCOMPARE(mark(0), mark(1));
    QVERIFY(mark(0) != mark(2));
}

void TraceColumnsTest::keepsTheServerHiddenWhereThatWasChosen()
{
    QMenu menu;
    columns().addActions(&menu);
    QAction *server = entry(menu, {nameOf(Model::ServerColumn)});
    QVERIFY(server);
    server->trigger();
    server->trigger();
    QVERIFY(view().isColumnHidden(Model::ServerColumn));
    TraceFeed other(*m_recorder, QStringLiteral("files"));
    other.sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    m_panel->document().model().drainNow();
    QVERIFY(view().isColumnHidden(Model::ServerColumn));
}

// Not to Target, which has room to spare.
void TraceColumnsTest::givesTheServersRoomForTheirNames()
{
    TraceFeed other(*m_recorder, kLongName);
    other.sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    m_panel->document().model().drainNow();
    m_panel->resize(1600, 300);
    const int name = view().fontMetrics().horizontalAdvance(kLongName) + look::metrics().sign;
    const int target = view().fontMetrics().averageCharWidth() * 28;
    QTRY_VERIFY(view().columnWidth(Model::ServerColumn) > name);
    QVERIFY(view().columnWidth(Model::TargetColumn) >= target);
    const int wide = view().columnWidth(Model::ServerColumn);
    // Without the room it is cut, and all columns stay in sight.
    m_panel->resize(1000, 300);
    QTRY_VERIFY(view().columnWidth(Model::ServerColumn) < name);
    QTRY_VERIFY(!view().horizontalScrollBar()->isVisible());
    const int narrow = view().columnWidth(Model::ServerColumn);
    m_panel->resize(640, 300);
    QTRY_VERIFY(view().columnWidth(Model::ServerColumn) < narrow);
    m_panel->resize(1600, 300);
    QTRY_COMPARE(view().columnWidth(Model::ServerColumn), wide);
    // What the list gives is not remembered as chosen.
    const QByteArray state = m_panel->saveColumns();
    QCOMPARE(view().columnWidth(Model::ServerColumn), wide);
    m_panel->resize(1000, 300);
    QTRY_VERIFY(view().columnWidth(Model::ServerColumn) < name);
    m_panel->restoreColumns(state);
    QCOMPARE(view().columnWidth(Model::ServerColumn), narrow);
}

void TraceColumnsTest::leavesAWidthThatWasChosen()
{
    TraceFeed other(*m_recorder, kLongName);
    other.sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    m_panel->document().model().drainNow();
    m_panel->resize(1600, 300);
    const int name = view().fontMetrics().horizontalAdvance(kLongName);
    QTRY_VERIFY(view().columnWidth(Model::ServerColumn) > name);
    view().setColumnWidth(Model::ServerColumn, 70);
    m_panel->resize(1500, 300);
    QTRY_COMPARE(m_panel->width(), 1500);
    QCOMPARE(view().columnWidth(Model::ServerColumn), 70);
    const QByteArray state = m_panel->saveColumns();
    QMenu menu;
    columns().addActions(&menu);
    entry(menu, {QStringLiteral("resetColumns")})->trigger();
    QVERIFY(view().columnWidth(Model::ServerColumn) > name);
    m_panel->restoreColumns(state);
    QCOMPARE(view().columnWidth(Model::ServerColumn), 70);
}

void TraceColumnsTest::doesWithoutSomeWhenNarrow()
{
    const QByteArray wide = m_panel->saveColumns();
    m_panel->resize(900, 300);
    QTRY_VERIFY(view().isColumnHidden(Model::DeltaColumn));
    QVERIFY(!view().isColumnHidden(Model::TargetColumn));
    const QByteArray narrow = m_panel->saveColumns();
    QVERIFY(view().isColumnHidden(Model::DeltaColumn));
    QVERIFY(!view().isColumnHidden(Model::FindingsColumn));
    const int words = view().columnWidth(Model::DirectionColumn);
    // Δ first, then size, id and kind; then the words of Direction, then the findings, and then
    // Method gives up some of its width.
    const int order[] = {Model::DeltaColumn, Model::SizeColumn, Model::IdColumn, Model::KindColumn,
        Model::FindingsColumn};
    for (int width = 1400; width > 600; width -= 20) {
        m_panel->resize(width, 300);
        QCoreApplication::processEvents();
        for (std::size_t i = 1; i < std::size(order); ++i)
            QVERIFY(!view().isColumnHidden(order[i]) || view().isColumnHidden(order[i - 1]));
        const bool hasWords = view().columnWidth(Model::DirectionColumn) == words;
        QVERIFY(!hasWords || !view().isColumnHidden(Model::FindingsColumn));
        QVERIFY(hasWords || view().isColumnHidden(Model::KindColumn));
    }
    QVERIFY(view().isColumnHidden(Model::KindColumn));
    m_panel->resize(720, 300);
    QTRY_VERIFY(!view().horizontalScrollBar()->isVisible());
    // The smallest window still says of what a row is.
    QVERIFY(view().columnWidth(Model::TargetColumn) >= view().fontMetrics().averageCharWidth() * 9);
    QVERIFY(view().columnWidth(Model::DirectionColumn) < words / 2);
    m_panel->resize(1600, 300);
    QTRY_VERIFY(!view().isColumnHidden(Model::DeltaColumn));
    QCOMPARE(view().columnWidth(Model::DirectionColumn), words);
    // What is hidden only for lack of room is not remembered as hidden.
    m_panel->restoreColumns(narrow);
    QVERIFY(!view().isColumnHidden(Model::DeltaColumn));
    m_panel->restoreColumns(wide);
    QVERIFY(!view().isColumnHidden(Model::DeltaColumn));
}

void TraceColumnsTest::movesByDragging()
{
    QHeaderView *header = view().horizontalHeader();
    QWidget *titles = header->viewport();
    const auto middle = [header](int column) {
        return QPoint(header->sectionViewportPosition(column) + header->sectionSize(column) / 2,
            header->height() / 2);
    };
    const QPoint from = middle(Model::DurationColumn);
    const QPoint to = middle(Model::TimeColumn) - QPoint(8, 0);
    QTest::mousePress(titles, Qt::LeftButton, {}, from);
    QTest::mouseMove(titles, (from + to) / 2);
    QTest::mouseMove(titles, to);
    QTest::mouseRelease(titles, Qt::LeftButton, {}, to);
    QCOMPARE(placeOf(Model::DurationColumn), std::size_t(1));
    QCOMPARE(placeOf(Model::TimeColumn), std::size_t(2));
}

void TraceColumnsTest::movesByTheMenu()
{
    const auto choose = [this](int column, const QString &place) {
        QMenu menu;
        columns().addActions(&menu);
        QAction *action = entry(menu, {QStringLiteral("moveColumns"), nameOf(column), place});
        const bool possible = action && action->isEnabled();
        if (possible)
            action->trigger();
        return possible;
    };
    QVERIFY(!choose(Model::NumberColumn, QStringLiteral("toTheLeft")));
    QVERIFY(choose(Model::StatusColumn, QStringLiteral("toTheBeginning")));
    QCOMPARE(placeOf(Model::StatusColumn), std::size_t(0));
    QVERIFY(choose(Model::StatusColumn, QStringLiteral("toTheRight")));
    QCOMPARE(placeOf(Model::StatusColumn), std::size_t(1));
    QVERIFY(choose(Model::StatusColumn, QStringLiteral("toTheLeft")));
    QVERIFY(choose(Model::StatusColumn, QStringLiteral("toTheEnd")));
    QCOMPARE(columns().shown().back(), int(Model::StatusColumn));
    QVERIFY(!choose(Model::StatusColumn, QStringLiteral("toTheRight")));
    // What is shown is listed in its order.
    QMenu menu;
    columns().addActions(&menu);
    QStringList titles;
    for (const QAction *action : menu.actions()) {
        if (action->isChecked())
            titles << action->text();
    }
    QCOMPARE(titles.front(), QStringLiteral("#"));
    QCOMPARE(titles.back(), QStringLiteral("Status"));
}

void TraceColumnsTest::movesPastWhatIsHidden()
{
    view().setColumnHidden(Model::DeltaColumn, true);
    const std::vector<int> before = columns().shown();
    columns().move(before[2], 1);
    std::vector<int> expected = before;
    std::swap(expected[1], expected[2]);
    QVERIFY(columns().shown() == expected);
    columns().move(expected[0], 99);
    QCOMPARE(columns().shown().back(), expected[0]);
    columns().move(Model::DeltaColumn, 0); // is not there
    QCOMPARE(columns().shown().back(), expected[0]);
}

void TraceColumnsTest::keepsTheOrder()
{
    columns().move(Model::MethodColumn, 0);
    columns().move(Model::NumberColumn, 5);
    const std::vector<int> chosen = columns().shown();
    const QByteArray state = m_panel->saveColumns();
    trace::Recorder recorder;
    TraceFeed feed(recorder);
    feed.sent(R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
    tests::PanelOfStore other(recorder);
    other.resize(1400, 300);
    other.show();
    other.document().model().drainNow();
    QVERIFY(other.view().columns().shown() != chosen);
    other.restoreColumns(state);
    QTRY_VERIFY(other.view().columns().shown() == chosen);
    // A list that has become narrow on the way has the same order again.
    m_panel->resize(720, 300);
    QTRY_VERIFY(columns().shown().size() < chosen.size());
    const QByteArray narrow = m_panel->saveColumns();
    other.restoreColumns(narrow);
    QTRY_VERIFY(other.view().columns().shown() == chosen);
}

void TraceColumnsTest::canBeMovedAfterAnEarlierVersion()
{
    view().horizontalHeader()->setSectionsMovable(false);
    const QByteArray state = m_panel->saveColumns();
    view().horizontalHeader()->setSectionsMovable(true);
    m_panel->restoreColumns(state);
    QVERIFY(view().horizontalHeader()->sectionsMovable());
}

void TraceColumnsTest::takesNoStateOfOtherColumns()
{
    columns().move(Model::MethodColumn, 0);
    const std::vector<int> chosen = columns().shown();
    QByteArray state = m_panel->saveColumns();
    for (qsizetype i = 8; i < state.size(); i += 3)
        state[i] = char(state[i] ^ 0x5a);
    m_panel->restoreColumns(state);
    QCOMPARE(view().horizontalHeader()->count(), int(Model::ColumnCount));
    QVERIFY(columns().shown() == chosen);
    m_panel->restoreColumns({});
    QVERIFY(columns().shown() == chosen);
}

void TraceColumnsTest::goesBackToTheUsual()
{
    const std::vector<int> usual = columns().shown();
    const int width = view().columnWidth(Model::TimeColumn);
    columns().move(Model::StatusColumn, 0);
    view().setColumnHidden(Model::IdColumn, true);
    view().setColumnHidden(Model::ServerColumn, false);
    view().setColumnWidth(Model::TimeColumn, 3 * width);
    QMenu menu;
    columns().addActions(&menu);
    entry(menu, {QStringLiteral("resetColumns")})->trigger();
    QVERIFY(columns().shown() == usual);
    QCOMPARE(view().columnWidth(Model::TimeColumn), width);
}

void TraceColumnsTest::marksTheRowAtItsLeft()
{
    const auto *delegate = qobject_cast<look::SignDelegate *>(view().itemDelegate());
    QVERIFY(delegate);
    QCOMPARE(delegate->edgeColumn(), int(Model::NumberColumn));
    columns().move(Model::MethodColumn, 0);
    QCOMPARE(delegate->edgeColumn(), int(Model::MethodColumn));
    QMenu menu;
    columns().addActions(&menu);
    entry(menu, {nameOf(Model::MethodColumn)})->trigger();
    QCOMPARE(delegate->edgeColumn(), int(Model::NumberColumn));
}

void TraceColumnsTest::hasRoomForEachKindInItsLanguage()
{
    LongRequests language;
    QVERIFY(QCoreApplication::installTranslator(&language));
    columns().size();
    const QString kind = m_panel->document().model().index(0, Model::KindColumn).data().toString();
    QVERIFY(kind.size() > 20);
    QVERIFY(view().columnWidth(Model::KindColumn) > view().fontMetrics().horizontalAdvance(kind));
}

QTEST_MAIN(TraceColumnsTest)
#include "tst_tracecolumns.moc"
