// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/settings/settingsform.h"

class QAction;
class QActionGroup;

namespace sonde::widgets {

class ActionChoice;

// How the windows look. Its settings are the entries of the View menu.
class AppearancePage final : public SettingsForm {
    Q_OBJECT
public:
    // Of the main window, which outlives the page.
    struct Actions {
        const QActionGroup &theme;
        const QActionGroup &language;
        const QActionGroup &textSize; // percent
        QAction &comfortable;
        QAction &reducedMotion;
    };
    explicit AppearancePage(const Actions &actions, QWidget *parent = nullptr);

    void restoreDefaults() override;

private:
    QCheckBox *addSwitch(
        QAction &action, const char *name, const QString &text, const QString &explanation);

    QAction &m_comfortable;
    QAction &m_reducedMotion;
    ActionChoice *m_theme;
    ActionChoice *m_language;
    ActionChoice *m_textSize;
};

} // namespace sonde::widgets
