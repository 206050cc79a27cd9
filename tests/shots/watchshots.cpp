// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/watchshots.h"

#include "app/program/mainwindow.h"
#include "app/servers/watchcommands.h"
#include "app/window/actions.h"
#include "content/json/jsoneditor.h"
#include "content/text/textdiffview.h"
#include "look/controls/inlinemessage.h"
#include "session/call/toolcall.h"
#include "shots/camera.h"
#include "support/openedwindow.h"
#include "support/projectserver.h"
#include "widgets/changes/changespanel.h"
#include "widgets/changes/reportparts.h"
#include "widgets/servers/servereditor.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QDockWidget>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>

namespace sonde::shots {
namespace {

using tests::ProjectServer;

constexpr QSize kWatchSize(1280, 800);
constexpr QSize kSmallSize(1024, 700);
constexpr char kForecast[] = R"({"name":"get_forecast","inputSchema":{"type":"object"}})";
constexpr char kStricterWeather[] =
    R"({"name":"weather","inputSchema":{"type":"object","properties":{"city":{"type":"string"},"units":{"enum":["metric","imperial"]}},"required":["units"]}})";

config::Profile watched(const QString &name, const ProjectServer &project)
{
    config::Profile made = tests::profile(name, ProjectServer::program(), project.arguments());
    made.workingDirectory = project.folder();
    made.era = config::EraMode::Legacy;
    made.watch.isOn = true;
    made.watch.paths = QStringList{QStringLiteral("src")};
    return made;
}

// In a small window the parts of the report have tabs; without the trace there is room for all.
bool drawChangesSizes(const Camera &camera, app::MainWindow &window)
{
    window.resize(kSmallSize);
    QTabBar &tabs = window.changes().parts().tabs();
    bool isDrawn = camera.shoot(window, "restarts-narrow");
    tabs.setCurrentIndex(widgets::ReportParts::Facts);
    isDrawn = isDrawn && camera.shoot(window, "restarts-narrow-facts");
    tabs.setCurrentIndex(widgets::ReportParts::Changes);
    window.resize(kWatchSize);
    auto *trace = window.findChild<QDockWidget *>(QStringLiteral("trace"));
    window.changes().findChild<QPushButton *>(QStringLiteral("keepReference"))->click();
    trace->hide();
    isDrawn = isDrawn && camera.shoot(window, "restarts-roomy");
    window.changes().findChild<QPushButton *>(QStringLiteral("releaseReference"))->click();
    trace->show();
    return isDrawn;
}

} // namespace

bool drawWatch(const Camera &camera)
{
    const QTemporaryDir folder;
    const ProjectServer weather(folder.filePath(QStringLiteral("weather")));
    const ProjectServer files(folder.filePath(QStringLiteral("files")));
    tests::Opened opened(folder.path());
    app::MainWindow &window = opened.window;
    window.resize(kWatchSize);
    app::WatchCommands &commands = *window.findChild<app::WatchCommands *>();
    config::Profile built = watched(QStringLiteral("weather"), weather);
    built.watch.build = QStringList{QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("test ! -f src/broken || { echo \"src/tools.ts(7,3): error TS2304: Cannot "
                       "find name 'unit'.\"; exit 2; }")};
    opened.connectTo(watched(QStringLiteral("files"), files));
    opened.connectTo(built);
    const auto &starts = opened.workspace.restarts().restarts(built.name);
    const auto isWatching = [&](std::size_t count) {
        const auto *restarts = commands.restarts().find(built.name);
        return restarts && restarts->state() == session::RestartOnChange::State::Watching
            && opened.workspace.restarts().restarts(built.name).size() == count;
    };
    if (!camera.wait("the servers are watched", [&] { return isWatching(1); }))
        return false;
    widgets::ToolsPanel &tools = window.tools();
    window.showPanel(tools);
    tools.chooseTool(QStringLiteral("weather"));
    tools.callPane().editor().setBytes(Bytes::copyOf(R"({"city": "Oulu"})"));
    window.actions().call->trigger();
    if (!camera.wait("the tool responds",
            [&] { return tools.currentCall() && tools.currentCall()->response(); }))
        return false;
    weather.write(ProjectServer::tools(), QByteArray(kForecast) + ',' + kStricterWeather);
    if (!camera.wait("the server restarts", [&] { return isWatching(2); }))
        return false;
    window.showPanel(window.changes());
    if (!camera.wait("the change is compared", [&] { return window.changes().diff().isReady(); })
        || !camera.shoot(window, "restarts") || !camera.shootForManual(window, "changes")
        || !drawChangesSizes(camera, window))
        return false;
    window.showPanel(tools);
    weather.write(QStringLiteral("src/broken"), "1");
    if (!camera.wait("the build fails", [&] { return commands.message().isVisible(); })
        || !camera.shoot(window, "restart-build-failed"))
        return false;
    window.showPanel(window.changes());
    if (!camera.shoot(window, "restarts-build-failed"))
        return false;
    widgets::ServerEditor editor(*opened.workspace.profiles().find(built.name), {});
    editor.show();
    editor.showWatch();
    return !starts.empty() && camera.shoot(editor, "server-watch");
}

} // namespace sonde::shots
