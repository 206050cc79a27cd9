// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/destructiveguard.h"

#include "look/controls/inlinemessage.h"
#include "models/settings/settings.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QPushButton>
#include <QSettings>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

DestructiveGuard::DestructiveGuard(QSettings *settings, QWidget *parent)
    : QWidget(parent)
    , m_settings(settings)
    , m_message(new look::InlineMessage(this))
    , m_neverAgain(new QCheckBox(this))
{
    m_neverAgain->setAccessibleName(tr("Do not ask again on this server"));
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(4);
    layout->addWidget(m_message);
    layout->addWidget(m_neverAgain);
    m_message->setObjectName(QStringLiteral("destructiveMessage"));
    connect(m_message, &look::InlineMessage::buttonClicked, this, &DestructiveGuard::confirm);
    hide();
}

void DestructiveGuard::setServer(const QString &server)
{
    if (std::exchange(m_server, server) == server)
        return;
    m_asks = !models::Settings(m_settings).trustsTools(server);
    drop();
    Q_EMIT asksChanged();
}

void DestructiveGuard::setDestructive(bool destructive)
{
    m_destructive = destructive;
    drop();
}

void DestructiveGuard::pass(const QString &misfit, std::function<void()> send)
{
    if (!m_destructive || !m_asks)
        return send();
    m_held = std::move(send);
    m_message->showMessage(look::InlineMessage::Kind::Warning,
        misfit.isEmpty() ? tr("This tool is marked destructive.")
                         : tr("This tool is marked destructive. %1.").arg(misfit),
        tr("Call anyway"), tr("Not called yet."));
    m_neverAgain->setText(tr("Do not ask again on %1").arg(m_server.left(60)));
    m_neverAgain->setChecked(false);
    show();
    if (auto *button = m_message->findChild<QPushButton *>())
        button->setFocus(Qt::OtherFocusReason);
}

void DestructiveGuard::confirm()
{
    if (!m_held)
        return;
    const std::function<void()> send = std::exchange(m_held, nullptr);
    if (m_neverAgain->isChecked())
        setAsks(false);
    drop();
    send();
}

void DestructiveGuard::drop()
{
    m_held = nullptr;
    hide();
}

void DestructiveGuard::setAsks(bool asks)
{
    if (std::exchange(m_asks, asks) == asks)
        return;
    models::Settings(m_settings).setTrustsTools(m_server, !asks);
    Q_EMIT asksChanged();
}

bool DestructiveGuard::event(QEvent *event)
{
    const bool key = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    if (!key || static_cast<QKeyEvent *>(event)->key() != Qt::Key_Escape)
        return QWidget::event(event);
    event->accept();
    if (event->type() == QEvent::KeyPress) {
        drop();
        if (parentWidget())
            parentWidget()->setFocus(Qt::OtherFocusReason);
    }
    return true;
}

} // namespace sonde::widgets
