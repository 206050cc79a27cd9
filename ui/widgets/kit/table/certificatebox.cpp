// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/table/certificatebox.h"

#include "base/formatting.h"
#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "models/exchange/httpfacts.h"
#include "widgets/kit/table/propertygrid.h"

#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

namespace {

constexpr std::size_t kMaxShown = 10; // certificates; a server may send many

} // namespace

CertificateBox::CertificateBox(QWidget *parent)
    : QWidget(parent)
    , m_fold(new QToolButton(this))
    , m_summary(new ColorLabel(ColorRole::Muted, this))
    , m_facts(new PropertyGrid(this))
{
    m_fold->setText(tr("Certificate"));
    m_fold->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_fold->setCheckable(true);
    m_fold->setAutoRaise(true);
    m_fold->setFocusPolicy(Qt::StrongFocus);
    m_fold->setAccessibleName(tr("Server certificate"));
    auto *line = new QHBoxLayout;
    line->addWidget(m_fold);
    line->addWidget(m_summary, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addLayout(line);
    layout->addWidget(m_facts);
    connect(m_fold, &QToolButton::toggled, this, &CertificateBox::setOpen);
    setOpen(false);
}

void CertificateBox::setChain(const std::vector<wire::Certificate> &chain)
{
    setVisible(!chain.empty());
    if (chain.empty())
        return;
    const wire::Certificate &own = chain.front();
    m_summary->setText(tr("%1, issued by %2, valid until %3")
                           .arg(own.subject.isEmpty() ? listText(own.names) : own.subject,
                               own.issuer, own.validUntil));
    models::Properties facts = models::certificateFacts(own);
    for (std::size_t i = 1; i < std::min(chain.size(), kMaxShown); ++i)
        facts.push_back(
            {tr("Issued by"), tr("%1, valid until %2").arg(chain[i].subject, chain[i].validUntil)});
    m_facts->setProperties(facts);
}

void CertificateBox::unfold()
{
    m_fold->setChecked(true);
}

void CertificateBox::setOpen(bool open)
{
    m_fold->setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    m_facts->setVisible(open);
}

} // namespace sonde::widgets
