// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authactions.h"

#include "look/painting/iconengine.h"
#include "models/auth/authstepmodel.h"

#include <QAction>
#include <QMenu>

namespace sonde::widgets {

using auth::StepKind;

AuthActions::AuthActions(QObject *parent)
    : QObject(parent)
    , m_stopBefore(std::make_unique<QMenu>(tr("Stop &before")))
{
    runAll = add("authorizeAll", tr("&Authorize: run all steps"), "play");
    step = add("authorizeStep", tr("Authorize: run one &step"), nullptr);
    giveUp = add("cancelAuthorization", tr("&Cancel the authorization"), "cancel");
    refresh = add("refreshToken", tr("&Refresh the token"), "restart");
    expire = add("expireToken", tr("E&xpire the token"), "clock");
    dropRegistration = add("removeRegistration", tr("Remo&ve the registration"), "remove");
    startOver = add("authorizeAgain", tr("Authorize again from the be&ginning"), nullptr);
    logOut = add("logOut", tr("Log &out: revoke and remove"), nullptr);
    copyReport = add("copyAuthorizationReport", tr("Cop&y the authorization report"), "copy");
    credentials = add("storedCredentials", tr("Stored cre&dentials…"), "key");
    for (const StepKind kind : {StepKind::ResourceMetadata, StepKind::ServerMetadata,
             StepKind::Client, StepKind::AuthorizationRequest, StepKind::Token, StepKind::Refresh})
        connect(m_stopBefore->addAction(models::AuthStepModel::stepName(kind)), &QAction::triggered,
            this, [this, kind] { Q_EMIT stopBeforeChosen(kind); });
}

AuthActions::~AuthActions() = default;

QAction *AuthActions::add(const char *name, const QString &text, const char *icon)
{
    auto *action = icon ? new QAction(look::icon(icon), text, this) : new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    m_all.push_back(action);
    return action;
}

void AuthActions::enable(const Possible &possible)
{
    const bool idle = !possible.running;
    runAll->setEnabled(possible.run);
    step->setEnabled(possible.run);
    m_stopBefore->setEnabled(possible.run);
    giveUp->setEnabled(possible.running);
    expire->setEnabled(possible.token && idle);
    refresh->setEnabled(possible.refreshToken && idle);
    // The page may say that the client is unknown, which Sonde does not see.
    const bool canReplace = idle || possible.inBrowser;
    dropRegistration->setEnabled(possible.registration && canReplace);
    startOver->setEnabled(possible.authorizer && canReplace);
    logOut->setEnabled(possible.token && idle);
    copyReport->setEnabled(possible.steps);
    credentials->setEnabled(possible.authorizer);
}

} // namespace sonde::widgets
