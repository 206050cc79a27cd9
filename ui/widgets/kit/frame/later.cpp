// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/later.h"

#include "look/access/focuspass.h"

#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

LaterPlace::LaterPlace(Make make, QWidget *parent)
    : QWidget(parent)
    , m_make(std::move(make))
{
}

QWidget *LaterPlace::page()
{
    if (m_page)
        return m_page;
    m_page = std::exchange(m_make, {})(this);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_page);
    look::passFocus(*this, *m_page);
    look::continueTabOrder(*this, *m_page);
    return m_page;
}

void LaterPlace::showEvent(QShowEvent *event)
{
    // The children of a widget were shown before it is told that it is.
    page()->show();
    QWidget::showEvent(event);
}

} // namespace sonde::widgets
