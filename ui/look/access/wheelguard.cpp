// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/access/wheelguard.h"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QEvent>

namespace sonde::look {

namespace {

class WheelGuard : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() != QEvent::Wheel)
            return false;
        const auto *spin = qobject_cast<QAbstractSpinBox *>(watched);
        if (spin && spin->hasFocus())
            return false;
        event->ignore(); // it goes on to the parent
        return true;
    }
};

} // namespace

void guardFromWheel(QWidget *widget)
{
    const bool hasValue =
        qobject_cast<QComboBox *>(widget) || qobject_cast<QAbstractSpinBox *>(widget);
    if (!hasValue)
        return;
    static auto *const guard = new WheelGuard(qApp);
    widget->installEventFilter(guard);
    if (widget->focusPolicy() == Qt::WheelFocus)
        widget->setFocusPolicy(
            Qt::StrongFocus); // before the filter, the wheel would give the focus
}

} // namespace sonde::look
