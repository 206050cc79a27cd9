// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"

#include <QObject>

class QAction;

namespace sonde::app {

class Actions;

// The theme and the density of the rows: the actions that choose them, and the settings that keep
// them.
class Appearance : public QObject {
    Q_OBJECT
public:
    Appearance(Actions &actions, models::Settings settings, QObject *parent); // outlive it

    // Applies the stored density and checks the actions for what applies now. The theme is applied
    // before there is a window.
    void restore();

private:
    void chooseTheme(const QAction *action);
    void chooseDensity(bool comfortable);

    Actions &m_actions;
    models::Settings m_settings;
};

} // namespace sonde::app
