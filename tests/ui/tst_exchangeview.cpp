// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytesview.h"
#include "look/controls/clipboard.h"
#include "look/controls/inlinemessage.h"
#include "models/exchange/headmodel.h"
#include "models/exchange/propertymodel.h"
#include "support/panelofstore.h"
#include "support/recordedhttp.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/trace/exchangeview.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QSignalSpy>
#include <QTabBar>
#include <QTabWidget>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using Ended = rpc::Exchange::State;

namespace {

constexpr const char *kHead = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n";
constexpr const char *kResponseHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";
constexpr const char *kAsk = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
constexpr const char *kEvents = "id: 1\ndata:\n\n"
                                "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\n\n";
constexpr int kEventsTab = 2;
constexpr int kBodyTab = 3;

} // namespace

class ExchangeViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void cleanup();
    void hasNoHttpTabWithoutHttp();
    void showsTheExchangeFirst();
    void showsAMessageFirstAndItsExchangeBehind();
    void remembersWhichTabWasChosen();
    void showsWhatComesLater();
    void goesFromAnEventToItsMessage();
    void showsTheBytesOfTheBody();
    void marksWhereTheReadsOfTheBodyBegin();
    void readsALargeBodyInTheBackground();
    void keepsTheTabWhileItReads();
    void survivesTheEndWhileReading();
    void saysWhatFailed();
    void jumpsToTheExchangeAndBack();
    void copiesExactLines();
    void asksForTheSpecificationOfAHeader();

private:
    ExchangeView &exchange() { return m_detail->exchange(); }
    void recordLarge(const std::string &event)
    {
        m_number = m_http->request(0, "POST", "/mcp", kHead, kAsk, {1, 1});
        m_http->respond(0, 200, kResponseHead, {2, 2});
        for (int i = 0; i < 4; ++i)
            m_http->events(0, event, {3 + i, 3 + i});
        m_http->end(0, Ended::Done, {9, 9});
        m_panel->document().model().drainNow();
    }
    void record(bool finish = true)
    {
        m_number = m_http->request(0, "POST", "/mcp", kHead, kAsk, {1, 1});
        m_http->respond(0, 200, kResponseHead, {2, 2});
        if (finish) {
            m_http->events(0, kEvents, {3, 3});
            m_http->end(0, Ended::Done, {4, 4});
        }
        m_panel->document().model().drainNow();
    }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<test::RecordedHttp> m_http;
    std::unique_ptr<TracePanel> m_panel;
    std::unique_ptr<MessageDetail> m_detail;
    trace::Number m_number = 0;
};

void ExchangeViewTest::init()
{
    m_recorder = std::make_unique<trace::Recorder>();
    m_http = std::make_unique<test::RecordedHttp>(*m_recorder);
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    m_detail = std::make_unique<MessageDetail>(m_panel->document().model());
    connect(
        m_panel.get(), &TracePanel::messageSelected, m_detail.get(), &MessageDetail::showMessage);
    connect(
        m_detail.get(), &MessageDetail::messageRequested, m_panel.get(), &TracePanel::showMessage);
    m_panel->resize(1400, 300);
    m_panel->show();
    m_detail->resize(1400, 300);
    m_detail->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void ExchangeViewTest::cleanup()
{
    m_detail.reset();
    m_panel.reset();
    m_http.reset();
    m_recorder.reset();
}

void ExchangeViewTest::hasNoHttpTabWithoutHttp()
{
    m_http->lifecycle("connection started", "connection started", {1, 1});
    m_panel->document().model().drainNow();
    m_panel->showMessage(1);
    QVERIFY(!m_detail->tabs().isTabEnabled(MessageDetail::HttpTab));
    QVERIFY(m_detail->request().isVisible());
}

void ExchangeViewTest::showsTheExchangeFirst()
{
    record();
    m_panel->showMessage(m_number);
    QVERIFY(m_detail->tabs().isTabEnabled(MessageDetail::HttpTab));
    QVERIFY(exchange().isVisible());
    QCOMPARE(exchange().requestHead().text(), QByteArray(kHead));
    QCOMPARE(exchange().responseHead().text(), QByteArray(kResponseHead));
    QVERIFY(exchange().connection().rowCount() > 0);
    m_detail->tabs().setCurrentIndex(MessageDetail::RequestTab); // the facts themselves, as a tree
    QVERIFY(m_detail->request().isJson());
}

void ExchangeViewTest::showsAMessageFirstAndItsExchangeBehind()
{
    record();
    m_panel->showMessage(m_number + 1);
    QVERIFY(m_detail->tabs().isTabEnabled(MessageDetail::HttpTab));
    QVERIFY(m_detail->request().isVisible());
    QCOMPARE(exchange().number(), m_number);
    m_detail->tabs().setCurrentIndex(MessageDetail::HttpTab);
    QVERIFY(exchange().isVisible());
}

void ExchangeViewTest::remembersWhichTabWasChosen()
{
    record();
    m_panel->showMessage(m_number + 1);
    m_detail->tabs().setCurrentIndex(MessageDetail::HttpTab);
    m_panel->showMessage(m_number + 3);
    QVERIFY(exchange().isVisible());
    m_detail->tabs().setCurrentIndex(MessageDetail::RequestTab);
    m_panel->showMessage(m_number);
    QVERIFY(exchange().isVisible());
    m_panel->showMessage(m_number + 1);
    QVERIFY(!exchange().isVisible());
}

void ExchangeViewTest::showsWhatComesLater()
{
    record(false);
    m_panel->showMessage(m_number);
    exchange().tabs().setCurrentIndex(kEventsTab);
    QCOMPARE(exchange().events().rowCount(), 0);
    m_http->events(0, kEvents, {3, 3});
    m_panel->document().model().drainNow();
    QTRY_COMPARE(exchange().events().rowCount(), 2); // though the facts do not say so yet
    QCOMPARE(exchange().phases().rowCount(), 0);
    m_http->tell(0, R"(,"times":{"ended":3})");
    m_http->end(0, Ended::Done, {4, 4});
    m_panel->document().model().drainNow();
    QTRY_COMPARE(exchange().phases().rowCount(), 1);
}

void ExchangeViewTest::goesFromAnEventToItsMessage()
{
    record();
    m_panel->showMessage(m_number);
    exchange().tabs().setCurrentIndex(kEventsTab);
    QCOMPARE(exchange().events().rowCount(), 2);
    auto *table = exchange().tabs().currentWidget()->findChild<PlainTable *>();
    table->setCurrentIndex(exchange().events().index(1, 0));
    QTest::keyClick(table, Qt::Key_Return);
    QCOMPARE(m_panel->currentNumber(), trace::Number(4));
    const auto *row = &m_panel->document().model().record(3);
    QCOMPARE(row->kind, rpc::Kind::Response);
}

void ExchangeViewTest::showsTheBytesOfTheBody()
{
    record();
    m_panel->showMessage(m_number);
    exchange().tabs().setCurrentIndex(kBodyTab);
    QCOMPARE(exchange().body().bytes().toByteArray(), QByteArray(kEvents));
}

void ExchangeViewTest::marksWhereTheReadsOfTheBodyBegin()
{
    recordLarge(kEvents);
    m_panel->showMessage(m_number);
    exchange().tabs().setCurrentIndex(kBodyTab);
    const content::ByteFrame &frame = exchange().body().frame();
    const qint64 each = qint64(std::string_view(kEvents).size());
    QVERIFY(!frame.isBorder(0)); // the body's own beginning is no border
    for (qint64 i = 1; i < 4; ++i)
        QVERIFY(frame.isBorder(i * each));
    QVERIFY(!frame.isBorder(each + 1));
    QVERIFY(frame.wordsAt(each).startsWith(QStringLiteral("chunk 2 of 4, ")));
}

void ExchangeViewTest::readsALargeBodyInTheBackground()
{
    const std::string event = "data: \"" + std::string(100'000, 'x') + "\"\n\n";
    recordLarge(event);
    exchange().tabs().setCurrentIndex(kBodyTab);
    m_panel->showMessage(m_number);
    QVERIFY(exchange().isReading());
    QVERIFY(exchange().body().bytes().isEmpty());
    QTRY_VERIFY(!exchange().isReading());
    QCOMPARE(exchange().body().bytes().size(), 4 * event.size());
    exchange().tabs().setCurrentIndex(kEventsTab);
    QTRY_COMPARE(exchange().events().rowCount(), 4);
}

void ExchangeViewTest::keepsTheTabWhileItReads()
{
    record();
    const trace::Number small = m_number;
    recordLarge("data: \"" + std::string(100'000, 'x') + "\"\n\n");
    m_panel->showMessage(small);
    exchange().tabs().setCurrentIndex(kEventsTab);
    QCOMPARE(exchange().events().rowCount(), 2);
    m_panel->showMessage(m_number);
    QVERIFY(exchange().isReading());
    QCOMPARE(exchange().events().rowCount(), 0); // those are the other one's
    QCOMPARE(exchange().tabs().currentIndex(), kEventsTab);
    m_panel->showMessage(small); // and back, before that was read
    QCOMPARE(exchange().events().rowCount(), 2);
    m_panel->showMessage(m_number);
    QTRY_COMPARE(exchange().events().rowCount(), 4);
    QCOMPARE(exchange().tabs().currentIndex(), kEventsTab);
}

void ExchangeViewTest::survivesTheEndWhileReading()
{
    recordLarge("data: \"" + std::string(2'000'000, 'x') + "\"\n\n");
    exchange().tabs().setCurrentIndex(kBodyTab);
    m_panel->showMessage(m_number);
    QVERIFY(exchange().isReading());
    m_detail.reset();
    m_panel.reset();
    m_http.reset();
    m_recorder.reset();
}

void ExchangeViewTest::saysWhatFailed()
{
    m_number = m_http->request(0, "POST", "/mcp", kHead, kAsk, {1, 1});
    m_http->tell(0, R"(,"error":"Connection <b>refused</b>.")");
    m_http->end(0, Ended::Failed, {4, 4});
    m_panel->document().model().drainNow();
    m_panel->showMessage(m_number);
    auto *message = exchange().findChild<look::InlineMessage *>();
    QVERIFY(message->isVisible());
    QCOMPARE(message->sentence(), QStringLiteral("Connection <b>refused</b>."));
    QVERIFY(!exchange().tabs().isTabVisible(kEventsTab));
    exchange().tabs().setCurrentIndex(kBodyTab); // there is only what was sent
    QCOMPARE(exchange().body().bytes().toByteArray(), QByteArray(kAsk));
}

void ExchangeViewTest::jumpsToTheExchangeAndBack()
{
    record();
    m_panel->showMessage(4);
    m_panel->messageActions().exchangeAction()->trigger();
    QCOMPARE(m_panel->currentNumber(), m_number);
    m_panel->messageActions().exchangeAction()->trigger();
    QCOMPARE(m_panel->currentNumber(), m_number + 1);
}

void ExchangeViewTest::copiesExactLines()
{
    record();
    m_panel->showMessage(m_number);
    QSignalSpy copied(&look::ClipboardNotice::instance(), &look::ClipboardNotice::copied);
    const auto tables = exchange().findChildren<PlainTable *>();
    const auto found = std::find_if(tables.begin(), tables.end(),
        [&](const PlainTable *each) { return each->model() == &exchange().requestHead(); });
    QVERIFY(found != tables.end());
    PlainTable *table = *found;
    table->selectAll();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(copied.count(), 1);
    QCOMPARE(QGuiApplication::clipboard()->text(),
        QStringLiteral("POST /mcp HTTP/1.1\nHost: localhost"));
}

void ExchangeViewTest::asksForTheSpecificationOfAHeader()
{
    record();
    m_panel->showMessage(m_number);
    std::vector<std::pair<std::string, QString>> asked;
    connect(m_detail.get(), &MessageDetail::specificationRequested, this,
        [&asked](const findings::Subject &subject, const QString &server) {
            asked.emplace_back(subject.header, server);
        });
    PlainTable &request = exchange().headTable(exchange().requestHead());
    auto *action = request.findChild<QAction *>(QStringLiteral("specificationOfHeader"));
    QVERIFY(action);
    QVERIFY(!action->isEnabled());
    request.setCurrentIndex(exchange().requestHead().index(0, 0));
    QVERIFY(!action->isEnabled()); // the request line
    request.setCurrentIndex(exchange().requestHead().index(1, 0));
    QVERIFY(action->isEnabled());
    action->trigger();
    PlainTable &response = exchange().headTable(exchange().responseHead());
    response.setCurrentIndex(exchange().responseHead().index(1, 0));
    response.findChild<QAction *>(QStringLiteral("specificationOfHeader"))->trigger();
    QCOMPARE(asked.size(), std::size_t(2));
    const int row = m_panel->document().model().rowOf(m_number);
    const QString server =
        m_panel->document().model().stream(m_panel->document().model().record(row).stream).server;
    QCOMPARE(asked[0], std::pair(std::string("Host"), server));
    QCOMPARE(asked[1], std::pair(std::string("Content-Type"), server));
}

QTEST_MAIN(ExchangeViewTest)
#include "tst_exchangeview.moc"
