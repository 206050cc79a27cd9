// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/tapshots.h"
#include "support/places.h"

#include "app/program/mainwindow.h"
#include "app/workspace/places.h"
#include "app/workspace/taps.h"
#include "content/json/jsoneditor.h"
#include "session/connection/observation.h"
#include "session/tap/tapbreakpoints.h"
#include "session/tap/tapcomposer.h"
#include "shots/camera.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/observeditems.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/tap/breakpointdialog.h"
#include "widgets/tap/breakpointspanel.h"
#include "widgets/tap/composedialog.h"
#include "widgets/tap/heldpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/tracepanel.h"

#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>

#include <chrono>
#include <variant>

namespace sonde::shots {
namespace {

constexpr QSize kTapWindow(1280, 800);
constexpr int kMaxEnd = 5000; // ms

// A host, with a server that it has started through a tap.
class Host {
public:
    Host(const QString &folder, const QString &server, const QByteArray &name)
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("SONDE_TAPS"), folder + QStringLiteral("/taps"));
        m_process.setProcessEnvironment(environment);
        m_process.start(sonde::test::programPath("sonde-cli"),
            {QStringLiteral("tap"), QStringLiteral("--name"), server, QStringLiteral("--record"),
                folder, QStringLiteral("--"), app::demoServer()});
        send(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":)"
             R"("2025-11-25","capabilities":{"roots":{"listChanged":true},"sampling":{}},)"
             R"("clientInfo":{"name":"claude-code","title":")"
            + name + R"(","version":"2.0.42"}}})");
        send(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        send(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
        send(R"({"jsonrpc":"2.0","id":3,"method":"resources/list"})");
        send(R"({"jsonrpc":"2.0","id":4,"method":"prompts/list"})");
    }
    ~Host() { end(); }
    Host(const Host &) = delete;
    Host &operator=(const Host &) = delete;

    void send(const QByteArray &line) { m_process.write(line + '\n'); }
    void end()
    {
        m_process.closeWriteChannel();
        if (m_process.state() != QProcess::NotRunning && !m_process.waitForFinished(kMaxEnd))
            m_process.kill();
    }

private:
    QProcess m_process;
};

tap::Breakpoint breakpoint(tap::BreakpointAction::Kind action, const QString &filter,
    rpc::Channel channel = rpc::Channel::Sent)
{
    tap::Breakpoint made;
    auto compiled = trace::Filter::compile(filter);
    if (auto *const good = std::get_if<trace::Filter>(&compiled))
        made.filter = *good;
    made.channel = channel;
    made.action.kind = action;
    return made;
}

void addBreakpoints(session::TapBreakpoints &list)
{
    using Act = tap::BreakpointAction::Kind;
    list.add(breakpoint(
        Act::Hold, QStringLiteral("method == \"tools/call\" and params.name == \"get_weather\"")));
    tap::Breakpoint late = breakpoint(
        Act::Delay, QStringLiteral("method == \"notifications/message\""), rpc::Channel::Received);
    late.action.delay = std::chrono::seconds(2);
    list.add(late);
    tap::Breakpoint respond =
        breakpoint(Act::Respond, QStringLiteral("method == \"prompts/list\""));
    respond.action.text = R"({"prompts":[]})";
    respond.on = false;
    list.add(respond);
    tap::Breakpoint garble =
        breakpoint(Act::Garble, QStringLiteral("kind == response"), rpc::Channel::Received);
    garble.only = 3;
    garble.on = false;
    list.add(garble);
}

// A request of a person, with its response.
bool drawComposed(const Camera &camera, app::MainWindow &window)
{
    window.breakpoints().findChild<QPushButton *>(QStringLiteral("compose"))->click();
    auto &dialog = *window.breakpoints().findChild<widgets::ComposeDialog *>();
    const QByteArray id = QByteArray::fromStdString(session::TapComposer::newId());
    dialog.text().setBytes(Bytes::fromByteArray(R"({"jsonrpc":"2.0","id":)" + id
        + R"(,"method":"tools/call","params":{"name":"get_weather","arguments":)"
          R"({"city":"Nuuk","days":2,"units":"metric"}}})"));
    dialog.findChild<QPushButton *>(QStringLiteral("sendComposed"))->click();
    const bool drawn = camera.wait("the response is there", [&] {
        return !dialog.response().isEmpty() && !dialog.status().isEmpty();
    }) && camera.shoot(dialog, "tap-compose");
    dialog.reject();
    return drawn;
}

// A call of a host that is held and edited.
bool drawHeld(const Camera &camera, app::MainWindow &window, app::Workspace &workspace, Host &host)
{
    session::TapBreakpoints &breakpoints = *workspace.taps().breakpoints(workspace.current());
    addBreakpoints(breakpoints);
    window.showPanel(window.breakpoints());
    int calls = 0; // those before the tap has read its breakpoints cross it
    const bool held = camera.wait("a call is held", [&] {
        if (breakpoints.held().empty() && ++calls % 20 == 1)
            host.send(R"({"jsonrpc":"2.0","id":)" + QByteArray::number(100 + calls)
                + R"(,"method":"tools/call","params":{"name":"get_weather","arguments":)"
                  R"({"city":"Reykjavík","days":3,"units":"metric","station":9007199254740993}}})");
        return !breakpoints.held().empty();
    });
    if (!held)
        return false;
    QByteArray text = breakpoints.held().front().bytes.toByteArray();
    text.replace("\"days\":3", "\"days\":7").replace("metric", "imperial");
    window.breakpoints().held().editor().setBytes(Bytes::fromByteArray(text));
    if (!camera.shoot(window, "tap-held") || !camera.shootForManual(window, "tap"))
        return false;
    window.breakpoints().findChild<QPushButton *>(QStringLiteral("addBreakpoint"))->click();
    auto &dialog = *window.breakpoints().findChild<widgets::BreakpointDialog *>();
    dialog.filter().setText(QStringLiteral("method == \"tools/call\" and"));
    const bool drawn = camera.shoot(dialog, "tap-breakpoint");
    dialog.reject();
    return drawn && drawComposed(camera, window);
}

// Another one is held as well, in the smallest window.
bool drawHeldSmall(const Camera &camera, app::MainWindow &window, app::Workspace &workspace)
{
    workspace.client(QStringLiteral("demo"))
        ->callTool(QStringLiteral("get_weather"), Bytes::copyOf(R"({"city":"Oslo"})"), {}, &window,
            [](const Result<mcp::Response> &) {});
    if (!camera.wait("two calls are held", [&] { return workspace.allHeld() > 2; }))
        return false;
    window.resize(window.minimumSize());
    const bool drawn = camera.shoot(window, "own-held-smallest");
    window.resize(kTapWindow);
    return drawn;
}

// A call of Sonde itself, held on its way to the server.
bool drawOwnHeld(const Camera &camera, app::MainWindow &window, app::Workspace &workspace)
{
    const QString server = QStringLiteral("demo");
    workspace.setCurrent(server);
    if (!camera.wait("the demo server is connected",
            [&] { return workspace.client(server)->state() == mcp::ClientState::Ready; }))
        return false;
    session::TapBreakpoints &breakpoints = *workspace.breakpoints(server);
    addBreakpoints(breakpoints);
    window.showPanel(window.breakpoints());
    workspace.client(server)->callTool(QStringLiteral("get_weather"),
        Bytes::copyOf(R"({"city":"Tromsø","days":3,"units":"metric","station":9007199254740993})"),
        {}, &window, [](const Result<mcp::Response> &) {});
    if (!camera.wait("a call of Sonde is held", [&] { return !breakpoints.held().empty(); }))
        return false;
    QByteArray text = breakpoints.held().front().bytes.toByteArray();
    text.replace("\"days\":3", "\"days\":7");
    window.breakpoints().held().editor().setBytes(Bytes::fromByteArray(text));
    window.trace().filterBar().edit().setText(QStringLiteral("server == \"demo\""));
    const bool drawn = camera.shoot(window, "own-held");
    const bool small = drawHeldSmall(camera, window, workspace);
    breakpoints.sendAllAsTheyWere();
    return drawn && small;
}

} // namespace

bool drawTaps(const Camera &camera)
{
    const QTemporaryDir folder;
    app::Workspace workspace(
        {folder.path(), {}, {}, false, folder.filePath(QStringLiteral("taps"))});
    workspace.load();
    workspace.taps().watch();
    config::Profile demo;
    demo.name = QStringLiteral("demo");
    demo.program = app::demoServer();
    workspace.addForThisRun(demo);
    app::MainWindow window(workspace);
    window.resize(kTapWindow);
    window.show();
    workspace.setCurrent(demo.name);
    workspace.connectTo(demo.name);

    const QString name = QStringLiteral("Claude Code → weather");
    Host ended(folder.path(), QStringLiteral("notes"), "Claude Desktop");
    Host claude(folder.path(), QStringLiteral("weather"), "Claude Code");
    const Host cursor(folder.path(), QStringLiteral("weather"), "Cursor");
    if (!camera.wait("the taps are there", [&] { return workspace.taps().names().size() == 3; }))
        return false;
    ended.end();
    claude.send(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get_weather",)"
                R"("arguments":{"city":"Reykjavík","days":3,"units":"metric"}}})");
    claude.send(R"({"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"slow_count",)"
                R"("arguments":{"n":3},"_meta":{"progressToken":6}}})");
    const session::Observation &seen = *workspace.taps().find(name);
    if (!camera.wait("the tools are listed",
            [&] { return !seen.list(models::CatalogKind::Prompt).items.empty(); }))
        return false;
    workspace.setCurrent(name);
    window.showPanel(window.overview());
    window.trace().filterBar().edit().setText(QStringLiteral("server == \"%1\"").arg(name));
    if (!camera.wait("the call is recorded",
            [&] { return window.trace().document().model().rowCount() > 40; })
        || !camera.shoot(window, "tap-overview"))
        return false;
    window.showPanel(window.tools());
    window.tools().observed().list().choose(
        models::CatalogKind::Tool, QStringLiteral("get_weather"));
    return camera.shoot(window, "tap-tools") && drawHeld(camera, window, workspace, claude)
        && drawOwnHeld(camera, window, workspace);
}

} // namespace sonde::shots
