// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/controls/inlinemessage.h"

#include "support/patience.h"

#include <QPushButton>
#include <QTest>

#include <functional>

namespace sonde::tests {

// The first button below `parent` with this object name that fulfils the condition; null without
// one. Never by its words: they change with the language.
inline QPushButton *buttonWhere(const QWidget &parent, const QString &name,
    const std::function<bool(const QPushButton &)> &condition)
{
    for (QPushButton *each : parent.findChildren<QPushButton *>(name)) {
        if (condition(*each))
            return each;
    }
    return nullptr;
}

inline QPushButton *button(const QWidget &parent, const QString &name)
{
    return buttonWhere(parent, name, [](const QPushButton &) { return true; });
}

inline QPushButton *visibleButton(const QWidget &parent, const QString &name)
{
    return buttonWhere(parent, name, [](const QPushButton &each) { return each.isVisible(); });
}

// The button of the message with this object name, visible or not; null without the message.
inline QPushButton *messageButton(const QWidget &parent, const QString &message)
{
    const auto *found = parent.findChild<look::InlineMessage *>(message);
    return found ? button(*found, QStringLiteral("messageButton")) : nullptr;
}

// A click in the middle of the button, as soon as it has room for its words: before its window is
// laid out it has none, and the click would be lost.
inline void press(QAbstractButton *button)
{
    QVERIFY(button);
    QTRY_VERIFY_WITH_TIMEOUT(
        button->isVisible() && button->height() >= button->fontMetrics().height(), kPatienceMs);
    QTest::mouseClick(button, Qt::LeftButton);
}

} // namespace sonde::tests
