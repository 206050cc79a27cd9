// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/access/focuspass.h"

#include <QFocusEvent>
#include <QWidget>

#include <utility>
#include <vector>

namespace sonde::look {

namespace {

class FocusPass : public QObject {
public:
    FocusPass(QWidget &container, std::function<QWidget *()> control)
        : QObject(&container)
        , m_control(std::move(control))
    {
        container.installEventFilter(this);
    }

    bool eventFilter(QObject *container, QEvent *event) override
    {
        if (event->type() != QEvent::FocusIn)
            return false;
        QWidget *control = m_control();
        if (control && control != container)
            control->setFocus(static_cast<QFocusEvent *>(event)->reason());
        return false;
    }

private:
    std::function<QWidget *()> m_control;
};

} // namespace

void passFocus(QWidget &container, QWidget &control)
{
    passFocus(container, [&control] { return &control; });
}

void passFocus(QWidget &container, QWidget &control, QWidget &instead)
{
    passFocus(container, [&container, &control, &instead] {
        return control.isVisibleTo(&container) ? &control : &instead;
    });
}

void passFocus(QWidget &container, std::function<QWidget *()> control)
{
    new FocusPass(container, std::move(control));
}

void continueTabOrder(QWidget &last, QWidget &container)
{
    std::vector<QWidget *> stops;
    QWidget *next = &container;
    do {
        if ((next == &container || container.isAncestorOf(next))
            && next->focusPolicy() != Qt::NoFocus)
            stops.push_back(next);
        next = next->nextInFocusChain();
    } while (next != &container);
    // QWidget::setTabOrder() ignores what takes no focus.
    const Qt::FocusPolicy policy = last.focusPolicy();
    last.setFocusPolicy(Qt::TabFocus);
    QWidget *before = &last;
    for (QWidget *const stop : stops) {
        QWidget::setTabOrder(before, stop);
        before = stop;
    }
    last.setFocusPolicy(policy);
}

} // namespace sonde::look
