// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/authorizepage.h"

#include "look/access/focuspass.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/controls/otherway.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/kit/table/propertygrid.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::AuthState;
using models::ColorRole;
using Phase = AuthState::Phase;

AuthorizePage::AuthorizePage(QWidget *parent)
    : QWidget(parent)
    , m_message(new look::InlineMessage(this))
    , m_otherWay(new look::OtherWay(*m_message))
    , m_facts(new PropertyGrid(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 6, 0, 0);
    layout->setSpacing(8);
    layout->addLayout(makeHeading());
    layout->addWidget(m_message);
    layout->addLayout(makeAddress());
    layout->addWidget(m_facts);
    layout->addStretch();
    connect(m_message, &look::InlineMessage::buttonClicked, this, &AuthorizePage::stepsRequested);
    connect(m_otherWay, &QPushButton::clicked, this, [this] {
        if (m_authorizer)
            AuthState::takeOtherWay(*m_authorizer);
    });
    const auto colour = [this] {
        const int side = look::metrics().icon;
        m_sign->setPixmap(look::icon("key", ColorRole::Accent).pixmap(side, side));
    };
    colour();
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this, colour);
}

QLayout *AuthorizePage::makeHeading()
{
    m_sign = new QLabel(this);
    m_heading = new ColorLabel(ColorRole::Normal, this);
    m_heading->setFont(look::headingFont());
    m_authorize = new QPushButton(look::icon("key"), tr("&Authorize"), this);
    m_authorize->setObjectName(QStringLiteral("authorize"));
    m_authorize->setDefault(true);
    look::passFocus(*this, *m_authorize);
    connect(m_authorize, &QPushButton::clicked, this, &AuthorizePage::authorizeRequested);
    m_giveUp = new QPushButton(look::icon("cancel"), tr("Cance&l authorization"), this);
    m_giveUp->setObjectName(QStringLiteral("giveUpAuthorization"));
    connect(m_giveUp, &QPushButton::clicked, this, &AuthorizePage::giveUp);
    auto *steps = new QPushButton(tr("Show the ste&ps"), this);
    steps->setObjectName(QStringLiteral("showAuthorizationSteps"));
    connect(steps, &QPushButton::clicked, this, &AuthorizePage::stepsRequested);
    auto *edit = new QPushButton(look::icon("edit"), tr("E&dit server…"), this);
    connect(edit, &QPushButton::clicked, this, &AuthorizePage::editRequested);
    auto *layout = new QHBoxLayout;
    layout->addWidget(m_sign);
    layout->addWidget(m_heading, 1);
    for (QPushButton *button : {m_authorize, steps, m_giveUp, edit})
        layout->addWidget(button);
    return layout;
}

QLayout *AuthorizePage::makeAddress()
{
    m_addressPart = new QWidget(this);
    m_address = new QLineEdit(m_addressPart);
    m_address->setReadOnly(true);
    m_address->setFont(look::fixedFont());
    m_address->setAccessibleName(tr("URL of the login page"));
    auto *copy = new QPushButton(look::icon("copy"), tr("Copy &URL"), m_addressPart);
    copy->setObjectName(QStringLiteral("copyUrl"));
    connect(
        copy, &QPushButton::clicked, this, [this] { look::copyToClipboard(m_address->text()); });
    auto *row = new QHBoxLayout(m_addressPart);
    row->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    row->setSpacing(look::metrics().gap);
    row->addWidget(m_address, 1);
    row->addWidget(copy);
    auto *layout = new QVBoxLayout;
    layout->addWidget(m_addressPart);
    return layout;
}

QString AuthorizePage::address() const
{
    return m_address->text();
}

void AuthorizePage::setState(
    const QString &server, const AuthState &state, auth::ServerAuthorizer &authorizer)
{
    m_authorizer = &authorizer;
    m_heading->setText(tr("%1 requires authorization").arg(server));
    const bool page = !state.page.isEmpty();
    m_authorize->setVisible(page || state.phase == Phase::Held);
    m_authorize->setText(state.phase == Phase::InBrowser ? tr("Open the pa&ge again")
            : state.phase == Phase::Held                 ? tr("Continue and &authorize")
                                                         : tr("&Authorize"));
    m_message->showMessage(look::InlineMessage::Kind::Info, state.sentence(server),
        page ? QString() : tr("Show the steps"));
    m_otherWay->offer(state.otherWay());
    m_addressPart->setVisible(page);
    const QString address = state.page.toString(QUrl::FullyEncoded);
    if (m_address->text() != address) {
        m_address->setText(address);
        m_address->setCursorPosition(0);
    }
    models::Properties facts;
    if (!state.issuer.isEmpty())
        facts.push_back({tr("Authorization server"), state.issuer, true});
    if (page)
        facts.push_back(
            {tr("Requested scopes"), state.scopes.isEmpty() ? tr("none") : state.scopes.join(u' '),
                !state.scopes.isEmpty()});
    m_facts->setProperties(facts);
}

void AuthorizePage::giveUp()
{
    if (m_authorizer)
        m_authorizer->runner().cancel();
}

} // namespace sonde::widgets
