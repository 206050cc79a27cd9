// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/findingshots.h"

#include "app/program/mainwindow.h"
#include "app/workspace/workspace.h"
#include "models/findings/findingtree.h"
#include "models/trace/findinglist.h"
#include "shots/camera.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"

#include <QTabBar>
#include <QToolButton>
#include <QTreeView>

namespace sonde::shots {
namespace {

// Says on stdout that it starts, and lists tools whose names and schemas are not allowed.
constexpr char kShelf[] =
    "echo Listening on stdio\n"
    "while read -r line; do\n"
    "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\\n' \"$id\" \"$1\"; }\n"
    "  case \"$line\" in\n"
    "  *'\"initialize\"'*) say '\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
    "{\"tools\":{}},\"serverInfo\":{\"name\":\"shelf\",\"version\":\"1.4.0\"}}';;\n"
    "  *tools/list*) say '\"result\":{\"tools\":[{\"name\":\"list "
    "books\",\"inputSchema\":{\"type\":"
    "\"object\"}},{\"name\":\"lend_book\",\"inputSchema\":{\"type\":\"string\"}},{\"name\":"
    "\"lend_book\",\"inputSchema\":{\"type\":\"object\"}}]}';;\n"
    "  *'\"id\"'*) say '\"error\":{\"code\":-32601,\"message\":\"unknown\"}';;\n"
    "  esac\n"
    "done\n";

config::Profile shelf()
{
    config::Profile server;
    server.name = QStringLiteral("shelf");
    server.program = QStringLiteral("sh");
    server.arguments = {QStringLiteral("-c"), QString::fromLatin1(kShelf)};
    server.era = config::EraMode::Legacy;
    return server;
}

bool selected(widgets::FindingsView &view)
{
    view.tree().expandAll();
    const auto &tree = view.model();
    for (int row = 0; row < tree.rowCount(); ++row) {
        const QModelIndex group = tree.index(row, 0);
        if (group.data().toString() == QLatin1String("tools.name-charset")) {
            view.tree().setCurrentIndex(tree.index(0, 0, group));
            return true;
        }
    }
    return false;
}

} // namespace

bool drawFindings(app::MainWindow &window, app::Workspace &workspace, const Camera &camera)
{
    const QString name = workspace.addForThisRun(shelf());
    workspace.setCurrent(name);
    workspace.connectTo(name);
    widgets::FindingsView &view = window.findings().view();
    window.showPanel(window.findings());
    if (!camera.wait("the messages are checked",
            [&] { return view.model().rowCount() > 2 && window.trace().findings().behind() == 0; }))
        return false;
    if (!selected(view))
        return false;
    Q_EMIT view.findingRequested(*view.model().findingAt(view.tree().currentIndex()));
    auto *detail = window.findChild<widgets::MessageDetail *>();
    bool drawn = camera.shoot(window, "findings");
    detail->tabs().setCurrentIndex(widgets::MessageDetail::FindingsTab);
    drawn = drawn && camera.shoot(window, "findings-message");
    detail->tabs().setCurrentIndex(widgets::MessageDetail::ResponseTab);
    view.coverageButton().click();
    drawn = drawn && camera.shoot(window, "coverage");
    view.focusFilter();
    window.showPanel(window.overview());
    drawn = drawn && camera.shoot(window, "overview-findings");
    workspace.client(name)->stop();
    workspace.setCurrent(QStringLiteral("demo"));
    return drawn;
}

} // namespace sonde::shots
