// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/inlinemessage.h"

#include "look/colorlabel.h"
#include "look/hairline.h"
#include "look/iconengine.h"
#include "look/metrics.h"
#include "look/sign.h"
#include "look/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace sonde::look {

namespace {

constexpr int kBar = 3;
constexpr int kMessagePadding = 6;

} // namespace

InlineMessage::InlineMessage(QWidget *parent)
    : QWidget(parent)
    , m_lead(new ColorLabel(models::ColorRole::Normal, this))
    , m_sentence(new ColorLabel(models::ColorRole::Normal, this))
    , m_button(new QPushButton(this))
{
    m_lead->setFont(boldFont());
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(kBar + kMessagePadding + metrics().icon + kMessagePadding,
        kMessagePadding, kMessagePadding, kMessagePadding);
    layout->addWidget(m_lead, 0, Qt::AlignTop);
    layout->addWidget(m_sentence, 1);
    layout->addWidget(m_button, 0, Qt::AlignVCenter);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    hide();
    connect(m_button, &QPushButton::clicked, this, &InlineMessage::buttonClicked);
}

void InlineMessage::showMessage(
    Kind kind, const QString &sentence, const QString &button, const QString &lead)
{
    m_kind = kind;
    m_lead->setText(lead);
    m_lead->setVisible(!lead.isEmpty());
    m_sentence->setText(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    setAccessibleName(lead.isEmpty() ? sentence : QString(lead % u' ' % sentence));
    show();
    update();
}

QString InlineMessage::sentence() const
{
    return m_sentence->text();
}

void InlineMessage::paintEvent(QPaintEvent *)
{
    const Theme &t = theme();
    QPainter painter(this);
    const QColor ground = m_kind == Kind::Error ? t.errorBg
        : m_kind == Kind::Warning               ? t.warnBg
                                                : t.infoBg;
    const QColor ink = m_kind == Kind::Error ? t.error
        : m_kind == Kind::Warning            ? t.warn
                                             : t.accent;
    painter.fillRect(rect(), ground);
    hairFrame(&painter, rect(), t.line);
    painter.fillRect(QRect(0, 0, kBar, height()), ink);
    const int side = metrics().icon;
    const QRect place(kBar + kMessagePadding, (height() - side) / 2, side, side);
    if (m_kind == Kind::Info)
        paintIcon(&painter, place, QStringLiteral("overview"), ink);
    else
        paintSign(&painter, place,
            m_kind == Kind::Error ? models::Sign::ProtocolError : models::Sign::ToolError, ink);
}

} // namespace sonde::look
