// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"

#include <QHash>
#include <QObject>
#include <QPointer>
#include <QWidget>

#include <memory>

class QAction;
class QMainWindow;

namespace sonde::models {
class ShortcutModel;
}

namespace sonde::app {

// The shortcuts of the actions in the menus of the main window: as they are stored at first, and as
// the user changes them from then on.
class Shortcuts : public QObject {
    Q_OBJECT
public:
    // After all parts of the window have added their actions; it outlives this.
    Shortcuts(QMainWindow &window, models::Settings settings);
    ~Shortcuts() override;

    models::ShortcutModel &model() { return *m_model; }
    // Finds the keys that parts of the window handle themselves. Parts come and go with what is
    // shown.
    void findFixed();

    // From now on the actions of another window have the shortcuts of those with the same names.
    void follow(QWidget &window);

private:
    void apply(int row);
    void applyTo(const QWidget &window, int row);
    void store(int row);

    QMainWindow &m_window;
    models::Settings m_settings;
    QHash<QString, QAction *> m_known; // by object name
    QList<QPointer<QWidget>> m_followers;
    std::unique_ptr<models::ShortcutModel> m_model;
};

} // namespace sonde::app
