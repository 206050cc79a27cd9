// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/hostshots.h"

#include "app/program/mainwindow.h"
#include "app/window/actions.h"
#include "content/text/textdiffview.h"
#include "models/trace/diffmodel.h"
#include "shots/camera.h"
#include "support/hosthome.h"
#include "widgets/hosts/hostentrypane.h"
#include "widgets/hosts/hostexportdialog.h"
#include "widgets/hosts/hostswindow.h"
#include "widgets/hosts/tapplanpane.h"

#include <QAction>
#include <QComboBox>

namespace sonde::shots {
namespace {

constexpr QSize kHostsSize(1280, 800);

bool drawExport(const Camera &camera, app::Workspace &workspace, app::MainWindow &window)
{
    config::Profile server;
    server.name = QStringLiteral("tide");
    server.program = QStringLiteral("npx");
    server.arguments = {QStringLiteral("-y"), QStringLiteral("tide-mcp")};
    server.environment = {{QStringLiteral("TIDE_TOKEN"), Secret()}};
    server.secretVariables = QStringList(QStringLiteral("TIDE_TOKEN"));
    workspace.addForThisRun(server);
    workspace.setCurrent(server.name);
    window.actions().exportServer->trigger();
    auto *dialog = window.findChild<widgets::HostExportDialog *>();
    QComboBox &hosts = dialog->hosts();
    hosts.setCurrentIndex(hosts.findData(QStringLiteral("vscode")));
    const content::TextDiffView &lines = dialog->lines();
    return camera.wait("the addition is planned", [&lines] {
        return lines.isReady() && lines.model().rowCount() > 0;
    }) && camera.shoot(*dialog, "hosts-export");
}

} // namespace

bool drawHosts(const Camera &camera)
{
    const QTemporaryDir folder;
    app::Workspace workspace({folder.path(), {}, {}, false, {}});
    workspace.load();
    app::MainWindow window(workspace);
    const test::HostHome home;
    window.actions().hosts->trigger();
    auto *hosts = window.findChild<widgets::HostsWindow *>();
    hosts->resize(kHostsSize);
    const widgets::TapPlanPane &plan = hosts->planPane();
    const auto isPlanned = [&plan] {
        return plan.places().rowCount() > 0 && plan.lines().isReady()
            && plan.lines().model().rowCount() > 0;
    };
    if (!camera.wait("the hosts are found", [&] { return hosts->hostList().found() > 0; }))
        return false;
    hosts->chooseHost(QStringLiteral("cursor"));
    if (!camera.wait("the change is planned", isPlanned) || !camera.shoot(*hosts, "hosts"))
        return false;
    hosts->chooseHost(QStringLiteral("claude-code"));
    if (!camera.wait("the change is planned", isPlanned) || !camera.shoot(*hosts, "hosts-projects"))
        return false;
    hosts->chooseHost(QStringLiteral("gemini"));
    return camera.shoot(*hosts, "hosts-broken") && drawExport(camera, workspace, window);
}

} // namespace sonde::shots
