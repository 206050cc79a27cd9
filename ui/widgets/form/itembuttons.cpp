// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/itembuttons.h"

#include "look/painting/iconengine.h"

#include <QStyle>
#include <QToolButton>

namespace sonde::widgets {

namespace {
constexpr int kWidth = 20;
}

ItemButtons::ItemButtons(QWidget *parent)
    : QWidget(parent)
{
    const auto make = [this](const char *icon) {
        auto *button = new QToolButton(this);
        button->setIcon(look::icon(icon));
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::NoFocus); // Alt+Up and Alt+Down move from the row
        return button;
    };
    m_up = make("up");
    m_up->setToolTip(tr("Move up (Alt+Up)"));
    m_down = make("down");
    m_down->setToolTip(tr("Move down (Alt+Down)"));
    m_remove = make("close");
    m_remove->setToolTip(tr("Remove (Alt+Delete)"));
    connect(m_up, &QToolButton::clicked, this, [this] { move(-1); });
    connect(m_down, &QToolButton::clicked, this, [this] { move(1); });
    connect(m_remove, &QToolButton::clicked, this, [this] {
        Q_EMIT acted({FormAction::Kind::Remove, m_pointer});
    });
}

void ItemButtons::showField(const schema::Field &field, const QString &name)
{
    m_pointer = field.pointer;
    m_canMove = field.isElement && field.value.exists();
    m_canRemove = field.value.exists() && (field.isElement || field.isAdded);
    m_index = m_canMove ? field.name.toUInt() : 0;
    m_up->setEnabled(m_canMove && m_index > 0);
    m_down->setEnabled(m_canMove && m_index + 1 < field.parent->value.count());
    m_up->setVisible(m_canMove);
    m_down->setVisible(m_canMove);
    m_remove->setVisible(m_canRemove);
    m_up->setAccessibleName(tr("Move %1 up").arg(name));
    m_down->setAccessibleName(tr("Move %1 down").arg(name));
    m_remove->setAccessibleName(tr("Remove %1").arg(name));
    setVisible(neededWidth() > 0);
}

int ItemButtons::neededWidth() const
{
    return (m_canMove ? 2 * kWidth : 0) + (m_canRemove ? kWidth : 0);
}

void ItemButtons::resizeEvent(QResizeEvent *)
{
    int x = 0;
    for (QToolButton *button : {m_up, m_down, m_remove}) {
        if (button->isHidden())
            continue;
        button->setGeometry(
            QStyle::visualRect(layoutDirection(), rect(), QRect(x, 0, kWidth, height())));
        x += kWidth;
    }
}

void ItemButtons::move(int by)
{
    FormAction action{FormAction::Kind::Move, m_pointer};
    action.index = by < 0 ? m_index - 1 : m_index + 2; // before that one
    Q_EMIT acted(action);
}

} // namespace sonde::widgets
