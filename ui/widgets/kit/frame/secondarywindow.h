// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sonde::widgets {

// A window beside the main window: Ctrl+W closes it, and Escape where no part of it takes the key.
class SecondaryWindow : public QWidget {
    Q_OBJECT
public:
    explicit SecondaryWindow(QWidget *parent);

protected:
    void keyPressEvent(QKeyEvent *event) override;
};

} // namespace sonde::widgets
