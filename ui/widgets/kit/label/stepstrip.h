// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <array>

class QToolButton;

namespace sonde::widgets {

// The steps of a review, side by side: done, current, not started.
class StepStrip : public QWidget {
    Q_OBJECT
public:
    enum Step { Request, Response, Check, Send, StepCount };

    explicit StepStrip(QWidget *parent = nullptr);

    void setStep(Step step);
    Step step() const { return m_step; }
    // The last step that a click can select.
    void setReachable(Step last);

Q_SIGNALS:
    void chosen(int step);

private:
    void refresh();

    std::array<QToolButton *, StepCount> m_buttons{};
    Step m_step = Request;
    Step m_reachable = Send;
};

} // namespace sonde::widgets
