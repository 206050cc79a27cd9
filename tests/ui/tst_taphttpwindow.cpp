// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "app/workspace/taps.h"
#include "models/session/servermodel.h"
#include "models/trace/tracemodel.h"
#include "session/connection/observation.h"
#include "session/tap/tapbreakpoints.h"
#include "support/httphost.h"
#include "support/openedwindow.h"
#include "support/tapprogram.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/serverpage.h"
#include "widgets/process/processpanel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tap/breakpointspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QListView>
#include <QTemporaryDir>
#include <QTest>

#include <functional>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;

// A tap of a server with a URL in the window: it appears by itself, with its exchanges, and its
// breakpoints hold what its clients send.
class TstTapHttpWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheConversation();
    void decidesOnAHeldRequest();

private:
    static QProcessEnvironment environment(const QString &folder)
    {
        QProcessEnvironment environment = test::cleanEnvironment();
        environment.insert(u"SONDE_TAPS"_s, folder);
        return environment;
    }
};

namespace {

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

QByteArray opening()
{
    return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":)"
           R"("2025-11-25","capabilities":{},"clientInfo":{"name":"Acme","version":"2"}}})";
}

// Of that server in the trace.
int rowsOf(models::TraceModel &trace, const QString &server, rpc::Kind kind, trace::State state)
{
    trace.drainNow();
    int count = 0;
    for (int row = 0; row < trace.rowCount(); ++row) {
        const trace::Record &record = trace.record(row);
        count += trace.stream(record.stream).server == server && record.kind == kind
                && record.state == state
            ? 1
            : 0;
    }
    return count;
}

} // namespace

void TstTapHttpWindow::showsTheConversation()
{
    const QTemporaryDir folder;
    Opened opened(folder.path(), folder.filePath(u"taps"_s));
    app::Taps &taps = opened.workspace.taps();
    QCOMPARE(taps.watch(), QString());
    test::HttpScript server(test::respondToPings);
    test::TapProgram tap(server.url(u"/mcp"_s), {}, environment(folder.filePath(u"taps"_s)));
    test::HttpHost host(tap.url(), test::post(opening()));
    const QString name = u"Acme → 127.0.0.1:%1"_s.arg(server.port());
    QVERIFY(holds([&] { return taps.names() == QStringList{name}; }));
    QVERIFY(holds([&] { return host.body() == test::pong("0"); }));
    const session::Observation &seen = *taps.find(name);
    QVERIFY(seen.ends().isHttp());
    QCOMPARE(seen.ends().address, tap.url().toString());
    QListView &list = *opened.window.findChild<widgets::ServersPanel *>()->findChild<QListView *>();
    for (int row = 0; row < list.model()->rowCount(); ++row) {
        const QModelIndex index = list.model()->index(row, 0);
        if (index.data(models::ServerModel::NameRole) != name)
            continue;
        list.setCurrentIndex(index);
        QVERIFY(index.data(models::ServerModel::DetailRole)
                    .toString()
                    .startsWith(seen.ends().transport()));
    }
    QCOMPARE(opened.workspace.current(), name);
    const widgets::PropertyGrid &facts = opened.window.overview().serverPage()->agreed();
    QCOMPARE(facts.value(widgets::ServerPage::tr("URL of the server")),
        server.url(u"/mcp"_s).toString());
    QVERIFY(opened.window.tabs().isTabVisible(
        opened.window.tabs().indexOf(&opened.window.breakpoints())));
    // The server may be on another machine.
    QVERIFY(
        !opened.window.tabs().isTabVisible(opened.window.tabs().indexOf(&opened.window.process())));

    models::TraceModel &trace = opened.window.trace().document().model();
    for (int i = 1; i <= 3; ++i) {
        host.received.clear();
        host.write(test::post(test::ping(i)));
        QVERIFY(holds([&] { return host.body() == test::pong(QByteArray::number(i)); }));
    }
    QVERIFY(holds([&] { return rowsOf(trace, name, rpc::Kind::Exchange, trace::State::Ok) == 4; }));
    QVERIFY(holds([&] { return rowsOf(trace, name, rpc::Kind::Request, trace::State::Ok) == 4; }));
    QVERIFY(seen.isLive());
    tap.end();
    QVERIFY(holds([&] { return !seen.isLive(); }));

    // The next one continues the entry, behind it.
    test::TapProgram again(server.url(u"/mcp"_s), {}, environment(folder.filePath(u"taps"_s)));
    test::HttpHost next(again.url(), test::post(opening()));
    QVERIFY(holds([&] { return seen.isLive(); }));
    QCOMPARE(taps.names(), QStringList{name});
    QVERIFY(holds([&] { return rowsOf(trace, name, rpc::Kind::Exchange, trace::State::Ok) == 5; }));
}

void TstTapHttpWindow::decidesOnAHeldRequest()
{
    const QTemporaryDir folder;
    Opened opened(folder.path(), folder.filePath(u"taps"_s));
    app::Taps &taps = opened.workspace.taps();
    QCOMPARE(taps.watch(), QString());
    test::HttpScript server(test::respondToPings);
    const test::TapProgram tap(server.url(u"/mcp"_s), {}, environment(folder.filePath(u"taps"_s)));
    test::HttpHost host(tap.url(), test::post(opening()));
    const QString name = u"Acme → 127.0.0.1:%1"_s.arg(server.port());
    QVERIFY(holds([&] { return taps.names() == QStringList{name}; }));
    QVERIFY(holds([&] { return host.body() == test::pong("0"); }));
    session::TapBreakpoints &breakpoints = *taps.breakpoints(name);
    QCOMPARE(breakpoints.add({}), 0); // everything that is sent
    QVERIFY(holds([&] { return breakpoints.hits().size() == 1; }));
    host.received.clear();
    host.write(test::post(test::ping(7)));
    QVERIFY(holds([&] { return breakpoints.held().size() == 1; }));
    QCOMPARE(breakpoints.held().front().bytes.toByteArray(), test::ping(7));
    QCOMPARE(host.received, QByteArray());
    breakpoints.sendChanged(
        breakpoints.held().front().message, Bytes::fromByteArray(test::ping(8)));
    QVERIFY(holds([&] { return host.body() == test::pong("8"); }));
    QVERIFY(holds([&] { return breakpoints.held().empty(); }));
    // What came is linked with what was sent.
    models::TraceModel &trace = opened.window.trace().document().model();
    const auto changed = [&] {
        trace.drainNow();
        for (int row = 0; row < trace.rowCount(); ++row) {
            const auto [message, event] = trace.changeOf(row);
            if (message != 0 && trace.record(trace.rowOf(message)).kind == rpc::Kind::Request)
                return event != 0;
        }
        return false;
    };
    QVERIFY(holds(changed));
}

QTEST_MAIN(TstTapHttpWindow)
#include "tst_taphttpwindow.moc"
