// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/authquestion.h"

#include "config/authsettings.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"

#include <QComboBox>
#include <QFormLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using Phase = models::AuthState::Phase;

AuthQuestion::AuthQuestion(QWidget *parent)
    : QWidget(parent)
    , m_choice(makeChoice())
    , m_client(makeClient())
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3, 3, 3, 3); // room for the focus ring
    layout->addWidget(m_choice);
    layout->addWidget(m_client);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    hide();
}

QWidget *AuthQuestion::makeChoice()
{
    auto *part = new QWidget(this);
    m_issuers = new QComboBox(part);
    m_issuers->setAccessibleName(tr("Authorization servers of the MCP server"));
    auto *choose = new QPushButton(tr("Choose"), part);
    choose->setObjectName(QStringLiteral("chooseIssuer"));
    connect(
        choose, &QPushButton::clicked, this, [this] { Q_EMIT chosen(m_issuers->currentIndex()); });
    auto *layout = new QHBoxLayout(part);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_issuers, 1);
    layout->addWidget(choose);
    return part;
}

QWidget *AuthQuestion::makeClient()
{
    auto *part = new QWidget(this);
    m_clientFor = new look::ColorLabel(models::ColorRole::Normal, part);
    m_clientFor->setWordWrap(true);
    m_id = new QLineEdit(part);
    m_id->setMaxLength(int(config::kMaxClientIdLength));
    m_secret = new QLineEdit(part);
    m_secret->setEchoMode(QLineEdit::Password);
    m_secret->setMaxLength(int(config::kMaxClientIdLength));
    auto *use = new QPushButton(tr("&Use this client"), part);
    auto *none = new QPushButton(tr("I have &none"), part);
    use->setObjectName(QStringLiteral("useThisClient"));
    none->setObjectName(QStringLiteral("noClient"));
    connect(use, &QPushButton::clicked, this, [this] {
        if (!m_id->text().trimmed().isEmpty())
            Q_EMIT clientGiven(m_id->text().trimmed(), m_secret->text());
        m_secret->clear();
    });
    connect(none, &QPushButton::clicked, this, &AuthQuestion::noClient);
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(use);
    buttons->addWidget(none);
    buttons->addStretch();
    auto *form = new QFormLayout(part);
    form->setContentsMargins(0, 0, 0, 0);
    form->addRow(m_clientFor);
    form->addRow(tr("Client &ID"), m_id);
    form->addRow(tr("Client sec&ret"), m_secret);
    form->addRow(QString(), buttons);
    return part;
}

void AuthQuestion::setState(const models::AuthState &state, const QStringList &issuers)
{
    const bool choice = state.phase == Phase::WantsChoice;
    const bool client = state.phase == Phase::WantsClient;
    setVisible(choice || client);
    m_choice->setVisible(choice);
    m_client->setVisible(client);
    m_secret->setPlaceholderText(state.hasKeychain
            ? tr("optional; stored in the keychain")
            : tr("optional; kept in memory for this run only"));
    if (client)
        m_clientFor->setText(
            tr("%1 does not register clients automatically. Enter the client ID you were given.")
                .arg(state.issuer));
    QStringList known;
    for (int i = 0; i < m_issuers->count(); ++i)
        known << m_issuers->itemText(i);
    if (!choice || known == issuers)
        return;
    m_issuers->clear();
    m_issuers->addItems(issuers);
}

} // namespace sonde::widgets
