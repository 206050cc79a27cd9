// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QKeySequenceEdit>

namespace sonde::widgets {

// Takes one key with its modifiers, at once. QKeySequenceEdit takes up to four, and waits a second
// after each for the next one.
class KeyEdit final : public QKeySequenceEdit {
    Q_OBJECT
public:
    using QKeySequenceEdit::QKeySequenceEdit;

Q_SIGNALS:
    void typed(const QKeySequence &keys);
    void left(); // without new keys: by Escape, or because another widget got the focus

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void keyReleaseEvent(QKeyEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
};

} // namespace sonde::widgets
