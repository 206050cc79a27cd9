// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The program `sonde`, which ends once its window was painted the first time: at once, because
// closing the window is no part of what a person waits for.

#include "app/program/program.h"

#include <QEvent>
#include <QTimer>
#include <QWidget>

#include <cstdlib>

namespace {

class EndWhenPainted : public QObject {
public:
    using QObject::QObject;

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (event->type() == QEvent::Paint)
            QTimer::singleShot(0, this, [] { std::_Exit(EXIT_SUCCESS); });
        return QObject::eventFilter(watched, event);
    }
};

} // namespace

int main(int argc, char **argv)
{
    return sonde::app::run(argc, argv, {},
        [](QWidget &window) { window.installEventFilter(new EndWhenPainted(&window)); });
}
