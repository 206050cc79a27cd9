// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/catalogshots.h"

#include "app/program/mainwindow.h"
#include "app/window/actions.h"
#include "content/json/jsoneditor.h"
#include "look/controls/inlinemessage.h"
#include "session/catalog/resourcestore.h"
#include "shots/camera.h"
#include "widgets/catalog/changesview.h"
#include "widgets/catalog/promptpane.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcepane.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/completingfield.h"
#include "widgets/request/responsepane.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QApplication>
#include <QKeyEvent>
#include <QPushButton>
#include <QTabWidget>

namespace sonde::shots {
namespace {

class CatalogShots {
public:
    CatalogShots(app::MainWindow &window, app::Workspace &workspace, const Camera &camera)
        : m_window(window)
        , m_workspace(workspace)
        , m_camera(camera)
    {
    }

    bool draw() { return resources() && prompts() && changes(); }

private:
    bool read(const QString &uri)
    {
        m_window.resources().openUri(uri);
        return m_camera.wait(
            "a resource is read", [&] { return !m_window.resources().pane().isPending(); });
    }

    // One that was read, a template with proposed values, and one that changes while it is watched.
    bool resources()
    {
        using models::CatalogKind;
        m_window.showPanel(m_window.resources());
        widgets::ResourcesPanel &panel = m_window.resources();
        widgets::ResourcePane &pane = panel.pane();
        if (!read(QStringLiteral("demo://about")) || !m_camera.shoot(m_window, "resources"))
            return false;
        panel.choose(CatalogKind::Template, QStringLiteral("demo://forecast/{city}/{station}"));
        pane.form().setValues({{QStringLiteral("city"), QStringLiteral("Oulu")}});
        widgets::CompletingField *field = pane.form().field(QStringLiteral("city"));
        m_window.activateWindow();
        field->setFocus();
        field->selectAll();
        QKeyEvent typed(QEvent::KeyPress, Qt::Key_R, Qt::NoModifier, QStringLiteral("R"));
        QApplication::sendEvent(field, &typed);
        const bool proposed =
            m_camera.wait("values are proposed", [&] { return !field->proposals().isEmpty(); });
        if (!proposed || !m_camera.shoot(m_window, "resources-template"))
            return false;
        if (!read(QStringLiteral("demo://pulse")))
            return false;
        pane.watchButton().click();
        session::ResourceRead *pulse =
            session::ResourceStore::of(m_workspace.currentClient())->read(pane.uri());
        pulse->setReadOnUpdate(true);
        panel.result().tabs().setCurrentIndex(panel.result().tabs().count() - 1);
        const bool updated = m_camera.wait("the pulse was read again", [&] {
            return pulse->reads() > 2;
        }) && m_camera.shoot(m_window, "resources-compare");
        pulse->watch().stop();
        return updated;
    }

    bool prompts()
    {
        m_window.showPanel(m_window.prompts());
        m_window.prompts().choose(models::CatalogKind::Prompt, QStringLiteral("describe_chart"));
        m_window.prompts().pane().form().setValues(
            {{QStringLiteral("tone"), QStringLiteral("cheerful")}});
        m_window.prompts().pane().send();
        return m_camera.wait("the prompt has come", [&] {
            return !m_window.prompts().pane().isPending();
        }) && m_camera.shoot(m_window, "prompts");
    }

    bool changes()
    {
        m_window.showPanel(m_window.tools());
        m_window.tools().chooseTool(QStringLiteral("station_rename"));
        m_window.tools().callPane().editor().setBytes(
            Bytes::copyOf(R"({"station":17,"name":"Oulu harbour"})"));
        m_window.tools().callPane().send();
        m_window.showPanel(m_window.resources());
        widgets::ChangesFrame &frame = m_window.resources().changes();
        if (!m_camera.wait(
                "the list of resources has changed", [&] { return frame.message().isVisible(); })
            || !m_camera.shoot(m_window, "resources-changed"))
            return false;
        frame.showChanges();
        return m_camera.shoot(m_window, "changes");
    }

    app::MainWindow &m_window;
    app::Workspace &m_workspace;
    const Camera &m_camera;
};

} // namespace

bool drawCatalogs(app::MainWindow &window, app::Workspace &workspace, const Camera &camera)
{
    return CatalogShots(window, workspace, camera).draw();
}

} // namespace sonde::shots
