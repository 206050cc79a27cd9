// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/step.h"

#include <QObject>

#include <memory>
#include <vector>

class QAction;
class QMenu;

namespace sonde::widgets {

// What can be done with the authorization at a server. The panel that does it connects to these.
class AuthActions : public QObject {
    Q_OBJECT
public:
    explicit AuthActions(QObject *parent = nullptr);
    ~AuthActions() override;

    // For a menu and the palette, in order.
    const std::vector<QAction *> &all() const { return m_all; }

    struct Possible {
        bool run = false;
        bool running = false;
        bool authorizer = false; // the server has one
        bool token = false;
        bool registration = false; // of a client, whether there is a token or not
        bool inBrowser = false; // the run waits for the page
        bool refreshToken = false;
        bool steps = false; // there is something to report
    };
    void enable(const Possible &possible);

    QMenu *stopBefore() const { return m_stopBefore.get(); } // the steps

    QAction *runAll = nullptr;
    QAction *step = nullptr;
    QAction *giveUp = nullptr;
    QAction *refresh = nullptr;
    QAction *expire = nullptr;
    QAction *dropRegistration = nullptr;
    QAction *startOver = nullptr;
    QAction *logOut = nullptr;
    QAction *copyReport = nullptr;
    QAction *credentials = nullptr;

Q_SIGNALS:
    void stopBeforeChosen(sonde::auth::StepKind kind);

private:
    QAction *add(const char *name, const QString &text, const char *icon);

    std::vector<QAction *> m_all;
    std::unique_ptr<QMenu> m_stopBefore;
};

} // namespace sonde::widgets
