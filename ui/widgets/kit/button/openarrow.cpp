// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/button/openarrow.h"

#include <QKeyEvent>

namespace sonde::widgets {

OpenArrow::OpenArrow(QWidget *parent)
    : QToolButton(parent)
{
    setAutoRaise(true);
    setFocusPolicy(Qt::StrongFocus);
    connect(this, &QToolButton::clicked, this, [this] { Q_EMIT openRequested(!m_open); });
}

void OpenArrow::showOpen(bool open, const QString &name)
{
    m_open = open;
    setArrowType(open ? Qt::DownArrow : Qt::RightArrow);
    setAccessibleName(open ? tr("Close %1").arg(name) : tr("Open %1").arg(name));
}

void OpenArrow::keyPressEvent(QKeyEvent *event)
{
    const bool wantsOpen = event->key() == Qt::Key_Right || event->key() == Qt::Key_Plus;
    const bool wantsClosed = event->key() == Qt::Key_Left || event->key() == Qt::Key_Minus;
    if (event->modifiers() != Qt::NoModifier || !(wantsOpen || wantsClosed))
        return QToolButton::keyPressEvent(event);
    if (wantsOpen != m_open)
        Q_EMIT openRequested(wantsOpen);
}

} // namespace sonde::widgets
