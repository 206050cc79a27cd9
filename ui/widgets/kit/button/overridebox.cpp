// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/button/overridebox.h"

#include "look/controls/inlinemessage.h"
#include "look/theme/metrics.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QVBoxLayout>

namespace sonde::widgets {

OverrideBox::OverrideBox(QWidget *parent)
    : QWidget(parent)
    , m_offer(new QPushButton(this))
    , m_question(new look::InlineMessage(this))
    , m_confirm(new QPushButton(this))
    , m_cancel(new QPushButton(tr("Ca&ncel"), this))
{
    m_offer->setObjectName(QStringLiteral("overrideOffer"));
    m_confirm->setObjectName(QStringLiteral("overrideConfirm"));
    m_cancel->setObjectName(QStringLiteral("overrideCancel"));
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(look::metrics().gap);
    for (QPushButton *button : {m_offer, m_confirm, m_cancel})
        buttons->addWidget(button);
    buttons->addStretch();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addWidget(m_question);
    layout->addLayout(buttons);
    connect(m_offer, &QPushButton::clicked, this, [this] {
        setAsking(true);
        m_cancel->setFocus();
    });
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        setAsking(false);
        m_offer->setFocus();
    });
    connect(m_confirm, &QPushButton::clicked, this, &OverrideBox::confirmed);
    refresh();
}

void OverrideBox::setTexts(const Texts &texts)
{
    m_texts = texts;
    m_offer->setText(texts.offer);
    m_confirm->setText(texts.confirm);
    refresh();
}

void OverrideBox::setOffered(bool offered)
{
    m_offered = offered;
    setAsking(m_asking && offered);
}

void OverrideBox::reset()
{
    setAsking(false);
}

void OverrideBox::setAsking(bool asking)
{
    m_asking = asking;
    refresh();
}

void OverrideBox::refresh()
{
    m_offer->setVisible(m_offered && !m_asking);
    m_confirm->setVisible(m_asking);
    m_cancel->setVisible(m_asking);
    if (m_asking)
        m_question->showMessage(
            look::InlineMessage::Kind::Error, m_texts.consequence, {}, m_texts.title);
    else
        m_question->hide();
}

} // namespace sonde::widgets
