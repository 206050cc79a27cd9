// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"

#include <QObject>

class QAction;

namespace sonde::app {

class Actions;

// The theme, the density of the rows and the motion: the actions that choose them, and the settings
// that keep them. The language and the text size take another window: see ProgramWindow.
class Appearance : public QObject {
    Q_OBJECT
public:
    Appearance(Actions &actions, models::Settings settings, QObject *parent); // outlive it

    // Applies the stored density and motion, and checks the actions for what applies now. The theme
    // and the text size are applied before there is a window.
    void restore();

private:
    void chooseTheme(const QAction *action);
    void chooseDensity(bool comfortable);
    void chooseMotion(bool reduced);

    Actions &m_actions;
    models::Settings m_settings;
};

} // namespace sonde::app
