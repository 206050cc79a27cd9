// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/traceshots.h"
#include "widgets/trace/messageactions.h"

#include "app/program/mainwindow.h"
#include "content/json/jsoneditor.h"
#include "shots/camera.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/comparewindow.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/searchwindow.h"
#include "widgets/trace/statisticswindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"
#include "widgets/trace/traceworkbench.h"

#include <QAction>
#include <QLineEdit>
#include <QTabWidget>
#include <QTableView>

namespace sonde::shots {
namespace {

bool filtered(app::MainWindow &window, const Camera &camera)
{
    widgets::FilterEdit &edit = window.trace().filterBar().edit();
    edit.setText(QStringLiteral("method == \"tools/call\" and duration > 1ms"));
    const bool drawn = camera.wait("the filter has an answer",
                           [&] { return window.trace().proxy().rowCount() > 0; })
        && camera.shoot(window, "trace-filter") && camera.shootForManual(window, "trace");
    edit.setText(QStringLiteral("duration > 50parsec"));
    const bool wrong = drawn && camera.shoot(window, "trace-filter-wrong");
    edit.clear();
    return wrong;
}

// Beside the result: the request as it was sent.
bool sent(app::MainWindow &window, const Camera &camera)
{
    QTabWidget &tabs = window.tools().result().tabs();
    window.showPanel(window.tools());
    tabs.setCurrentWidget(&window.tools().result().sent());
    const bool drawn = camera.shoot(window, "request-sent");
    tabs.setCurrentIndex(0);
    return drawn;
}

bool counted(app::MainWindow &window, const Camera &camera)
{
    window.workbench().showStatistics();
    auto *statistics = window.findChild<widgets::StatisticsWindow *>();
    const bool drawn = statistics
        && camera.wait("the messages are counted", [&] { return statistics->isCounted(); })
        && camera.shoot(*statistics, "statistics");
    delete statistics;
    return drawn;
}

bool compared(app::MainWindow &window, const Camera &camera)
{
    widgets::TracePanel &trace = window.trace();
    trace.filterBar().edit().setText(QStringLiteral("tool exists and kind == request"));
    const bool found =
        camera.wait("two calls are found", [&] { return trace.proxy().rowCount() > 1; });
    if (!found)
        return false;
    trace.view().selectRow(0);
    trace.messageActions().compareAction()->trigger();
    trace.view().selectRow(trace.proxy().rowCount() - 1);
    trace.messageActions().compareAction()->trigger();
    trace.filterBar().clear();
    auto *compared = window.findChild<widgets::CompareWindow *>();
    const bool drawn = compared && camera.shoot(*compared, "compare");
    delete compared;
    return drawn;
}

bool searched(app::MainWindow &window, const Camera &camera)
{
    widgets::SearchWindow *search = window.trace().openSearch();
    search->edit().setText(QStringLiteral("reykjav"));
    const bool found = camera.wait("something is found",
        [&] { return search->hits().rowCount() > 1 && search->hits().isComplete(); });
    search->table().selectRow(1);
    const bool drawn = found && camera.shoot(*search, "search");
    delete search;
    return drawn;
}

} // namespace

bool drawTrace(app::MainWindow &window, const Camera &camera)
{
    return sent(window, camera) && filtered(window, camera) && counted(window, camera)
        && compared(window, camera) && searched(window, camera);
}

} // namespace sonde::shots
