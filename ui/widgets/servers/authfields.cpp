// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/servers/authfields.h"

#include "look/theme/metrics.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/kit/field/keyfield.h"
#include "widgets/servers/fieldrows.h"

#include <QComboBox>
#include <QLineEdit>

namespace sonde::widgets {

using config::AuthGrant;
using config::AuthProof;
using config::LoginView;
using config::ProfileField;
using Group = FieldRows::Group;

namespace {
constexpr int kMaxPort = 65'535;
} // namespace

AuthFields::AuthFields(FieldRows &rows)
    : QObject(rows.page())
    , m_rows(rows)
{
    QWidget *page = rows.page();
    m_grant = makeChoice("grant", page);
    m_grant->addItem(tr("Authorization code: log in with a browser"), int(AuthGrant::Browser));
    m_grant->addItem(tr("Client credentials: no login"), int(AuthGrant::ClientCredentials));
    m_grant->addItem(
        tr("Enterprise-managed: through an identity provider"), int(AuthGrant::EnterpriseManaged));
    m_rows.add(Group::Common, tr("&Grant"), m_grant);
    m_rows.track(m_grant);
    makeClient(page);
    makeIdentity(page);
    m_issuer = makeLine("issuer", tr("the issuer that the server names"), page);
    m_rows.add(Group::Common, tr("Iss&uer"), m_issuer);
    m_rows.track(m_issuer);
    m_scopes =
        makeLine("scopes", tr("scopes that the server names; add more, separated by spaces"), page);
    m_rows.add(Group::Common, tr("Sco&pes"), m_scopes);
    m_rows.track(m_scopes);
    makeLogin(page);
    for (QLineEdit *edit : {m_clientId, m_identityEndpoint, m_identityClientId, m_issuer, m_scopes})
        edit->setFont(look::fixedFont());
    // Only after all boxes exist: adding a box's first entry changes its current index.
    for (QComboBox *box : {m_grant, m_proof, m_login})
        connect(box, &QComboBox::currentIndexChanged, this, &AuthFields::markChanged);
    showPlaceholders();
    showGroups();
}

QComboBox *AuthFields::makeChoice(const char *name, QWidget *page)
{
    auto *made = new QComboBox(page);
    made->setObjectName(QLatin1String(name));
    return made;
}

QLineEdit *AuthFields::makeLine(const char *name, const QString &placeholder, QWidget *page)
{
    auto *made = new QLineEdit(page);
    made->setObjectName(QLatin1String(name));
    made->setPlaceholderText(placeholder);
    made->setMaxLength(int(config::kMaxClientIdLength));
    connect(made, &QLineEdit::textChanged, this, &AuthFields::markChanged);
    return made;
}

void AuthFields::makeClient(QWidget *page)
{
    m_clientId = makeLine("clientId", {}, page);
    m_rows.add(Group::Common, ProfileField::ClientId, tr("&Client ID"), m_clientId);
    m_rows.track(m_clientId);
    m_proof = makeChoice("proof", page);
    m_proof->addItem(tr("Secret in the header (client_secret_basic)"), int(AuthProof::Basic));
    m_proof->addItem(tr("Secret in the body (client_secret_post)"), int(AuthProof::Post));
    m_proof->addItem(tr("Signature (private_key_jwt)"), int(AuthProof::PrivateKey));
    m_rows.add(Group::Common, tr("Client authentication &method"), m_proof);
    m_rows.track(m_proof);
    m_clientSecret = makeLine("clientSecret", {}, page);
    m_clientSecret->setEchoMode(QLineEdit::Password);
    m_rows.add(Group::ClientSecret, tr("Client s&ecret"), m_clientSecret);
    m_rows.track(m_clientSecret);
    m_privateKey = new KeyField(tr("Private key"), page);
    m_privateKey->edit()->setObjectName(QStringLiteral("privateKey"));
    m_rows.add(Group::PrivateKey, ProfileField::PrivateKey, tr("Private &key"), m_privateKey);
    connect(m_privateKey, &KeyField::changed, this, &AuthFields::markChanged);
}

void AuthFields::makeIdentity(QWidget *page)
{
    m_identityEndpoint = makeLine("identityEndpoint", tr("https://login.example.org/token"), page);
    m_rows.add(Group::Identity, ProfileField::IdentityEndpoint, tr("Identity pro&vider"),
        m_identityEndpoint);
    m_identityEndpoint->setAccessibleName(tr("Token endpoint of the identity provider"));
    m_identityClientId =
        makeLine("identityClientId", tr("client ID that the identity provider issued"), page);
    m_rows.add(
        Group::Identity, ProfileField::IdentityClientId, tr("Its client ID"), m_identityClientId);
    m_identitySecret = makeLine("identitySecret", {}, page);
    m_identitySecret->setEchoMode(QLineEdit::Password);
    m_rows.add(Group::Identity, tr("Its client secret"), m_identitySecret);
    m_idToken = new KeyField(tr("ID token"), page);
    m_idToken->edit()->setObjectName(QStringLiteral("idToken"));
    m_rows.add(Group::Identity, ProfileField::IdToken, tr("ID &token"), m_idToken);
    connect(m_idToken, &KeyField::changed, this, &AuthFields::markChanged);
}

void AuthFields::makeLogin(QWidget *page)
{
    m_port = new BoundedSpin(page);
    m_port->setObjectName(QStringLiteral("redirectPort"));
    m_port->setRange(0, kMaxPort);
    m_port->setGroupSeparatorShown(false);
    m_port->sayBoundBelow();
    m_port->setSpecialValueText(tr("any"));
    m_rows.add(Group::Login, tr("Redirect p&ort"), m_port);
    m_rows.track(m_port, m_port->specialValueText(), [this] { return m_port->value() != 0; });
    m_login = makeChoice("login", page);
    m_login->addItem(tr("Default browser"), int(LoginView::SystemBrowser));
    m_login->addItem(tr("Sonde window, with its own cookies"), int(LoginView::Embedded));
    m_rows.add(Group::Login, tr("&Log in"), m_login);
    m_rows.track(m_login);
    connect(m_port, &BoundedSpin::valueChanged, this, &AuthFields::markChanged);
}

// Shows only the fields that the grant and the client authentication need.
void AuthFields::showGroups()
{
    const bool byKey = proof() == AuthProof::PrivateKey;
    m_rows.setGroupVisible(Group::ClientSecret, !byKey);
    m_rows.setGroupVisible(Group::PrivateKey, byKey);
    m_rows.setGroupVisible(Group::Identity, grant() == AuthGrant::EnterpriseManaged);
    m_rows.setGroupVisible(Group::Login, grant() == AuthGrant::Browser);
}

void AuthFields::setSecretStorage(SecretStorage storage)
{
    m_storage = storage;
    showPlaceholders();
}

// An empty secret leaves the one that was entered before unchanged.
void AuthFields::showPlaceholders()
{
    const bool client = !m_clientId->text().trimmed().isEmpty();
    const bool person = grant() == AuthGrant::Browser;
    const bool keychain = m_storage == SecretStorage::Keychain;
    m_clientId->setPlaceholderText(person ? tr("empty: register automatically")
                                          : tr("client ID that the authorization server issued"));
    const QString kept = keychain ? tr("empty: use the secret in the keychain, if any")
                                  : tr("empty: use the one entered earlier in this run, if any");
    m_clientSecret->setPlaceholderText(!client && person ? tr("only with a client ID") : kept);
    m_identitySecret->setPlaceholderText(kept);
    m_privateKey->setPlaceholderText(keychain
            ? tr("PEM, EC P-256 or RSA; empty: use the key in the keychain")
            : tr("PEM, EC P-256 or RSA; empty: use the key entered earlier in this run"));
    m_idToken->setPlaceholderText(keychain
            ? tr("eyJ…; empty: use the token in the keychain")
            : tr("eyJ…; empty: use the token entered earlier in this run"));
}

AuthGrant AuthFields::grant() const
{
    return AuthGrant(m_grant->currentData().toInt());
}

AuthProof AuthFields::proof() const
{
    return AuthProof(m_proof->currentData().toInt());
}

void AuthFields::markChanged()
{
    const bool client = !m_clientId->text().trimmed().isEmpty();
    const bool person = grant() == AuthGrant::Browser;
    for (QWidget *widget : std::initializer_list<QWidget *>{m_proof, m_clientSecret, m_privateKey})
        widget->setEnabled(client || !person);
    showPlaceholders();
    showGroups();
    Q_EMIT changed();
}

void AuthFields::fill(const config::AuthSettings &settings)
{
    const auto choose = [](QComboBox *box, auto value) {
        box->setCurrentIndex(box->findData(int(value)));
    };
    choose(m_grant, settings.grant);
    m_clientId->setText(settings.clientId);
    choose(m_proof, settings.proof);
    m_clientSecret->setText(settings.clientSecret.reveal());
    m_privateKey->setKey(settings.privateKey);
    m_identityEndpoint->setText(settings.identity.tokenEndpoint);
    m_identityClientId->setText(settings.identity.clientId);
    m_identitySecret->setText(settings.identity.clientSecret.reveal());
    m_idToken->setKey(settings.identity.idToken);
    m_issuer->setText(settings.issuer);
    m_scopes->setText(settings.scopes.join(u' '));
    m_port->setValue(settings.redirectPort);
    choose(m_login, settings.login);
    markChanged();
}

config::AuthSettings AuthFields::settings() const
{
    config::AuthSettings settings;
    settings.grant = grant();
    settings.clientId = m_clientId->text().trimmed();
    if (!settings.clientId.isEmpty()) {
        settings.proof = proof();
        if (settings.proof == AuthProof::PrivateKey)
            settings.privateKey = m_privateKey->key();
        else
            settings.clientSecret = Secret(m_clientSecret->text());
    }
    if (settings.grant == AuthGrant::EnterpriseManaged)
        settings.identity = {m_identityEndpoint->text().trimmed(),
            m_identityClientId->text().trimmed(), Secret(m_identitySecret->text()),
            Secret(m_idToken->key().reveal().trimmed())};
    settings.issuer = m_issuer->text().trimmed();
    settings.scopes = m_scopes->text().split(u' ', Qt::SkipEmptyParts).mid(0, config::kMaxScopes);
    settings.redirectPort = m_port->value();
    settings.login = LoginView(m_login->currentData().toInt());
    return settings;
}

} // namespace sonde::widgets
