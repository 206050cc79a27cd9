// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authside.h"

#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/auth/credentialmodel.h"
#include "widgets/auth/authactions.h"
#include "widgets/auth/authsteplist.h"
#include "widgets/auth/heldrequests.h"
#include "widgets/kit/table/propertygrid.h"

#include <QAction>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

AuthSide::AuthSide(const AuthActions &actions, models::AuthStepModel *model, QWidget *parent)
    : QWidget(parent)
{
    const auto button = [this](QAction *action, const char *name, const QString &text) {
        auto *made = new QPushButton(action->icon(), text, this);
        made->setObjectName(QLatin1String(name));
        connect(made, &QPushButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, made,
            [made, action] { made->setEnabled(action->isEnabled()); });
        return made;
    };
    QToolButton *more = makeMore(actions);
    auto *row = new QHBoxLayout;
    row->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    row->setSpacing(look::metrics().gap);
    row->addWidget(button(actions.runAll, "runAllSteps", tr("Run a&ll")));
    row->addWidget(button(actions.step, "runStep", tr("Ste&p")));
    row->addStretch();
    row->addWidget(more);
    m_list = new AuthStepList(model, this);
    m_list->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_held = new HeldRequests(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addLayout(row);
    layout->addWidget(m_list, 3);
    layout->addWidget(m_held);
    m_tokensBox = makeTokens();
    layout->addWidget(m_tokensBox, 1);
    layout->addStretch();
}

QToolButton *AuthSide::makeMore(const AuthActions &actions)
{
    auto *more = new QToolButton(this);
    more->setIcon(look::icon("more"));
    more->setToolTip(tr("More actions for this authorization"));
    more->setAccessibleName(tr("More actions for this authorization"));
    more->setPopupMode(QToolButton::InstantPopup);
    more->setFocusPolicy(Qt::StrongFocus);
    auto *menu = new QMenu(more);
    menu->addMenu(actions.stopBefore());
    for (QAction *action : actions.all()) {
        if (action != actions.runAll && action != actions.step)
            menu->addAction(action);
    }
    more->setMenu(menu);
    return more;
}

QWidget *AuthSide::makeTokens()
{
    auto *tokens = new QWidget(this);
    m_tokens = new PropertyGrid(tokens);
    auto *heading = new QLabel(tr("Tokens for this server"), tokens);
    heading->setFont(look::boldFont());
    auto *facts = new QVBoxLayout(tokens);
    facts->setContentsMargins(8, 4, 4, 4);
    facts->addWidget(heading);
    facts->addWidget(m_tokens);
    facts->addStretch();
    auto *scroll = new QScrollArea(this);
    scroll->setAccessibleName(tr("Tokens for this server"));
    scroll->setWidgetResizable(true);
    scroll->setWidget(tokens);
    return scroll;
}

void AuthSide::showHeld(const auth::ServerAuthorizer *authorizer)
{
    m_held->setRequests(authorizer ? authorizer->held() : std::vector<wire::HeldRequest>());
}

void AuthSide::showTokens(auth::ServerAuthorizer *authorizer)
{
    models::Properties facts =
        models::CredentialModel::shortProperties(authorizer ? authorizer->tokens() : nullptr);
    if (authorizer)
        facts.push_back(models::CredentialModel::keptFact(authorizer->cache()));
    m_tokens->setProperties(facts);
}

void AuthSide::setNarrow(bool narrow)
{
    m_tokensBox->setVisible(!narrow);
}

} // namespace sonde::widgets
