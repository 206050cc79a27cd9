// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tap/heldbuttons.h"

#include "base/formatting.h"
#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "tap/breakpoint/breakpoint.h"

#include <QFrame>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QMenu>
#include <QPushButton>

namespace sonde::widgets {

namespace {

constexpr int kButtonRing = 3; // room for the focus ring
constexpr int kSecondsDecimals = 2;
constexpr double kMsOfSecond = 1000.0;
constexpr std::chrono::seconds kUsualDelays[] = {std::chrono::seconds(1), std::chrono::seconds(5),
    std::chrono::seconds(30), std::chrono::seconds(60)};
constexpr double kFirstDelay = 10; // seconds, in the field for another one

} // namespace

HeldButtons::HeldButtons(QWidget *parent)
    : QWidget(parent)
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(kButtonRing, 0, kButtonRing, kButtonRing);
    auto *drop = add(QStringLiteral("dropHeld"), tr("Drop"), "cancel");
    drop->setToolTip(tr("Discard the message without sending it"));
    auto *separator = new QFrame(this);
    separator->setFrameShape(QFrame::VLine);
    layout->addWidget(separator);
    auto *delay = add(QStringLiteral("delayHeld"), tr("Delay…"), "clock");
    delay->setToolTip(tr("Send the message as it was after some time"));
    delay->setMenu(delays());
    m_respond = add(QStringLiteral("respondHeld"), tr("Respond…"), nullptr);
    m_respond->setToolTip(tr("Send a response of your own, and the request no further"));
    layout->addStretch();
    auto *asItWas = add(QStringLiteral("sendAsItWas"), tr("Send as it was"), nullptr);
    m_sendChanged = add(QStringLiteral("sendChanged"), {}, "play");
    m_sendChanged->setDefault(true);
    setMisfit(false);
    connect(drop, &QPushButton::clicked, this, &HeldButtons::dropRequested);
    connect(m_respond, &QPushButton::clicked, this, &HeldButtons::respondRequested);
    connect(asItWas, &QPushButton::clicked, this, &HeldButtons::sendAsItWasRequested);
    connect(m_sendChanged, &QPushButton::clicked, this, &HeldButtons::sendChangedRequested);
}

QPushButton *HeldButtons::add(const QString &name, const QString &text, const char *icon)
{
    auto *button = new QPushButton(text, this);
    button->setObjectName(name);
    if (icon)
        button->setIcon(look::icon(icon));
    layout()->addWidget(button);
    return button;
}

QMenu *HeldButtons::delays()
{
    auto *menu = new QMenu(this);
    menu->setObjectName(QStringLiteral("delays"));
    for (const std::chrono::seconds time : kUsualDelays)
        connect(menu->addAction(limitText(time)), &QAction::triggered, this,
            [this, time] { Q_EMIT delayRequested(time); });
    connect(menu->addAction(tr("Other…")), &QAction::triggered, this, &HeldButtons::askForDelay);
    return menu;
}

void HeldButtons::askForDelay()
{
    auto *dialog = new QInputDialog(this);
    dialog->setObjectName(QStringLiteral("delayDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Delay the message"));
    dialog->setLabelText(tr("Send it after so many seconds:"));
    dialog->setInputMode(QInputDialog::DoubleInput);
    dialog->setDoubleDecimals(kSecondsDecimals);
    dialog->setDoubleRange(0, double(tap::BreakpointAction::kMaxDelay.count()) / kMsOfSecond);
    dialog->setDoubleValue(kFirstDelay);
    connect(dialog, &QInputDialog::doubleValueSelected, this, [this](double seconds) {
        Q_EMIT delayRequested(std::chrono::milliseconds(qRound64(seconds * kMsOfSecond)));
    });
    dialog->open();
}

void HeldButtons::setCanSendChanged(bool can)
{
    m_sendChanged->setEnabled(can);
}

bool HeldButtons::canSendChanged() const
{
    return m_sendChanged->isEnabled();
}

void HeldButtons::setMisfit(bool misfit)
{
    m_sendChanged->setText(misfit ? tr("Send anyway") : tr("Send changed"));
    m_sendChanged->setToolTip(misfit
            ? tr("Send the text of the editor although it does not fit the input schema "
                 "(Ctrl+Return)")
            : tr("Send the text of the editor (Ctrl+Return)"));
}

void HeldButtons::setCanRespond(bool can)
{
    m_respond->setEnabled(can);
}

} // namespace sonde::widgets
