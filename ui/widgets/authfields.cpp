// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/authfields.h"

#include "content/metrics.h"
#include "content/tonelabel.h"
#include "widgets/fieldrows.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLineEdit>
#include <QSpinBox>
#include <QToolButton>

namespace sonde::widgets {

using config::LoginView;
using Group = FieldRows::Group;

namespace {
constexpr int kMaxPort = 65'535;
} // namespace

AuthFields::AuthFields(FieldRows &rows, QWidget *form)
    : QObject(form)
    , m_rows(rows)
{
    makeFold(form);
    const auto line = [&](const QString &label, const char *name, const QString &placeholder) {
        auto *made = new QLineEdit(form);
        made->setObjectName(QLatin1String(name));
        made->setPlaceholderText(placeholder);
        made->setMaxLength(int(config::kMaxClientIdLength));
        m_rows.add(Group::Authorization, label, made);
        connect(made, &QLineEdit::textChanged, this, &AuthFields::noteChange);
        return made;
    };
    m_clientId = line(tr("Client i&d"), "clientId", tr("none: it is found or registered"));
    m_clientSecret = line(tr("Client &secret"), "clientSecret", {});
    m_clientSecret->setEchoMode(QLineEdit::Password);
    m_issuer = line(tr("I&ssuer"), "issuer", tr("whichever the server names"));
    m_scopes = line(tr("Sco&pes"), "scopes", tr("as the server names them; more, with blanks"));
    for (QLineEdit *edit : {m_clientId, m_issuer, m_scopes})
        edit->setFont(content::fixedFont());
    m_port = new QSpinBox(form);
    m_port->setObjectName(QStringLiteral("redirectPort"));
    m_port->setRange(0, kMaxPort);
    m_port->setSpecialValueText(tr("any"));
    m_rows.add(Group::Authorization, tr("Redirect p&ort"), m_port);
    m_login = new QComboBox(form);
    m_login->setObjectName(QStringLiteral("login"));
    m_login->addItem(tr("in the desktop's browser"), int(LoginView::SystemBrowser));
    m_login->addItem(tr("in a window of Sonde, without other cookies"), int(LoginView::Embedded));
    m_rows.add(Group::Authorization, tr("Lo&g in"), m_login);
    connect(m_port, &QSpinBox::valueChanged, this, &AuthFields::noteChange);
    connect(m_login, &QComboBox::currentIndexChanged, this, &AuthFields::noteChange);
    unfold(false);
}

void AuthFields::makeFold(QWidget *form)
{
    auto *row = new QWidget(form);
    m_fold = new QToolButton(row);
    m_fold->setText(tr("A&uthorization"));
    m_fold->setAccessibleName(tr("Authorization"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_note = new content::ToneLabel(models::Tone::Muted, row);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_fold);
    layout->addWidget(m_note, 1);
    row->setFocusProxy(m_fold);
    m_rows.add(Group::Url, QString(), row);
    connect(m_fold, &QToolButton::toggled, this, &AuthFields::unfold);
}

void AuthFields::setVisible(bool visible)
{
    m_visible = visible;
    unfold(m_fold->isChecked());
}

void AuthFields::unfold(bool open)
{
    m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_rows.setGroupVisible(Group::Authorization, open && m_visible);
}

void AuthFields::noteChange()
{
    const bool client = !m_clientId->text().trimmed().isEmpty();
    m_clientSecret->setEnabled(client);
    m_clientSecret->setPlaceholderText(
        client ? tr("as it is kept in the keychain, or none") : tr("with a client id only"));
    m_note->setText(isUsual(settings()) ? tr("· client, scopes, redirect, browser: as usual")
                                        : tr("· some of it is set"));
    Q_EMIT changed();
}

void AuthFields::fill(const config::AuthSettings &settings)
{
    m_clientId->setText(settings.clientId);
    m_clientSecret->setText(settings.clientSecret.reveal());
    m_issuer->setText(settings.issuer);
    m_scopes->setText(settings.scopes.join(u' '));
    m_port->setValue(settings.redirectPort);
    m_login->setCurrentIndex(m_login->findData(int(settings.login)));
    m_fold->setChecked(!isUsual(settings));
    noteChange();
}

config::AuthSettings AuthFields::settings() const
{
    config::AuthSettings settings;
    settings.clientId = m_clientId->text().trimmed();
    if (!settings.clientId.isEmpty())
        settings.clientSecret = Secret(m_clientSecret->text());
    settings.issuer = m_issuer->text().trimmed();
    settings.scopes = m_scopes->text().split(u' ', Qt::SkipEmptyParts).mid(0, config::kMaxScopes);
    settings.redirectPort = m_port->value();
    settings.login = LoginView(m_login->currentData().toInt());
    return settings;
}

} // namespace sonde::widgets
