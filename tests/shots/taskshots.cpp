// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/taskshots.h"

#include "app/program/mainwindow.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "session/call/toolcall.h"
#include "shots/camera.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAbstractButton>
#include <QAction>
#include <QTabBar>

namespace sonde::shots {
namespace {

void call(app::MainWindow &window, const char *tool, const char *arguments)
{
    widgets::ToolsPanel &tools = window.tools();
    tools.chooseTool(QLatin1String(tool));
    tools.callPane().editor().setBytes(Bytes::copyOf(arguments));
    tools.callPane().send();
}

} // namespace

bool drawTasks(app::MainWindow &window, const Camera &camera)
{
    widgets::TasksPanel &tasks = window.tasks();
    const auto answered = [&window] {
        return window.tools().currentCall() && !window.tools().currentCall()->isPending();
    };
    call(window, "write_report", R"({"steps":3,"delay_ms":10})");
    if (!camera.wait("a report is a task", answered))
        return false;
    call(window, "write_report", R"({"steps":6,"delay_ms":10,"ask":true})");
    if (!camera.wait("another report is a task", answered))
        return false;
    window.tools().callPane().setWantProgress(true);
    call(window, "slow_count", R"({"n":90,"delay_ms":60})");
    window.showPanel(window.tasks());
    const auto row = [&tasks](
                         int at) { tasks.table().setCurrentIndex(tasks.model().index(at, 0)); };
    const bool asked = camera.wait("there is a call and two tasks, one of which asks", [&] {
        if (tasks.model().rowCount() == 3)
            row(1);
        return tasks.model().rowCount() == 3 && tasks.model().operation(0).fraction > 0.1
            && tasks.inputs().model()->rowCount() == 1;
    });
    if (!asked || !camera.shoot(window, "tasks-input"))
        return false;
    tasks.review();
    auto *review = qobject_cast<widgets::ReviewPanel *>(window.tabs().currentWidget());
    if (!review || !camera.shoot(window, "tasks-review"))
        return false;
    review->send();
    const int tab = window.tabs().indexOf(review);
    static_cast<QAbstractButton *>(window.tabs().tabBar()->tabButton(tab, QTabBar::RightSide))
        ->click();
    window.showPanel(window.tasks());
    row(0);
    const bool drawn = camera.shoot(window, "tasks");
    tasks.cancel();
    window.tools().callPane().setWantProgress(false);
    return camera.wait("the call is cancelled", answered) && drawn;
}

} // namespace sonde::shots
