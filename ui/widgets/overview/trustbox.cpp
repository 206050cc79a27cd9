// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/overview/trustbox.h"

#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "models/exchange/httpfacts.h"
#include "widgets/kit/button/overridebox.h"
#include "widgets/kit/table/propertygrid.h"

#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using How = wire::HttpOutcome::Failure;

TrustBox::TrustBox(QWidget *parent)
    : QWidget(parent)
    , m_facts(new PropertyGrid(this))
    , m_override(new OverrideBox(this))
{
    m_override->offerButton()->setIcon(look::icon("certificate"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(3, 0, 3, 0); // room for the focus ring
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_facts);
    layout->addWidget(m_override);
    connect(m_override, &OverrideBox::confirmed, this, [this] { Q_EMIT trustRequested(m_key); });
    hide();
}

QPushButton *TrustBox::offerButton() const
{
    return m_override->offerButton();
}

QPushButton *TrustBox::confirmButton() const
{
    return m_override->confirmButton();
}

void TrustBox::setFailure(const session::Failure &failure)
{
    const QByteArray key = failure.refusedKey();
    setVisible(!key.isEmpty());
    if (key.isEmpty() || (key == m_key && m_override->isAsking()))
        return;
    m_key = key;
    const bool replaces = failure.http->outcome.failure == How::PinMismatch;
    models::Properties facts;
    if (replaces)
        facts.push_back({tr("Pinned key"),
            models::fingerprintText(failure.endpoint.target()->trust.pinnedKey), true});
    for (models::Property &fact :
        models::certificateFacts(failure.http->outcome.facts.chain.front()))
        facts.push_back(std::move(fact));
    if (replaces)
        facts.back().name = tr("Current key");
    m_facts->setProperties(facts);
    m_override->setTexts({replaces ? tr("Pin the new &key…") : tr("Trust this &key…"),
        tr("Trust an unverified certificate?"),
        tr("Any server with this key will be trusted; CA, host name and expiry are no longer "
           "checked. Compare the key with the one that the server's owner published: %1")
            .arg(models::fingerprintText(m_key)),
        replaces ? tr("Pin the new &key") : tr("Trust this &key")});
    m_override->reset();
}

} // namespace sonde::widgets
