// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/settingshots.h"

#include "app/program/mainwindow.h"
#include "app/settings/settingscommands.h"
#include "app/settings/shortcuts.h"
#include "app/window/actions.h"
#include "models/settings/shortcutmodel.h"
#include "shots/camera.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/settings/settingswindow.h"
#include "widgets/settings/shortcutspage.h"

#include <QAction>
#include <QCoreApplication>
#include <QKeyEvent>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QTemporaryDir>

namespace sonde::shots {

bool drawSettings(const Camera &camera)
{
    const QTemporaryDir folder;
    app::Workspace workspace({folder.path(), {}, {}, false, {}});
    workspace.load();
    app::MainWindow window(workspace);
    window.settings().open();
    widgets::SettingsWindow &settings = *window.settings().window();
    const char *const names[] = {"settings-appearance", "settings-connections", "settings-storage"};
    for (int page = 0; page < int(std::size(names)); ++page) {
        settings.pages().showPage(page);
        if (!camera.shoot(settings, names[page]))
            return false;
    }
    settings.pages().showPage(0);
    if (!camera.shootForManual(settings, "settings"))
        return false;
    models::ShortcutModel &shortcuts = window.settings().shortcuts().model();
    const int pings = shortcuts.rowOf(window.actions().ping->objectName());
    const int hosts = shortcuts.rowOf(window.actions().hosts->objectName());
    shortcuts.setKeys(hosts, {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_H)});
    settings.pages().showPage(int(std::size(names)));
    settings.shortcuts().selectRow(hosts);
    if (!camera.shoot(settings, "settings-shortcuts"))
        return false;
    settings.shortcuts().selectRow(pings);
    QKeyEvent press(QEvent::KeyPress, Qt::Key_K, Qt::ControlModifier);
    QCoreApplication::sendEvent(settings.shortcuts().findChild<QKeySequenceEdit *>(), &press);
    settings.resize(settings.minimumSize());
    if (!camera.shoot(settings, "settings-shortcut-taken"))
        return false;
    settings.pages().showPage(0);
    settings.findChild<QLineEdit *>(QStringLiteral("settingsSearch"))
        ->setText(QStringLiteral("servers"));
    return camera.shoot(settings, "settings-search");
}

} // namespace sonde::shots
