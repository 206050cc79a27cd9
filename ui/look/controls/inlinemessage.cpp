// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/inlinemessage.h"

#include "look/access/announcements.h"
#include "look/controls/colorlabel.h"
#include "look/painting/iconengine.h"
#include "look/painting/signpainting.h"
#include "look/theme/hairline.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::look {

namespace {

constexpr int kBar = 3;
constexpr int kPadding = 6;

} // namespace

InlineMessage::InlineMessage(QWidget *parent)
    : QWidget(parent)
    , m_lead(new ColorLabel(models::ColorRole::Normal, this))
    , m_sentence(new ColorLabel(models::ColorRole::Normal, this))
    , m_button(new QPushButton(this))
    , m_close(new QToolButton(this))
{
    m_lead->setFont(boldFont());
    m_sentence->setWordWrap(true);
    m_sentence->setTextInteractionFlags(Qt::TextSelectableByMouse);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(
        kBar + kPadding + metrics().icon + kPadding, kPadding, kPadding, kPadding);
    layout->addLayout(makeWords(), 1);
    layout->addWidget(m_button, 0, Qt::AlignVCenter);
    layout->addWidget(m_close, 0, Qt::AlignVCenter);
    m_button->setObjectName(QStringLiteral("messageButton"));
    m_close->setIcon(icon("close", models::ColorRole::Muted));
    m_close->setObjectName(QStringLiteral("closeMessage"));
    m_close->setToolTip(tr("Close the message"));
    m_close->setAccessibleName(tr("Close the message"));
    m_close->setAutoRaise(true);
    m_close->setFocusPolicy(Qt::TabFocus);
    m_close->hide();
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Maximum);
    hide();
    connect(m_button, &QPushButton::clicked, this, &InlineMessage::buttonClicked);
    connect(m_close, &QToolButton::clicked, this, [this] {
        hide();
        Q_EMIT closed();
    });
}

// The first lines of both are on one baseline: together they are in the middle, beside a button
// that is higher.
QLayout *InlineMessage::makeWords()
{
    m_sentence->setAlignment(Qt::AlignLeft | Qt::AlignTop);
    auto *row = new QHBoxLayout;
    row->addWidget(m_lead, 0, Qt::AlignTop);
    row->addWidget(m_sentence, 1);
    auto *words = new QVBoxLayout;
    words->addStretch();
    words->addLayout(row);
    words->addStretch();
    return words;
}

void InlineMessage::showMessage(
    Kind kind, const QString &sentence, const QString &button, const QString &lead)
{
    const QString spoken = lead.isEmpty() ? sentence : QString(lead % u' ' % sentence);
    const bool isNew = isHidden() || accessibleName() != spoken;
    m_kind = kind;
    m_lead->setText(lead);
    m_lead->setVisible(!lead.isEmpty());
    m_sentence->setText(sentence);
    m_button->setText(button);
    m_button->setVisible(!button.isEmpty());
    setAccessibleName(spoken);
    show();
    update();
    if (isNew && isVisible())
        announce(spoken,
            kind == Kind::Error ? Announcements::Urgency::Assertive
                                : Announcements::Urgency::Polite);
}

void InlineMessage::setClosable()
{
    m_close->show();
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
    const QRect place(kBar + kPadding, (height() - side) / 2, side, side);
    if (m_kind == Kind::Info)
        paintIcon(&painter, place, QStringLiteral("overview"), ink);
    else
        paintSign(&painter, place,
            m_kind == Kind::Error ? models::Sign::ProtocolError : models::Sign::ToolError, ink);
}

} // namespace sonde::look
