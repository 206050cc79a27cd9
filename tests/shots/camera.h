// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QSize>
#include <QString>

#include <functional>

class QWidget;

namespace sonde::shots {

// Takes pictures of widgets, in the light and in the dark theme.
class Camera {
public:
    explicit Camera(QString folder)
        : m_folder(std::move(folder))
    {
    }

    // Runs the event loop until `done` returns true. False, with a sentence on stderr, after a
    // timeout.
    bool wait(const char *what, const std::function<bool()> &done) const;
    // Writes FOLDER/name-light.png and FOLDER/name-dark.png. False, with a sentence on stderr, when
    // a file cannot be written.
    bool shoot(QWidget &widget, const char *name) const;
    // Writes FOLDER/manual/name.png, a picture of the manual: light, and no larger than `most`, to
    // which the widget is resized for the moment.
    bool shootForManual(QWidget &widget, const char *name, QSize most = {1000, 640}) const;

private:
    QString m_folder;
};

} // namespace sonde::shots
