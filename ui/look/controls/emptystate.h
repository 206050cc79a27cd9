// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QLabel;
class QPushButton;

namespace sonde::look {

// What stands in a place with nothing in it: one sentence what would fill it, one muted line why
// it is empty, one button with the next step. At the top left, no picture. Its focus is the
// button's; without one it keeps the focus, and no key does anything.
class EmptyState final : public QWidget {
    Q_OBJECT
public:
    explicit EmptyState(QWidget *parent = nullptr);

    // Both are shown as plain text. An empty reason or button takes no place.
    void setText(const QString &sentence, const QString &reason = {});
    void setButton(const QString &text);
    QPushButton *button() const { return m_button; }

Q_SIGNALS:
    void buttonClicked();

private:
    QLabel *m_sentence;
    QLabel *m_reason;
    QPushButton *m_button;
};

} // namespace sonde::look
