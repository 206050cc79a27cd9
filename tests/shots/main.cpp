// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// shots FOLDER: renders the main screens into the folder (./dev shots).

#include "app/program/program.h"
#include "shots/shots.h"

#include <QApplication>
#include <QDir>

#include <cstdio>

int main(int argc, char **argv)
{
    if (argc != 2 || argv[1][0] == '\0' || argv[1][0] == '-') {
        std::fputs("usage: shots FOLDER\n", stderr);
        return 1;
    }
    // Pictures need no display.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    sonde::app::setUp(application);
    const QString folder = QDir(QString::fromLocal8Bit(argv[1])).absolutePath();
    QDir::setCurrent(QDir::rootPath()); // no picture names the folder in which it was made
    return sonde::shots::drawShots(folder);
}
