// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/button/buttonrow.h"

#include "look/access/menutext.h"
#include "look/theme/metrics.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>

#include <algorithm>

namespace sonde::widgets {

ButtonRow::ButtonRow(QWidget *parent)
    : QWidget(parent)
    , m_layout(new QHBoxLayout(this))
{
    m_layout->setContentsMargins(0, 0, 0, 0);
    m_layout->setSpacing(look::metrics().gap);
    m_layout->addStretch();
}

void ButtonRow::add(QPushButton *button)
{
    m_layout->insertWidget(int(m_buttons.size()), button);
    button->setMinimumWidth(1); // the row decides what fits
    m_buttons.append({button, {}, 0, 0});
    fit();
}

// An empty text is one that the row has taken away.
void ButtonRow::readTexts()
{
    for (Entry &entry : m_buttons) {
        const QString text = entry.button->text();
        if (text.isEmpty())
            continue;
        entry.text = text;
        entry.button->setAccessibleName(look::withoutMnemonic(text));
        entry.wholeWidth = entry.button->sizeHint().width();
        const QSize words = entry.button->fontMetrics().size(Qt::TextShowMnemonic, text);
        entry.iconWidth = std::max(entry.wholeWidth - words.width(), look::metrics().icon);
    }
}

void ButtonRow::fit()
{
    readTexts();
    int needed = -m_layout->spacing();
    for (const Entry &entry : m_buttons)
        needed += entry.button->isHidden() ? 0 : entry.wholeWidth + m_layout->spacing();
    for (auto last = m_buttons.rbegin(); last != m_buttons.rend(); ++last) {
        const bool fits = needed <= width() || last->button->isHidden();
        if (!fits)
            needed -= last->wholeWidth - last->iconWidth;
        const QString text = fits ? last->text : QString();
        if (last->button->text() != text)
            last->button->setText(text);
    }
    m_layout->activate(); // what was requested is answered before this is called
}

// A button has another text, or is shown or hidden.
bool ButtonRow::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QWidget::event(event);
}

void ButtonRow::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace sonde::widgets
