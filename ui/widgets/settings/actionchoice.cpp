// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/settings/actionchoice.h"

#include "look/access/menutext.h"

#include <QAction>
#include <QActionGroup>

namespace sonde::widgets {

ActionChoice::ActionChoice(const QActionGroup &group, QWidget *parent)
    : QComboBox(parent)
    , m_actions(group.actions())
{
    for (const QAction *action : m_actions) {
        addItem(look::withoutMnemonic(action->text()));
        connect(action, &QAction::toggled, this, &ActionChoice::showChosen);
    }
    showChosen();
    connect(this, &QComboBox::activated, this, [this](int index) { m_actions[index]->trigger(); });
}

void ActionChoice::choose(const QVariant &value)
{
    for (QAction *action : m_actions) {
        if (action->data() == value && !action->isChecked())
            action->trigger();
    }
}

void ActionChoice::showChosen()
{
    int chosen = -1;
    for (int i = 0; i < m_actions.size(); ++i)
        chosen = m_actions[i]->isChecked() ? i : chosen;
    setCurrentIndex(chosen);
}

} // namespace sonde::widgets
