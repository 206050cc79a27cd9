// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/textdiffview.h"
#include "models/trace/diffmodel.h"
#include "support/panelofstore.h"
#include "support/tracefeed.h"
#include "widgets/trace/comparewindow.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QCheckBox>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using sonde::tests::TraceFeed;

class TestCompare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void comparesTwoSelectedMessages();
    void ignoresIdsAndTimesByChoice();
    void comparesOneAfterTheOther();
    void comparesWhatIsNoJson();
    void comparesTheBytesOfEvents();
    void doesNothingForOneMessageTwice();

private:
    CompareWindow *window() const { return m_panel->findChild<CompareWindow *>(); }
    QStringList different() const;

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<TracePanel> m_panel;
};

void TestCompare::init()
{
    m_panel.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    m_feed->received(R"({"jsonrpc":"2.0","method":"m","params":{"n":1.0,"same":[1,2,3]}})");
    m_feed->received(R"({"jsonrpc":"2.0","method":"m","params":{"n":1,"same":[1,2,3]}})");
    m_feed->diagnostic("one line");
    m_feed->diagnostic("another line");
    m_panel->document().model().drainNow();
    m_panel->resize(900, 300);
    m_panel->show();
    QTRY_COMPARE(m_panel->proxy().rowCount(), 4);
}

QStringList TestCompare::different() const
{
    QStringList lines;
    for (const auto &line : window()->diff().model().diff().lines) {
        if (line.kind != models::LineDiff::Kind::Same)
            lines << (line.kind == models::LineDiff::Kind::Added ? QStringLiteral("+")
                                                                 : QStringLiteral("-"))
                    % QString::fromUtf8(line.text.data(), qsizetype(line.text.size())).trimmed();
    }
    return lines;
}

void TestCompare::comparesTwoSelectedMessages()
{
    m_panel->showMessage(1);
    const QModelIndex second = m_panel->view().model()->index(1, 0);
    m_panel->view().selectionModel()->select(
        second, QItemSelectionModel::Select | QItemSelectionModel::Rows);
    m_panel->messageActions().compareAction()->trigger();
    QVERIFY(window());
    QTRY_VERIFY(window()->diff().isReady());
    // Exactly: 1.0 is not the same text as 1.
    QCOMPARE(
        different(), QStringList({QStringLiteral("-\"n\": 1.0,"), QStringLiteral("+\"n\": 1,")}));
}

void TestCompare::ignoresIdsAndTimesByChoice()
{
    m_feed->received(R"({"jsonrpc":"2.0","id":7,"result":{"at":"2026-11-20T12:05:02Z"}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":8,"result":{"at":"2026-11-20T12:06:09Z"}})");
    m_panel->showMessage(5);
    m_panel->messageActions().compareAction()->trigger();
    m_panel->showMessage(6);
    m_panel->messageActions().compareAction()->trigger();
    QVERIFY(window());
    QTRY_VERIFY(window()->diff().isReady());
    QCOMPARE(different().size(), 4);
    window()->ignoreBox().click();
    QTRY_VERIFY(window()->diff().isReady() && different().isEmpty());
    window()->ignoreBox().click();
    QTRY_COMPARE(different().size(), 4);
}

void TestCompare::comparesOneAfterTheOther()
{
    QSignalSpy said(m_panel.get(), &TracePanel::said);
    m_panel->showMessage(2);
    m_panel->messageActions().compareAction()->trigger();
    QVERIFY(!window());
    QCOMPARE(said.count(), 1);
    m_panel->showMessage(1);
    m_panel->messageActions().compareAction()->trigger();
    QVERIFY(window());
    QTRY_VERIFY(window()->diff().isReady());
    QCOMPARE(different(),
        QStringList({QStringLiteral("-\"n\": 1,"),
            QStringLiteral("+\"n\": 1.0,")})); // the one that waited is first
}

void TestCompare::comparesWhatIsNoJson()
{
    m_panel->showMessage(3);
    m_panel->messageActions().compareAction()->trigger();
    m_panel->showMessage(4);
    m_panel->messageActions().compareAction()->trigger();
    QVERIFY(window());
    QTRY_VERIFY(window()->diff().isReady());
    QCOMPARE(
        different(), QStringList({QStringLiteral("-one line"), QStringLiteral("+another line")}));
}

// Bytes that are no text are not equal to others that are none.
void TestCompare::comparesTheBytesOfEvents()
{
    m_feed->note("message changed\tb1 1\nbad \xFF");
    m_feed->note("message changed\tb1 2\nbad \xFE");
    m_panel->showMessage(5);
    m_panel->messageActions().compareAction()->trigger();
    m_panel->showMessage(6);
    m_panel->messageActions().compareAction()->trigger();
    QVERIFY(window());
    QTRY_VERIFY(window()->diff().isReady());
    QCOMPARE(different().size(), 2);
}

void TestCompare::doesNothingForOneMessageTwice()
{
    m_panel->showMessage(1);
    m_panel->messageActions().compareAction()->trigger();
    m_panel->messageActions().compareAction()->trigger();
    QVERIFY(!window());
}

QTEST_MAIN(TestCompare)
#include "tst_compare.moc"
