// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytesview.h"
#include "content/json/jsontreeview.h"
#include "look/controls/paneltitle.h"
#include "support/panelofstore.h"
#include "support/tracefeed.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/foundplace.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/messageside.h"
#include "widgets/trace/searchwindow.h"
#include "widgets/trace/tracepanel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using models::TraceModel;
using Mode = models::SearchHits::Mode;
using sonde::tests::TraceFeed;

class TestSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsInWhatTheFilterHides();
    void showsThePlace_data();
    void showsThePlace();
    void saysWhatIsWrong();
    void findsWhatComesLater();
    void saysSoOfALargeMessage();
    void leadsToTheMessageByKeyboard();
    void marksThePlaceInTheMessage_data();
    void marksThePlaceInTheMessage();
    void namesServersOnceThereAreTwo();
    void makesAFilter();

private:
    QList<int> numbers() const;
    QString excerpt(int row) const;
    void choose(Mode mode) { m_window->mode().setCurrentIndex(int(mode)); }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<TracePanel> m_panel;
    QPointer<SearchWindow> m_window;
};

QList<int> TestSearch::numbers() const
{
    QList<int> found;
    for (int row = 0; row < m_window->hits().rowCount(); ++row)
        found << int(m_window->hits().number(row));
    return found;
}

QString TestSearch::excerpt(int row) const
{
    return m_window->hits().index(row, TraceModel::TargetColumn).data().toString();
}

void TestSearch::init()
{
    m_panel.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/call",)"
                 R"("params":{"name":"get_weather","arguments":{"city":"Reykjavík"}}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{"content":"snow in REYKJAVÍK"}})");
    m_feed->diagnostic("cache miss");
    m_panel->document().model().drainNow();
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    m_window = m_panel->openSearch();
    QVERIFY(QTest::qWaitForWindowExposed(m_window));
    QCOMPARE(m_window->hits().rowCount(), 0);
}

void TestSearch::findsInWhatTheFilterHides()
{
    const QAbstractItemModelTester tester(m_window->table().model());
    m_panel->filterBar().edit().setText(QStringLiteral("kind == stderr"));
    m_window->edit().setText(QStringLiteral("reykjavík"));
    QTRY_COMPARE(numbers(), (QList<int>{1, 2}));
    QTRY_COMPARE(m_window->summary().text(), QStringLiteral("2 messages"));
    m_window->edit().setText(QStringLiteral("cache"));
    QTRY_COMPARE(numbers(), (QList<int>{3}));
    QTRY_COMPARE(m_window->summary().text(), QStringLiteral("1 message"));
    m_window->edit().clear();
    QTRY_COMPARE(m_window->hits().rowCount(), 0);
}

void TestSearch::showsThePlace_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("place");
    const auto row = [](const char *name, Mode mode, const char *text, const char *place) {
        QTest::newRow(name) << int(mode) << QString::fromUtf8(text) << QString::fromUtf8(place);
    };
    row("text", Mode::Text, "SNOW IN", "…:1,\"result\":{\"content\":\"snow in REYKJAVÍK\"}}");
    row("quotation marks and backslashes", Mode::Text, "\"snow in REYK",
        "…\":1,\"result\":{\"content\":\"snow in REYKJAVÍK\"}}");
    row("bytes", Mode::Bytes, "c3 8d 4b", "at byte 60: 4b 4a 41 56 c3 8d 4b 22 7d 7d");
    row("expression", Mode::Expression, "V\\SK", "…content\":\"snow in REYKJAVÍK\"}}");
}

void TestSearch::showsThePlace()
{
    QFETCH(int, mode);
    QFETCH(QString, text);
    QFETCH(QString, place);
    choose(static_cast<Mode>(mode));
    m_window->edit().setText(text);
    QTRY_COMPARE(numbers(), (QList<int>{2}));
    QCOMPARE(excerpt(0), place);
}

void TestSearch::saysWhatIsWrong()
{
    m_window->edit().setText(QStringLiteral("a("));
    choose(Mode::Expression);
    QVERIFY2(m_window->summary().text().contains(QStringLiteral("regular expression")),
        qPrintable(m_window->summary().text()));
    QCOMPARE(m_window->hits().rowCount(), 0);
    choose(Mode::Bytes);
    QVERIFY2(m_window->summary().text().contains(QStringLiteral("hexadecimal")),
        qPrintable(m_window->summary().text()));
    QVERIFY(m_window->hits().filter().isEmpty());
}

void TestSearch::findsWhatComesLater()
{
    m_window->edit().setText(QStringLiteral("later"));
    QTRY_COMPARE(m_window->summary().text(), QStringLiteral("0 messages"));
    m_feed->diagnostic("much later");
    m_panel->document().model().drainNow();
    QTRY_COMPARE(numbers(), (QList<int>{4}));
}

void TestSearch::saysSoOfALargeMessage()
{
    const std::string much(models::SearchHits::kMaxLooked, 'x');
    m_feed->received(R"({"jsonrpc":"2.0","method":"notifications/x","params":{"a":")" + much
        + R"(","b":"needle"}})");
    m_panel->document().model().drainNow();
    m_window->edit().setText(QStringLiteral("needle"));
    QTRY_COMPARE(numbers(), (QList<int>{4}));
    QCOMPARE(excerpt(0), QStringLiteral("deeper in a large message"));
}

void TestSearch::leadsToTheMessageByKeyboard()
{
    m_panel->filterBar().edit().setText(QStringLiteral("kind == stderr"));
    m_window->edit().setText(QStringLiteral("reykjavík"));
    QTRY_COMPARE(m_window->hits().rowCount(), 2);
    QTest::keyClick(&m_window->edit(), Qt::Key_Down);
    QTest::keyClick(&m_window->table(), Qt::Key_Down);
    QTest::keyClick(&m_window->table(), Qt::Key_Return);
    QTRY_COMPARE(m_panel->currentNumber(), trace::Number(2));
    QTest::keyClick(m_window, Qt::Key_Escape);
    QTRY_VERIFY(!m_window);
    m_panel->searchAction()->trigger();
    QVERIFY(m_panel->findChild<SearchWindow *>());
}

void TestSearch::makesAFilter()
{
    choose(Mode::Expression);
    m_window->edit().setText(QStringLiteral("\"snow \\w+"));
    QTRY_COMPARE(m_window->hits().rowCount(), 1);
    m_window->findChild<QPushButton *>()->click();
    QCOMPARE(m_panel->filterBar().edit().text(), m_window->hits().filter());
    QTRY_COMPARE(m_panel->proxy().rowCount(), 1);
    QCOMPARE(m_panel->proxy().number(0), trace::Number(2));
}

void TestSearch::marksThePlaceInTheMessage_data()
{
    QTest::addColumn<int>("mode");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QByteArray>("marked");
    QTest::newRow("text") << int(Mode::Text) << QStringLiteral("in reykjavík")
                          << QByteArray("in REYKJAVÍK");
    QTest::newRow("bytes") << int(Mode::Bytes) << QStringLiteral("c3 8d 4b")
                           << QByteArray::fromHex("c38d4b");
    QTest::newRow("expression") << int(Mode::Expression) << QStringLiteral("sn.w")
                                << QByteArray("snow");
}

// With the bytes, and the value around them.
void TestSearch::marksThePlaceInTheMessage()
{
    QFETCH(int, mode);
    QFETCH(QString, text);
    QFETCH(QByteArray, marked);
    MessageDetail detail(m_panel->document().model());
    connect(m_panel.get(), &TracePanel::messageSelected, &detail, &MessageDetail::showMessage);
    new FoundPlace(*m_panel, detail);
    choose(Mode(mode));
    m_window->edit().setText(text);
    QTRY_COMPARE(numbers(), (QList<int>{2}));
    QTest::keyClick(&m_window->edit(), Qt::Key_Return);
    QCOMPARE(detail.number(), trace::Number(2));
    const content::BytesView &bytes = detail.bytes();
    const std::size_t begin = bytes.highlightBegin();
    QCOMPARE(bytes.bytes().slice(begin, bytes.highlightEnd() - begin).toByteArray(), marked);
    const content::JsonTreeView *tree =
        detail.response().isJson() ? detail.response().tree() : detail.request().tree();
    QVERIFY(tree->currentNode() != json::kNoNode);
    const auto &side = detail.response().isJson() ? detail.response() : detail.request();
    const QString pointer = side.document()->value(tree->currentNode()).pointer();
    QVERIFY2(
        detail.bytesTitle().detail().contains(pointer), qPrintable(detail.bytesTitle().detail()));
}

void TestSearch::namesServersOnceThereAreTwo()
{
    QVERIFY(m_window->table().isColumnHidden(TraceModel::ServerColumn));
    TraceFeed other(*m_recorder, QStringLiteral("other"));
    other.sent(R"({"jsonrpc":"2.0","method":"snow"})");
    m_panel->document().model().drainNow();
    QTRY_VERIFY(!m_window->table().isColumnHidden(TraceModel::ServerColumn));
    m_window->edit().setText(QStringLiteral("snow"));
    QTRY_COMPARE(m_window->hits().rowCount(), 2);
    QCOMPARE(m_window->hits().index(1, TraceModel::ServerColumn).data().toString(),
        QStringLiteral("other"));
}

QTEST_MAIN(TestSearch)
#include "tst_search.moc"
