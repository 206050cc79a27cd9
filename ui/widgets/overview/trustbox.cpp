// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/trustbox.h"

#include "look/hairline.h"
#include "look/iconengine.h"
#include "look/inlinemessage.h"
#include "look/metrics.h"
#include "models/exchange/httpfacts.h"
#include "widgets/kit/propertygrid.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using Kind = look::InlineMessage::Kind;
using How = wire::HttpOutcome::Failure;

TrustBox::TrustBox(QWidget *parent)
    : QWidget(parent)
    , m_facts(new PropertyGrid(this))
    , m_offer(new QPushButton(look::icon("certificate"), {}, this))
    , m_question(new look::InlineMessage(this))
    , m_confirm(new QPushButton(this))
    , m_leave(new QPushButton(tr("&Leave it"), this))
{
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_offer);
    buttons->addWidget(m_confirm);
    buttons->addWidget(m_leave);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_facts);
    layout->addWidget(m_question);
    layout->addLayout(buttons);
    connect(m_offer, &QPushButton::clicked, this, [this] {
        ask(true);
        m_leave->setFocus();
    });
    connect(m_leave, &QPushButton::clicked, this, [this] {
        ask(false);
        m_offer->setFocus();
    });
    connect(m_confirm, &QPushButton::clicked, this, [this] { Q_EMIT trustRequested(m_key); });
    hide();
}

void TrustBox::setFailure(const session::Failure &failure)
{
    const QByteArray key = failure.refusedKey();
    setVisible(!key.isEmpty());
    if (key.isEmpty() || (key == m_key && !m_question->isHidden())) // news while one is asked
        return;
    m_key = key;
    m_replaces = failure.http->outcome.failure == How::PinMismatch;
    models::Properties facts;
    if (m_replaces)
        facts.push_back(
            {tr("Pinned key"), models::fingerprintText(failure.target->trust.pinnedKey), true});
    for (models::Property &fact :
        models::certificateFacts(failure.http->outcome.facts.chain.front()))
        facts.push_back(std::move(fact));
    if (m_replaces)
        facts.back().name = tr("Its key now");
    m_facts->setProperties(facts);
    m_offer->setText(m_replaces ? tr("&Pin the new key in place of the old one…")
                                : tr("&Trust this key for this server…"));
    m_confirm->setText(m_replaces ? tr("&Yes, pin the new key") : tr("&Yes, trust this key"));
    ask(false);
}

void TrustBox::ask(bool asking)
{
    m_offer->setVisible(!asking);
    m_confirm->setVisible(asking);
    m_leave->setVisible(asking);
    if (!asking) {
        m_question->hide();
        return;
    }
    m_question->showMessage(Kind::Error,
        tr("From then on the server is whoever has this key, and no authority, name or date is "
           "looked at. Compare it with what the server's owner says: %1")
            .arg(models::fingerprintText(m_key)),
        {}, tr("Trust without a voucher?"));
}

} // namespace sonde::widgets
