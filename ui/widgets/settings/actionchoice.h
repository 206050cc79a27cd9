// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QComboBox>

class QAction;
class QActionGroup;

namespace sonde::widgets {

// Chooses one of the actions of a group, as its menu does: either shows what was chosen in the
// other.
class ActionChoice final : public QComboBox {
    Q_OBJECT
public:
    explicit ActionChoice(const QActionGroup &group, QWidget *parent = nullptr); // outlives it

    // Triggers the action that has this value as its data, unless it is the chosen one.
    void choose(const QVariant &value);

private:
    void showChosen();

    QList<QAction *> m_actions; // by index
};

} // namespace sonde::widgets
