// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/splitter.h"
#include "look/style/sondestyle.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "support/patience.h"
#include "support/places.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/request/outputcheck.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QScopeGuard>
#include <QSplitter>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::widgets;
using session::ToolCall;
using namespace Qt::StringLiterals;

// How a result is shown, with the demo server's own and with made-up structured content.
class TestResultPane : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase();
    void structuredContentStandsBehindTheBlocksAndFits();
    void aToolErrorIsNoProtocolError();
    void showsTheServersCodeAsItWasWritten_data();
    void showsTheServersCodeAsItWasWritten();
    void aPictureASoundAndALinkHaveTheirViewers();
    void whatDoesNotFitIsMarkedInItsPlace();
    void onePlaceThatDoesNotFitIsSaid();
    void aSchemaWithoutStructuredContentIsSaid();
    void aSchemaThatCannotBeUsedIsSaid();
    void anErrorNeedsNoStructuredContent();
    void movesNothingAroundIt_data();
    void movesNothingAroundIt();

private:
    ResultPane &call(const QString &tool, const QByteArray &arguments);

    QTemporaryDir m_folder;
    std::unique_ptr<tests::Opened> m_opened;
};

namespace {

std::shared_ptr<const json::Document> parsed(std::string_view text)
{
    return std::make_shared<const json::Document>(json::Document::parse(text));
}

} // namespace

void TestResultPane::initTestCase()
{
    look::installLook(*qApp);
    m_opened = std::make_unique<tests::Opened>(m_folder.path());
    m_opened->connectTo(tests::demo());
    m_opened->window.resize(1440, 900);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 5, kPatienceMs);
    m_opened->window.showPanel(m_opened->window.tools());
}

void TestResultPane::cleanupTestCase()
{
    m_opened.reset();
}

ResultPane &TestResultPane::call(const QString &tool, const QByteArray &arguments)
{
    ToolsPanel &tools = m_opened->window.tools();
    tools.chooseTool(tool);
    tools.callPane().editor().setBytes(Bytes::fromByteArray(arguments));
    tools.callPane().send();
    if (!QTest::qWaitFor([&] { return !tools.currentCall()->isPending(); }, kPatienceMs))
        qWarning("the call was not answered");
    return tools.resultPane();
}

void TestResultPane::structuredContentStandsBehindTheBlocksAndFits()
{
    ResultPane &pane = call(u"get_weather"_s, R"({"city":"Oslo","days":2})");
    QCOMPARE(pane.state().sign(), models::Sign::Ok);
    QTRY_COMPARE(pane.check().verdict(), OutputCheck::Verdict::Fits);
    QVERIFY(pane.mismatch().isHidden());
    QVERIFY(pane.note().isHidden());
    QCOMPARE(pane.contents().count(), 2U);
    QTRY_VERIFY(pane.contents().view(0)->isReady() && pane.contents().view(1)->isReady());
    QCOMPARE(pane.contents().view(0)->view(), content::View::Text);
    QCOMPARE(pane.contents().view(1)->view(), content::View::Json);
}

void TestResultPane::aToolErrorIsNoProtocolError()
{
    using Kind = look::InlineMessage::Kind;
    ResultPane &pane = call(u"fail"_s, R"({"how":"tool","message":"out of paper"})");
    QCOMPARE(pane.state().sign(), models::Sign::ToolError);
    QVERIFY(!pane.note().isHidden());
    QCOMPARE(pane.note().kind(), Kind::Warning);
    QTRY_VERIFY(pane.contents().view(0)->isReady());
    call(u"fail"_s, R"({"how":"protocol","message":"out of paper"})");
    QCOMPARE(pane.state().sign(), models::Sign::ProtocolError);
    QCOMPARE(pane.note().kind(), Kind::Error);
    QVERIFY(pane.note().sentence().contains(u"out of paper"_s));
    QCOMPARE(pane.contents().count(), 1U); // the error object
    call(u"echo"_s, "{}");
    QVERIFY(pane.note().isHidden());
}

void TestResultPane::showsTheServersCodeAsItWasWritten_data()
{
    QTest::addColumn<QString>("error");
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("says");
    const auto code = [](const QString &written, const QString &word) {
        QTest::newRow(qPrintable(written))
            << u"{\"code\":%1,\"message\":\"m\"}"_s.arg(written) << word << u"m"_s;
    };
    code(u"-32601"_s, u"error −32601"_s);
    code(u"4294934695"_s, u"error 4294934695"_s);
    code(u"-32601.0"_s, u"error -32601.0"_s);
    QTest::newRow("no object") << u"\"a string\""_s << u"malformed error"_s
                               << u"\"error\" must be an object (found string)"_s;
}

void TestResultPane::showsTheServersCodeAsItWasWritten()
{
    QFETCH(QString, error);
    QFETCH(QString, word);
    QFETCH(QString, says);
    const QTemporaryDir folder;
    auto opened = std::make_unique<tests::Opened>(folder.path());
    std::swap(m_opened, opened);
    const auto back = qScopeGuard([&] { std::swap(m_opened, opened); });
    m_opened->connectTo(tests::profile(u"peer"_s, sonde::test::programPath("mcptestserver"),
        {u"--answer"_s, u"tools/call"_s,
            u"{\"jsonrpc\":\"2.0\",\"id\":%ID,\"error\":"_s + error + u'}'}));
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->window.tools().count(), 1, kPatienceMs);
    m_opened->window.resize(1440, 900);
    m_opened->window.showPanel(m_opened->window.tools());
    ResultPane &pane = call(u"echo"_s, "{}");
    QCOMPARE(pane.state().sign(), models::Sign::ProtocolError);
    QCOMPARE(pane.state().word(), word);
    QVERIFY2(pane.note().sentence().contains(says), qPrintable(pane.note().sentence()));
}

void TestResultPane::aPictureASoundAndALinkHaveTheirViewers()
{
    const auto shows = [](ResultPane &pane, std::size_t number, content::View view) {
        return QTest::qWaitFor(
            [&] {
                const content::ContentView *there = pane.contents().view(number);
                return there && there->isReady() && there->view() == view;
            },
            kPatienceMs);
    };
    QVERIFY(shows(call(u"make_chart"_s, R"({"values":[1,2]})"), 1, content::View::Image));
    QVERIFY(shows(call(u"make_sound"_s, "{}"), 0, content::View::Audio));
    ResultPane &pane = call(u"get_station"_s, R"({"station":9007199254740993})");
    QVERIFY(shows(pane, 1, content::View::Link));
    Q_EMIT pane.contents().view(1)->linkRequested(u"demo://alerts/today"_s);
    QVERIFY(m_opened->window.tabs().currentWidget() != &m_opened->window.tools());
}

void TestResultPane::whatDoesNotFitIsMarkedInItsPlace()
{
    OutputCheck check(nullptr);
    const auto document = parsed(R"({"structuredContent":{"n":"x","list":[1,"y"]}})");
    check.start(document, document->root()["structuredContent"],
        Bytes::copyOf(R"({"type":"object","properties":{"n":{"type":"number"},)"
                      R"("list":{"type":"array","items":{"type":"number"}}}})"),
        false);
    QTRY_COMPARE(check.verdict(), OutputCheck::Verdict::DoesNotFit);
    QCOMPARE(check.marks().size(), 2U);
    QStringList places;
    for (const content::JsonMark &mark : check.marks()) {
        places << document->value(mark.node).path();
        QVERIFY(!mark.sentence.isEmpty());
    }
    places.sort();
    QCOMPARE(places, (QStringList{u"structuredContent.list[1]"_s, u"structuredContent.n"_s}));
    check.clear();
    QVERIFY(check.marks().empty());
}

void TestResultPane::onePlaceThatDoesNotFitIsSaid()
{
    OutputCheck check(nullptr);
    const auto document = parsed(R"({"structuredContent":{"n":"x"}})");
    check.start(document, document->root()["structuredContent"],
        Bytes::copyOf(R"({"properties":{"n":{"type":"number"}}})"), false);
    QTRY_COMPARE(check.verdict(), OutputCheck::Verdict::DoesNotFit);
    const QString &mismatch = check.marks().front().sentence;
    QVERIFY(mismatch.endsWith(u'.'));
    QVERIFY2(check.sentence().endsWith(u": "_s + mismatch), qPrintable(check.sentence()));
}

void TestResultPane::aSchemaWithoutStructuredContentIsSaid()
{
    OutputCheck check(nullptr);
    const auto document = parsed(R"({"content":[]})");
    check.start(document, document->root()["structuredContent"],
        Bytes::copyOf(R"({"type":"object"})"), false);
    QCOMPARE(check.verdict(), OutputCheck::Verdict::Missing);
    QVERIFY(!check.sentence().isEmpty());
    check.start(document, document->root()["structuredContent"], {}, false);
    QCOMPARE(check.verdict(), OutputCheck::Verdict::None);
}

void TestResultPane::aSchemaThatCannotBeUsedIsSaid()
{
    OutputCheck check(nullptr);
    const auto document = parsed("[1]");
    check.start(document, document->root(), Bytes::copyOf(R"({"type":"nonsense"})"), false);
    QTRY_COMPARE(check.verdict(), OutputCheck::Verdict::BadSchema);
    check.start(document, document->root(), Bytes::copyOf("{not json"), false);
    QTRY_COMPARE(check.verdict(), OutputCheck::Verdict::BadSchema);
    QVERIFY(!check.sentence().isEmpty());
}

void TestResultPane::anErrorNeedsNoStructuredContent()
{
    OutputCheck check(nullptr);
    const auto document = parsed(R"({"content":[],"isError":true})");
    check.start(document, document->root()["structuredContent"],
        Bytes::copyOf(R"({"type":"object"})"), true);
    QCOMPARE(check.verdict(), OutputCheck::Verdict::None);
}

void TestResultPane::movesNothingAroundIt_data()
{
    QTest::addColumn<int>("width");
    QTest::addColumn<bool>("isChosen");
    for (const int width : {1120, 1280, 1440, 1920}) {
        QTest::addRow("%d", width) << width << false;
        QTest::addRow("%d, moved by the user", width) << width << true;
    }
}

// A result has half of the room beside the form until the user moves the handle, and what comes
// moves neither the columns nor the trace below.
void TestResultPane::movesNothingAroundIt()
{
    QFETCH(int, width);
    QFETCH(bool, isChosen);
    app::MainWindow &window = m_opened->window;
    window.resize(width, 900);
    window.findChild<QAction *>(u"toggle-requests"_s)->trigger(); // more or less room
    QCoreApplication::processEvents();
    ToolsPanel &tools = window.tools();
    auto &columns = *qobject_cast<QSplitter *>(tools.resultPane().parentWidget());
    QCOMPARE(columns.count(), 3);
    tools.chooseTool(u"echo"_s);
    if (isChosen)
        columns.setSizes({150, columns.width() - 150 - 350, 350});
    else
        static_cast<look::Splitter &>(columns).restoreDefault();
    QCoreApplication::processEvents();
    const auto places = [&] {
        QString text = u"trace %1, columns"_s.arg(window.tabs().height());
        for (const int size : columns.sizes())
            text += u' ' + QString::number(size);
        return text;
    };
    const QString before = places();
    if (!isChosen)
        QVERIFY2(columns.sizes()[2] >= columns.sizes()[1] - 2, qPrintable(before));
    const std::vector<std::pair<QString, QByteArray>> calls{
        {u"echo"_s, R"({"note":"a rather long text that is echoed as it is"})"},
        {u"get_weather"_s, R"({"city":"Oslo","days":7})"},
        {u"get_weather"_s, R"({"city":12})"},
        {u"fail"_s, R"({"how":"tool","message":"out of paper and out of ink as well, sorry"})"},
        {u"fail"_s, R"({"how":"protocol","message":"out of paper and out of ink as well"})"},
        {u"big_numbers"_s, "{}"},
        {u"make_chart"_s, "{}"},
    };
    for (const auto &[tool, arguments] : calls) {
        tools.chooseTool(tool);
        if (tools.callPane().tool() != tool)
            continue;
        QCOMPARE(u"%1 chosen: %2"_s.arg(tool, places()), u"%1 chosen: %2"_s.arg(tool, before));
        call(tool, arguments);
        for (int page = 0; page < tools.resultPane().tabs().count(); ++page) {
            tools.resultPane().tabs().setCurrentIndex(page);
            QCoreApplication::processEvents();
            QCOMPARE(u"%1 page %2: %3"_s.arg(tool).arg(page).arg(places()),
                u"%1 page %2: %3"_s.arg(tool).arg(page).arg(before));
        }
        tools.resultPane().tabs().setCurrentIndex(0);
    }
}

QTEST_MAIN(TestResultPane)

#include "tst_resultpane.moc"
