// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/settings/settingscommands.h"

#include "app/settings/shortcuts.h"
#include "app/window/actions.h"
#include "app/workspace/authorizations.h"
#include "app/workspace/places.h"
#include "app/workspace/sessionfolder.h"
#include "app/workspace/workspace.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/settings/settingswindow.h"

#include <QAction>
#include <QDesktopServices>
#include <QDir>
#include <QMainWindow>
#include <QUrl>

namespace sonde::app {

using widgets::SettingsWindow;

SettingsCommands::SettingsCommands(
    Workspace &workspace, const Actions &actions, QMainWindow &window)
    : QObject(&window)
    , m_workspace(workspace)
    , m_actions(actions)
    , m_parent(window)
    , m_shortcuts(new Shortcuts(window, models::Settings(&workspace.settings())))
{
    connect(actions.settings, &QAction::triggered, this, &SettingsCommands::open);
}

// The window goes before the model of its shortcuts.
SettingsCommands::~SettingsCommands()
{
    delete m_window;
}

void SettingsCommands::open()
{
    if (!m_window)
        make();
    m_shortcuts->findFixed();
    m_window->show();
    m_window->raise();
    m_window->activateWindow();
}

void SettingsCommands::follow(QWidget *window)
{
    m_shortcuts->follow(*window);
}

SettingsWindow *SettingsCommands::window() const
{
    return m_window;
}

void SettingsCommands::make()
{
    const QString &given = m_workspace.givenFolder();
    m_window =
        new SettingsWindow({{*m_actions.theme, *m_actions.language, *m_actions.textSize,
                                *m_actions.comfortable, *m_actions.reducedMotion},
                               models::Settings(&m_workspace.settings()), m_shortcuts->model(),
                               {sessionsFolder(given), configFolder(given),
                                   SessionFolder::kKeepDays, SessionFolder::kKeepBytes}},
            &m_parent);
    m_window->setAttribute(Qt::WA_DeleteOnClose);
    Authorizations &authorizations = m_workspace.authorizations();
    const auto showKeychain = [this, &authorizations] {
        m_window->storage().setKeychain(
            authorizations.hasKeychain(), authorizations.cache().problem());
    };
    showKeychain();
    connect(&authorizations, &Authorizations::keychainFailed, m_window, showKeychain);
    authorizations.probeKeychain();
    connect(m_window, &SettingsWindow::openRequested, this, &SettingsCommands::openFolder);
}

void SettingsCommands::openFolder(const QString &folder)
{
    QDir().mkpath(folder); // before the first recording there is none
    QDesktopServices::openUrl(QUrl::fromLocalFile(folder));
}

SettingsCommands::Place SettingsCommands::place() const
{
    if (!m_window)
        return {};
    const QWidget *focused = m_window->focusWidget();
    return {m_window->pages().current(), focused ? focused->objectName() : QString(),
        m_window->saveGeometry()};
}

void SettingsCommands::reopen(const Place &place)
{
    if (place.page < 0)
        return;
    make();
    m_window->restoreGeometry(place.geometry);
    open();
    auto *focused =
        place.focused.isEmpty() ? nullptr : m_window->findChild<QWidget *>(place.focused);
    m_window->pages().showWidget(place.page, focused);
}

} // namespace sonde::app
