// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QPushButton>

#include <functional>

namespace sonde::tests {

// The first button below `parent` that says this, with or without a mnemonic, and fulfils the
// condition; null without one.
inline QPushButton *buttonWhere(
    const QWidget &parent, QString text, const std::function<bool(const QPushButton &)> &condition)
{
    text.remove(u'&');
    for (QPushButton *each : parent.findChildren<QPushButton *>()) {
        if (each->text().remove(u'&') == text && condition(*each))
            return each;
    }
    return nullptr;
}

inline QPushButton *button(const QWidget &parent, const QString &text)
{
    return buttonWhere(parent, text, [](const QPushButton &) { return true; });
}

inline QPushButton *visibleButton(const QWidget &parent, const QString &text)
{
    return buttonWhere(parent, text, [](const QPushButton &each) { return each.isVisible(); });
}

} // namespace sonde::tests
