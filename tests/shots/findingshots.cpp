// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/findingshots.h"

#include "app/program/mainwindow.h"
#include "app/workspace/workspace.h"
#include "config/serverfile.h"
#include "findings/accepted/baseline.h"
#include "models/findings/acceptedfindings.h"
#include "models/findings/findinglist.h"
#include "models/findings/findingtree.h"
#include "models/findings/notseenmodel.h"
#include "shots/camera.h"
#include "widgets/findings/acceptrow.h"
#include "widgets/findings/checkdialog.h"
#include "widgets/findings/coveragepage.h"
#include "widgets/findings/findingcard.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/findings/notseenview.h"
#include "widgets/findings/specificationwindow.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QLineEdit>
#include <QPushButton>
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
    "\"object\"}},{\"name\":\"lend_book\",\"title\":7,\"inputSchema\":{\"type\":\"string\"}},{"
    "\"name\":"
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

// The connection before had some of the findings, and one of them is accepted.
bool prepared(app::Workspace &workspace, const QString &name)
{
    const findings::Identity output{"stdio.stdout-messages-only", {}, {}};
    const findings::Identity description{
        "practice.description-present", QStringLiteral("tools/list"), {}};
    findings::Baseline last;
    for (const auto &identity : {output, description}) {
        if (!last.accept({identity, {}, {}}))
            return false;
    }
    const QString folder = workspace.givenFolder() + QStringLiteral("/last-findings");
    const auto accepted = workspace.acceptedFindings().accept(
        name, {description, QStringLiteral("The names say it."), QStringLiteral("2026-11-25")});
    return accepted && last.save(config::serverFile(folder, name));
}

bool selected(widgets::FindingsView &view, const char *rule)
{
    view.tree().expandAll();
    const auto &tree = view.model();
    for (int row = 0; row < tree.rowCount(); ++row) {
        const QModelIndex group = tree.index(row, 0);
        if (group.data(models::FindingTree::RuleRole).toString() == QLatin1String(rule)) {
            view.tree().setCurrentIndex(tree.index(0, 0, group));
            return true;
        }
    }
    return false;
}

// Of the demo server, which has tools of every kind: before it starts and when it is over.
bool drawCheck(app::MainWindow &window, app::Workspace &workspace, const Camera &camera)
{
    workspace.setCurrent(QStringLiteral("demo"));
    window.findings().openCheck();
    auto *dialog = window.findChild<widgets::CheckDialog *>();
    if (!dialog)
        return false;
    QAbstractItemModel *tools = dialog->findChild<widgets::PlainTable *>()->model();
    const auto place = [tools](const char *tool) {
        return tools->match(tools->index(0, 0), Qt::DisplayRole, QLatin1String(tool)).value(0);
    };
    if (!camera.wait("the tools are listed", [&] { return place("big_numbers").isValid(); }))
        return false;
    tools->setData(place("big_numbers"), Qt::Checked, Qt::CheckStateRole);
    bool drawn = camera.shoot(*dialog, "check");
    dialog->findChild<QPushButton *>(QStringLiteral("startCheck"))->click();
    drawn = drawn && camera.wait("the check is over", [&] { return !dialog->run().isRunning(); })
        && camera.shoot(*dialog, "check-finished");
    dialog->close();
    return drawn;
}

} // namespace

bool drawFindings(app::MainWindow &window, app::Workspace &workspace, const Camera &camera)
{
    const QString name = workspace.addForThisRun(shelf());
    if (!prepared(workspace, name))
        return false;
    workspace.setCurrent(name);
    workspace.connectTo(name);
    widgets::FindingsView &view = window.findings().view();
    window.showPanel(window.findings());
    if (!camera.wait("the messages are checked", [&] {
            return view.model().rowCount() > 2
                && window.trace().document().findings().behind() == 0;
        }))
        return false;
    if (!selected(view, "tools.name-charset"))
        return false;
    Q_EMIT view.findingRequested(*view.model().findingAt(view.tree().currentIndex()));
    auto *detail = window.findChild<widgets::MessageDetail *>();
    bool drawn = camera.shoot(window, "findings");
    detail->tabs().setCurrentIndex(widgets::MessageDetail::FindingsTab);
    drawn = drawn && camera.shoot(window, "findings-message")
        && camera.shootForManual(window, "findings");
    detail->tabs().setCurrentIndex(widgets::MessageDetail::ResponseTab);
    drawn = drawn && selected(view, "schema.Tool") && camera.shoot(window, "findings-instead")
        && selected(view, "tools.name-charset");
    view.card().acceptButton().click();
    drawn = drawn && camera.shoot(window, "findings-accept");
    view.acceptRow().hide();
    detail->response().findChild<QAction *>(QStringLiteral("specificationOfValue"))->trigger();
    auto *specification = window.findChild<widgets::SpecificationWindow *>();
    drawn = drawn && camera.shoot(*specification, "specification");
    specification->close();
    view.coverageButton().click();
    widgets::NotSeenView &steps = view.coverage().notSeenView();
    steps.tree().setCurrentIndex(view.coverage().notSeen().indexOf(models::ExerciseStep::CallTool));
    steps.tree().expand(steps.tree().currentIndex());
    drawn = drawn && camera.shoot(window, "coverage");
    view.focusFilter();
    window.showPanel(window.overview());
    drawn = drawn && camera.shoot(window, "overview-findings");
    drawn = drawn && drawCheck(window, workspace, camera);
    workspace.client(name)->stop();
    workspace.setCurrent(QStringLiteral("demo"));
    return drawn;
}

} // namespace sonde::shots
