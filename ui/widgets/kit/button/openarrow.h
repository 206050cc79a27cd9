// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QToolButton>

namespace sonde::widgets {

// The arrow that expands and collapses a group of a form: by a click, the arrow keys, + and −.
class OpenArrow final : public QToolButton {
    Q_OBJECT
public:
    explicit OpenArrow(QWidget *parent);

    void showOpen(bool open, const QString &name);
    bool isOpen() const { return m_open; }

    static constexpr int kWidth = 18;

Q_SIGNALS:
    void openRequested(bool open);

protected:
    void keyPressEvent(QKeyEvent *event) override;

private:
    bool m_open = false;
};

} // namespace sonde::widgets
