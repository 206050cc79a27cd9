// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/process/signalmenu.h"

#include "look/painting/iconengine.h"
#include "models/process/processtext.h"
#include "platform/systemtext.h"

#include <QAction>

#include <csignal>

namespace sonde::widgets {

SignalMenu::SignalMenu(QWidget *parent)
    : QMenu(parent)
{
    setObjectName(QStringLiteral("signals"));
    add(SIGINT, tr("interrupt, as Ctrl+C"));
    add(SIGTERM, tr("ask to end"));
    add(SIGHUP, tr("the terminal is gone"));
    add(SIGUSR1, tr("user signal 1"));
    add(SIGUSR2, tr("user signal 2"));
    addSeparator();
    add(SIGSTOP, tr("pause"));
    add(SIGCONT, tr("resume"));
    addSeparator();
    add(SIGKILL, tr("end at once"));
    actionOf(SIGKILL)->setIcon(look::icon("warning", models::ColorRole::Warn));
    setProcess(nullptr);
}

// The explanation stands where other menus have their shortcuts.
void SignalMenu::add(int signal, const QString &what)
{
    const QString name = platform::signalName(signal);
    QAction *action = addAction(name % u'\t' % what);
    action->setObjectName(name);
    action->setData(signal);
    connect(action, &QAction::triggered, this, [this, signal] { Q_EMIT chosen(signal); });
}

QAction *SignalMenu::actionOf(int signal) const
{
    for (QAction *action : actions()) {
        if (action->data().isValid() && action->data().toInt() == signal)
            return action;
    }
    return nullptr;
}

void SignalMenu::setProcess(const models::SampledProcess *process)
{
    const bool isPaused = process && process->info.state == 'T';
    for (QAction *action : actions())
        action->setEnabled(process);
    actionOf(SIGSTOP)->setEnabled(process && !isPaused);
    actionOf(SIGCONT)->setEnabled(isPaused);
    const bool isNode = process && models::runsProgram(*process, u"node");
    QAction *user = actionOf(SIGUSR1);
    user->setText(
        user->objectName() % u'\t' % (isNode ? tr("open the inspector") : tr("user signal 1")));
}

} // namespace sonde::widgets
