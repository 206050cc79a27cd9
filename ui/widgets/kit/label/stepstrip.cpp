// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/label/stepstrip.h"

#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"

#include <QHBoxLayout>
#include <QToolButton>

namespace sonde::widgets {

StepStrip::StepStrip(QWidget *parent)
    : QWidget(parent)
{
    const std::array<QString, StepCount> words{
        tr("1  Request"), tr("2  Prepare response"), tr("3  Check"), tr("4  Send")};
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    for (int step = 0; step < StepCount; ++step) {
        auto *button = new QToolButton(this);
        button->setText(words[std::size_t(step)]);
        button->setCheckable(true);
        button->setAutoRaise(true);
        button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
        button->setFocusPolicy(Qt::StrongFocus);
        connect(button, &QToolButton::clicked, this, [this, step] {
            refresh(); // the owner decides whether the step changes
            Q_EMIT chosen(step);
        });
        layout->addWidget(button);
        m_buttons[std::size_t(step)] = button;
    }
    layout->addStretch();
    setAccessibleName(tr("Steps of the review"));
    refresh();
}

void StepStrip::setStep(Step step)
{
    m_step = step;
    refresh();
}

void StepStrip::setReachable(Step last)
{
    m_reachable = last;
    refresh();
}

void StepStrip::refresh()
{
    for (int step = 0; step < StepCount; ++step) {
        QToolButton *button = m_buttons[std::size_t(step)];
        const bool isDone = step < m_step || (step == m_step && step == Send); // it is sent at once
        button->setChecked(step == m_step);
        button->setFont(step == m_step ? look::boldFont() : font());
        button->setEnabled(step <= m_reachable);
        button->setIcon(look::icon(isDone ? "check" : step == m_step ? "edit" : "dot-wait"));
        button->setAccessibleDescription(isDone ? tr("done")
                : step == m_step                ? tr("current")
                                                : tr("not started"));
    }
}

} // namespace sonde::widgets
