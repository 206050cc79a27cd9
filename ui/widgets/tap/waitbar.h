// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QProgressBar>

#include <chrono>

namespace sonde::widgets {

// How much of its time a side has waited for a held message, as a thin bar that is full when the
// side gives up. Hidden until the limit is known.
class WaitBar final : public QProgressBar {
    Q_OBJECT
public:
    explicit WaitBar(QWidget *parent = nullptr);

    // `limit` 0: it is not known.
    void setWait(std::chrono::nanoseconds waited, std::chrono::nanoseconds limit);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace sonde::widgets
