// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/responsestrip.h"

#include "look/controls/colorlabel.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"
#include "widgets/kit/label/signlabel.h"

#include <QStringBuilder>
#include <QToolButton>
#include <QVBoxLayout>

namespace sonde::widgets {

using look::ColorLabel;
using models::ColorRole;

ResponseStrip::ResponseStrip(const QString &title, QWidget *parent)
    : QWidget(parent)
    , m_state(new SignLabel(this))
    , m_numbers(new ColorLabel(ColorRole::Muted, this))
    , m_links(new QHBoxLayout)
    , m_inTrace(makeLink(tr("Show in trace")))
{
    auto *heading = new ColorLabel(title, ColorRole::Normal, this);
    heading->setFont(look::boldFont());
    m_numbers->setAccessibleName(tr("Time, size and progress"));
    connect(m_inTrace, &QToolButton::clicked, this, &ResponseStrip::traceRequested);
    auto *first = new QHBoxLayout;
    first->addWidget(heading);
    first->addSpacing(4);
    first->addWidget(m_state, 1);
    m_links->addWidget(m_numbers, 1);
    m_links->addWidget(m_inTrace);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addLayout(first);
    layout->addLayout(m_links);
}

QToolButton *ResponseStrip::makeLink(const QString &text)
{
    auto *link = new QToolButton(this);
    link->setText(text);
    link->setAutoRaise(true);
    link->setFocusPolicy(Qt::TabFocus);
    const auto paint = [link] {
        QPalette colors;
        colors.setColor(QPalette::Active, QPalette::ButtonText, look::theme().accent);
        colors.setColor(QPalette::Inactive, QPalette::ButtonText, look::theme().accent);
        link->setPalette(colors);
    };
    paint();
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, link, paint);
    return link;
}

QToolButton *ResponseStrip::addLink(const QString &text)
{
    QToolButton *const link = makeLink(text);
    m_links->insertWidget(m_links->indexOf(m_inTrace), link);
    setTabOrder(link, m_inTrace);
    return link;
}

void ResponseStrip::setState(models::Sign sign, const QString &text)
{
    m_state->setSign(sign, text);
}

void ResponseStrip::setNumbers(const QString &text)
{
    m_numbers->setText(text);
}

QString ResponseStrip::spoken() const
{
    const QString numbers = m_numbers->text();
    return numbers.isEmpty() ? m_state->word() : QString(m_state->word() % u", " % numbers);
}

void ResponseStrip::setTraceable(bool traceable)
{
    m_inTrace->setEnabled(traceable);
}

} // namespace sonde::widgets
