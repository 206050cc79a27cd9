// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/buttons.h"
#include "support/commandbrowser.h"
#include "support/protectedserver.h"

#include "app/program/mainwindow.h"
#include "app/workspace/authorizations.h"
#include "models/auth/authstate.h"
#include "widgets/auth/authpanel.h"
#include "widgets/overview/authorizepage.h"
#include "widgets/overview/overviewpanel.h"

#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

namespace sonde::test {

// A window of its own with a protected server in it, and a command as the browser. What it keeps is
// in a folder of its own, or in one that the test looks into.
struct AuthWindow {
    explicit AuthWindow(const char *how = kAgree)
        : AuthWindow(QString(), how)
    {
    }
    explicit AuthWindow(const QString &folder, const char *how = kAgree)
        : AuthWindow(folder, browserCommand(how))
    {
    }
    AuthWindow(const QString &folder, const QString &browser)
        : workspace({folder.isEmpty() ? own.path() : folder, {}, browser})
        , window(workspace)
    {
        workspace.load();
        window.resize(1280, 800);
        window.show();
        config::Profile profile;
        profile.name = QStringLiteral("tickets");
        profile.reachByUrl();
        profile.http()->url = server.url().toString(QUrl::FullyEncoded);
        profile.era = config::EraMode::Legacy;
        name = workspace.addForThisRun(profile);
        workspace.setCurrent(name);
    }

    mcp::ClientState state() const
    {
        const mcp::Client *client = workspace.client(name);
        return client ? client->state() : mcp::ClientState::Stopped;
    }
    models::AuthState::Phase phase()
    {
        auth::ServerAuthorizer *authorizer = workspace.authorizations().find(name);
        return authorizer ? models::AuthState::of(*authorizer).phase
                          : models::AuthState::Phase::Idle;
    }
    widgets::AuthorizePage &page() { return window.overview().authorizePage(); }
    widgets::AuthPanel &panel() { return window.auth(); }
    auth::FlowRunner &runner() { return workspace.authorizations().find(name)->runner(); }
    // The button with that object name that a person can press now.
    QPushButton *button(const QString &control)
    {
        return tests::buttonWhere(window, control,
            [](const QPushButton &each) { return each.isVisible() && each.isEnabled(); });
    }
    void press(const QString &control) { tests::press(button(control)); }
    // The button of the message with that object name; null when a person cannot press it now.
    QPushButton *messageButton(const QString &message)
    {
        QPushButton *found = tests::messageButton(window, message);
        return found && found->isVisible() && found->isEnabled() ? found : nullptr;
    }
    void pressMessage(const QString &message) { tests::press(messageButton(message)); }

    QTemporaryDir own;
    ProtectedServer server;
    app::Workspace workspace;
    app::MainWindow window;
    QString name;
};

} // namespace sonde::test
