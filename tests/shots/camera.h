// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <functional>

class QWidget;

namespace sonde::app {

// Takes pictures of widgets, in the light and in the dark theme.
class Camera {
public:
    explicit Camera(QString folder)
        : m_folder(std::move(folder))
    {
    }

    // Lets the program run until that is so; false, and said, when it takes too long.
    bool wait(const char *what, const std::function<bool()> &done) const;
    // FOLDER/name-light.png and FOLDER/name-dark.png; false, and said, when they cannot be written.
    bool shoot(QWidget &widget, const char *name) const;

private:
    QString m_folder;
};

} // namespace sonde::app
