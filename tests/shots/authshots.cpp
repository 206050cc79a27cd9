// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/authshots.h"

#include "app/program/mainwindow.h"
#include "app/window/actions.h"
#include "app/workspace/authorizations.h"
#include "models/auth/authstate.h"
#include "shots/camera.h"
#include "shots/protectedexample.h"
#include "widgets/auth/authpanel.h"
#include "widgets/auth/credentialswindow.h"
#include "widgets/overview/overviewpanel.h"

#include <QAction>
#include <QDockWidget>

namespace sonde::shots {
namespace {

using auth::StepKind;
using Phase = models::AuthState::Phase;

class AuthShots {
public:
    AuthShots(app::MainWindow &window, app::Workspace &workspace, const Camera &camera)
        : m_window(window)
        , m_workspace(workspace)
        , m_camera(camera)
    {
    }

    bool draw()
    {
        const QByteArray layout = m_window.saveState();
        for (QDockWidget *dock : m_window.findChildren<QDockWidget *>())
            dock->setVisible(dock->objectName() == QLatin1String("servers"));
        const bool drawn = waiting() && refused() && kept();
        m_window.restoreState(layout);
        return drawn;
    }

private:
    QString open(const QString &name, const ProtectedExample &server)
    {
        config::Profile profile;
        profile.name = name;
        profile.era = config::EraMode::Legacy;
        profile.reachByUrl();
        profile.http()->url = server.url();
        QString added = m_workspace.addForThisRun(profile);
        m_workspace.setCurrent(added);
        m_workspace.connectTo(added);
        return added;
    }

    Phase phase(const QString &name)
    {
        auth::ServerAuthorizer *one = m_workspace.authorizations().find(name);
        return one ? models::AuthState::of(*one).phase : Phase::Idle;
    }

    void choose(StepKind kind)
    {
        const models::AuthStepModel &model = m_window.auth().model();
        for (int row = 0; row < model.reachedCount(); ++row) {
            if (model.step(row)->kind == kind)
                m_window.auth().chooseStep(row);
        }
    }

    bool waiting()
    {
        const ProtectedExample server(false);
        const QString name = open(QStringLiteral("tickets"), server);
        m_window.showPanel(m_window.overview());
        if (!m_camera.wait(
                "a page waits to be opened", [&] { return phase(name) == Phase::WantsPerson; })
            || !m_camera.shoot(m_window, "auth-needed"))
            return false;
        m_window.showPanel(m_window.auth());
        choose(StepKind::Client);
        const bool drawn = m_camera.shoot(m_window, "auth-steps")
            && m_camera.shootForManual(m_window, "authorization");
        m_workspace.stop(name);
        return drawn && m_camera.wait("the server is stopped", [&] {
            return phase(name) != Phase::Working;
        });
    }

    bool refused()
    {
        const ProtectedExample server(true);
        const QString name = open(QStringLiteral("tickets-eu"), server);
        const bool failed = m_camera.wait("the authorization was refused", [&] {
            const mcp::Client *client = m_workspace.client(name);
            return client && client->state() == mcp::ClientState::Failed;
        });
        if (!failed || !m_camera.shoot(m_window, "auth-failed-page"))
            return false;
        m_window.showPanel(m_window.auth());
        return m_camera.shoot(m_window, "auth-failed");
    }

    bool kept()
    {
        auth::Tokens tokens;
        tokens.issuer = QStringLiteral("https://auth.example/tenant1");
        tokens.resource = QStringLiteral("https://mcp.tickets.example/mcp");
        tokens.clientId = QStringLiteral("c-4711");
        tokens.type = QStringLiteral("Bearer");
        // {"alg":"RS256","kid":"7"} . {"iss":…,"aud":…,"scope":"tickets:read","exp":1795000000}
        tokens.accessToken = Secret(QStringLiteral(
            "eyJhbGciOiJSUzI1NiIsImtpZCI6IjcifQ."
            "eyJpc3MiOiJodHRwczovL2F1dGguZXhhbXBsZS90ZW5hbnQxIiwiYXVkIjoiaHR0cHM6Ly9tY3AudGlja2V0"
            "cy5leGFtcGxlL21jcCIsInNjb3BlIjoidGlja2V0czpyZWFkIiwiZXhwIjoxNzk1MDAwMDAwfQ.c2ln"));
        tokens.requestedScopes = QStringList{QStringLiteral("tickets:read")};
        tokens.obtainedMs = 1'794'990'000'000;
        tokens.expiresMs = 1'795'000'000'000;
        m_workspace.authorizations().cache().keep(tokens);
        widgets::CredentialsWindow *window = m_window.auth().openCredentials();
        const bool drawn = window && m_camera.shoot(*window, "auth-credentials");
        delete window;
        return drawn;
    }

    app::MainWindow &m_window;
    app::Workspace &m_workspace;
    const Camera &m_camera;
};

} // namespace

bool drawAuthorization(app::MainWindow &window, app::Workspace &workspace, const Camera &camera)
{
    return AuthShots(window, workspace, camera).draw();
}

} // namespace sonde::shots
