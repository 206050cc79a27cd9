// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsoneditor.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/controls/inlinemessage.h"
#include "session/call/toolcall.h"
#include "support/buttons.h"
#include "support/heldjobs.h"
#include "support/openedwindow.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

namespace {

// A server of the shell whose tool "dig" must be called as a task, and whose tool "ask" need not.
constexpr char kServer[] =
    "while read -r line; do\n"
    "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\\n' \"$id\" \"$1\"; }\n"
    "  task='{\"taskId\":\"t1\",\"status\":\"working\",\"createdAt\":\"2026-01-01T00:00:00Z\","
    "\"lastUpdatedAt\":\"2026-01-01T00:00:00Z\",\"ttl\":60000}'\n"
    "  case \"$line\" in\n"
    "  *'\"initialize\"'*) say '\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
    "{\"tools\":{},\"tasks\":{\"requests\":{\"tools\":{\"call\":{}}}}},\"serverInfo\":{\"name\":"
    "\"s\",\"version\":\"1\"}}';;\n"
    "  *tools/list*) say '\"result\":{\"tools\":[{\"name\":\"dig\",\"inputSchema\":{\"type\":"
    "\"object\"},\"execution\":{\"taskSupport\":\"required\"}},{\"name\":\"ask\",\"inputSchema\":"
    "{\"type\":\"object\"},\"execution\":{\"taskSupport\":\"optional\"}}]}';;\n"
    "  *tools/call*'\"task\":{}'*) say \"\\\"result\\\":{\\\"task\\\":$task}\";;\n"
    "  *tools/call*'\"dig\"'*) say '\"error\":{\"code\":-32601,\"message\":\"as a task\"}';;\n"
    "  *tools/call*) say '\"result\":{\"content\":[]}';;\n"
    "  *tasks/get*) say \"\\\"result\\\":$task\";;\n"
    "  *'\"id\"'*) say '\"error\":{\"code\":-32601,\"message\":\"unknown\"}';;\n"
    "  esac\n"
    "done\n";

} // namespace

class TstTaskCall : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callsAToolAsATaskThatDemandsOne();
    void showsTheResultWhenTheTaskEnds();
    void keepsALateResultOutOfAnotherPane();
};

void TstTaskCall::callsAToolAsATaskThatDemandsOne()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    config::Profile server = profile(QStringLiteral("tasks"), QStringLiteral("sh"),
        {QStringLiteral("-c"), QString::fromLatin1(kServer)});
    server.era = config::EraMode::Legacy;
    opened.connectTo(server);
    widgets::ToolsPanel &tools = opened.window.tools();
    opened.window.showPanel(tools);
    QTRY_COMPARE_WITH_TIMEOUT(tools.count(), 2, kPatienceMs);

    tools.chooseTool(QStringLiteral("ask"));
    QVERIFY(!tools.callPane().preview().bytes().toByteArray().contains("\"task\""));
    tools.chooseTool(QStringLiteral("dig"));
    const QByteArray shown = tools.callPane().preview().bytes().toByteArray();
    QVERIFY2(shown.contains("\"task\":{}"), shown.constData());
    tools.callPane().send();
    QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->response(), kPatienceMs);
    QCOMPARE(tools.currentCall()->state(), session::Request::State::Ok);

    // Its creation is no result without content, and leads to the task.
    const look::InlineMessage &note = tools.resultPane().note();
    QTRY_VERIFY(note.isVisible());
    QCOMPARE(note.kind(), look::InlineMessage::Kind::Info);
    tests::press(note.findChild<QPushButton *>());
    QTRY_VERIFY(opened.window.tasks().isVisible());
}

// Where the call was made, and in Tasks, by the viewers of contents.
void TstTaskCall::showsTheResultWhenTheTaskEnds()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    config::Profile server = demo();
    server.era = config::EraMode::Legacy;
    opened.connectTo(server);
    widgets::ToolsPanel &tools = opened.window.tools();
    opened.window.showPanel(tools);
    QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
    tools.chooseTool(QStringLiteral("write_report"));
    tools.callPane().editor().setBytes(Bytes::copyOf(R"({"steps":2,"delay_ms":10})"));
    QTRY_VERIFY_WITH_TIMEOUT(tools.callPane().canSend(), kPatienceMs);
    tools.callAsTask();
    const look::InlineMessage &note = tools.resultPane().note();
    QTRY_VERIFY_WITH_TIMEOUT(
        note.sentence().contains(QStringLiteral("with this result")), kPatienceMs);
    const auto report = [](const content::ContentList &contents) {
        const content::ContentView *view = contents.view(0);
        if (!view || !view->content().document)
            return QString();
        return json::Value(view->content().document.get(), view->content().payload).toString();
    };
    QTRY_VERIFY(!report(tools.resultPane().contents()).isEmpty());
    // It is there again after a look at another tool.
    tools.chooseTool(QStringLiteral("echo"));
    tools.chooseTool(QStringLiteral("write_report"));
    QVERIFY(note.sentence().contains(QStringLiteral("with this result")));
    QTRY_VERIFY(!report(tools.resultPane().contents()).isEmpty());
    const QString text = report(tools.resultPane().contents());
    opened.window.showPanel(opened.window.tasks());
    opened.window.tasks().table().setCurrentIndex(opened.window.tasks().model().index(0, 0));
    QTRY_COMPARE(report(opened.window.tasks().contents()), text);
    QVERIFY(opened.window.tasks().contents().isVisible());
}

// A large result is decoded in the background: the user may look at another tool before that is
// done.
void TstTaskCall::keepsALateResultOutOfAnotherPane()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    config::Profile server = demo();
    server.era = config::EraMode::Legacy;
    opened.connectTo(server);
    widgets::ToolsPanel &tools = opened.window.tools();
    opened.window.showPanel(tools);
    QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
    const auto call = [&](const char *tool, const char *arguments, auto how) {
        tools.chooseTool(QString::fromLatin1(tool));
        tools.callPane().editor().setBytes(Bytes::copyOf(arguments));
        if (QTest::qWaitFor([&] { return tools.callPane().canSend(); }, kPatienceMs))
            how();
        return QTest::qWaitFor(
            [&] { return tools.currentCall() && tools.currentCall()->response(); }, kPatienceMs);
    };
    QVERIFY(call("echo", R"({"note":"of the other tool"})", [&] { tools.callPane().send(); }));
    QVERIFY(call("write_report", R"({"steps":2,"delay_ms":10})", [&] { tools.callAsTask(); }));
    const auto shows = [&](const char *text) {
        const content::ContentView *view = tools.resultPane().contents().view(0);
        return view && view->content().document
            && view->content().document->text().find(text) != std::string_view::npos;
    };
    QTRY_VERIFY_WITH_TIMEOUT(shows("A report of"), kPatienceMs); // the report
    tools.chooseTool(QStringLiteral("echo"));
    QTRY_VERIFY_WITH_TIMEOUT(shows("of the other tool"), kPatienceMs);

    HeldJobs jobs;
    QVERIFY(jobs.isHeld());
    tools.chooseTool(QStringLiteral("write_report"));
    QVERIFY(!shows("A report of")); // it is decoded anew, and waits
    tools.chooseTool(QStringLiteral("echo"));
    QVERIFY(jobs.release());
    QTRY_VERIFY_WITH_TIMEOUT(shows("of the other tool"), kPatienceMs);
    QVERIFY(tools.resultPane().note().isHidden());
    tools.chooseTool(QStringLiteral("write_report"));
    QTRY_VERIFY_WITH_TIMEOUT(shows("A report of"), kPatienceMs);
}

QTEST_MAIN(TstTaskCall)
#include "tst_taskcall.moc"
