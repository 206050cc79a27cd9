// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/axisshots.h"

#include "app/program/mainwindow.h"
#include "app/window/actions.h"
#include "content/json/jsoneditor.h"
#include "models/trace/tracemodel.h"
#include "review/serverrequestqueue.h"
#include "shots/camera.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QElapsedTimer>

namespace sonde::shots {

namespace {

constexpr int kThoughtMs = 120; // before a question is answered

void call(app::MainWindow &window, mcp::Client &client, const char *tool, const char *arguments,
    int &running, RequestHandle *handle = nullptr)
{
    ++running;
    mcp::CallOptions options;
    options.wantProgress = true;
    RequestHandle made = client.callTool(QString::fromLatin1(tool), Bytes::copyOf(arguments),
        options, &window, [&running](const Result<mcp::Response> &) { --running; });
    if (handle)
        *handle = made;
}

// A call that becomes a task, which is asked about.
void writeReport(app::MainWindow &window)
{
    widgets::ToolsPanel &tools = window.tools();
    tools.chooseTool(QStringLiteral("write_report"));
    tools.callPane().editor().setBytes(Bytes::copyOf(R"({"steps":4,"delay_ms":150})"));
    tools.callPane().send();
}

} // namespace

// Calls of all kinds, one beside the other, one after the other, and one that is given up.
bool drawTimeAxis(const Camera &camera, app::MainWindow &window, mcp::Client &client)
{
    window.trace().document().model().clear();
    window.showPanel(window.tools());
    writeReport(window);
    window.actions().layoutAxis->trigger();
    int running = 0;
    RequestHandle slow;
    call(window, client, "slow_count", R"({"n":9,"delay_ms":60})", running);
    call(window, client, "slow_count", R"({"n":30,"delay_ms":40})", running, &slow);
    call(window, client, "get_weather", R"({"city":"Oslo"})", running);
    call(window, client, "get_weather", R"({"city":"Lima","days":5})", running);
    call(window, client, "log_something", R"({"message":"counted"})", running);
    const bool begun = camera.wait("some calls are answered", [&] { return running <= 2; });
    call(window, client, "fail", "{}", running);
    call(window, client, "get_weather", R"({"city":"Perth"})", running);
    const bool counted = camera.wait("the short count is over", [&] { return running <= 1; });
    slow.cancel();
    const bool over = camera.wait("the calls are over", [&] { return running == 0; });
    call(window, client, "slow_count", R"({"n":600,"delay_ms":100})", running, &slow);
    auto *axis = window.findChild<widgets::TimeAxisPanel *>();
    const bool drawn = begun && counted && over && axis && camera.shoot(window, "time-axis")
        && camera.shootForManual(window, "time-axis");
    slow.cancel();
    window.actions().layoutReset->trigger();
    return camera.wait("the last call is over", [&] { return running == 0; }) && drawn;
}

namespace {

// A call that asks for input three times, each time answered after a while.
bool askedAgain(const Camera &camera, app::MainWindow &window, mcp::Client &client,
    review::ServerRequestQueue &asks)
{
    int running = 0;
    call(window, client, "confirm_address", "{}", running);
    quint64 answered = 0;
    int rounds = 0;
    QElapsedTimer since;
    return camera.wait("the call has had its rounds", [&] {
        const bool waits = asks.waitingCount() > 0 && asks.requests().back()->number != answered;
        if (waits && !since.isValid()) {
            since.start();
        } else if (waits && since.elapsed() > kThoughtMs) {
            answered = asks.requests().back()->number;
            since.invalidate();
            const bool last = ++rounds > 2;
            const char *response = last ? R"({"elicitation":{"action":"decline"}})" : "{}";
            if (!asks.goOn(answered, Bytes::copyOf(response)))
                return false;
        }
        return running == 0;
    });
}

// A call whose response arrives: its exchange is open, and so are its phases.
bool stillArriving(const Camera &camera, app::MainWindow &window, mcp::Client &client)
{
    constexpr int kArrived = 12; // rows
    int running = 0;
    RequestHandle slow;
    models::TraceModel &model = window.trace().document().model();
    const int first = model.rowCount();
    call(window, client, "slow_count", R"({"n":600,"delay_ms":40})", running, &slow);
    const bool arrives = camera.wait(
        "a part of the answer is there", [&] { return model.rowCount() > first + kArrived; });
    auto *axis = window.findChild<widgets::TimeAxisPanel *>();
    if (!arrives || !axis)
        return false;
    window.trace().showMessage(model.number(first));
    axis->view().setCurrent(model.number(first));
    axis->view().fitSelection();
    const bool drawn = camera.shoot(window, "time-axis-http-open");
    slow.cancel();
    axis->view().fitAll();
    return camera.wait("the open call is over", [&] { return running == 0; }) && drawn;
}

} // namespace

bool drawHttpAxis(const Camera &camera, app::MainWindow &window, mcp::Client &client,
    review::ServerRequestQueue &asks)
{
    window.trace().document().model().clear();
    window.actions().layoutAxis->trigger();
    int running = 0;
    call(window, client, "get_weather", R"({"city":"Oslo"})", running);
    call(window, client, "slow_count", R"({"n":6,"delay_ms":30})", running);
    const bool over = camera.wait("the calls over HTTP are over", [&] { return running == 0; })
        && askedAgain(camera, window, client, asks);
    auto *axis = window.findChild<widgets::TimeAxisPanel *>();
    const bool drawn = over && axis && camera.shoot(window, "time-axis-http")
        && stillArriving(camera, window, client);
    window.actions().layoutReset->trigger();
    return drawn;
}

} // namespace sonde::shots
