// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/logshots.h"

#include "app/program/mainwindow.h"
#include "app/trace/callsintrace.h"
#include "app/window/actions.h"
#include "content/json/jsoneditor.h"
#include "session/call/toolcall.h"
#include "shots/camera.h"
#include "widgets/activity/loglevelbox.h"
#include "widgets/activity/logspanel.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QComboBox>

namespace sonde::shots {
namespace {

bool call(app::MainWindow &window, const Camera &camera, const char *tool, const char *arguments)
{
    widgets::ToolsPanel &tools = window.tools();
    tools.chooseTool(QLatin1String(tool));
    tools.callPane().editor().setBytes(Bytes::copyOf(arguments));
    tools.callPane().send();
    return camera.wait("the call is answered",
        [&] { return tools.currentCall() && !tools.currentCall()->isPending(); });
}

void ask(widgets::LogsPanel &logs, const QString &level)
{
    QComboBox &box = logs.levelBox().box();
    box.setCurrentIndex(box.findData(level));
    Q_EMIT box.activated(box.currentIndex());
}

} // namespace

bool drawLogs(app::MainWindow &window, const Camera &camera)
{
    widgets::LogsPanel &logs = window.logs();
    ask(logs, QStringLiteral("debug"));
    const bool logged =
        camera.wait("the level is asked for", [&] { return !logs.levelBox().level().isEmpty(); })
        && call(window, camera, "log_something", R"({"message":"Station 17 sends again"})")
        && call(window, camera, "log_something",
            R"({"level":"warning","message":"The cache for 64.15,-21.94 is 26 min old"})")
        && call(window, camera, "log_something",
            R"({"level":"error","message":"No space left for the archive"})");
    if (!logged)
        return false;
    window.showPanel(window.logs());
    if (!camera.wait("the log is there", [&] { return logs.model().rowCount() >= 10; }))
        return false;
    logs.table().setCurrentIndex(logs.model().index(logs.model().rowCount() - 2, 0));
    if (!camera.shoot(window, "logs"))
        return false;
    window.tools().callPane().setWantProgress(true);
    const bool counted = call(window, camera, "slow_count", R"({"n":6,"delay_ms":0})");
    window.tools().callPane().setWantProgress(false);
    window.callsInTrace().showCallLog();
    return counted
        && camera.wait("the call's progress is there", [&] { return logs.model().rowCount() == 6; })
        && camera.shoot(window, "logs-of-a-call");
}

} // namespace sonde::shots
