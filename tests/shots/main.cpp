// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// shots FOLDER [LANGUAGE]: renders the main screens into the folder (./dev shots), in English, or
// in one of the translations.

#include "app/program/program.h"
#include "language/language.h"
#include "shots/shots.h"

#include <QApplication>
#include <QDir>

#include <cstdio>

namespace {

const QString kEnglish = QStringLiteral("en");

bool isLanguage(const QString &name)
{
    return name == kEnglish || sonde::language::translations().contains(name);
}

} // namespace

int main(int argc, char **argv)
{
    const QString language = argc == 3 ? QString::fromLocal8Bit(argv[2]) : kEnglish;
    const bool hasFolder = (argc == 2 || argc == 3) && argv[1][0] != '\0' && argv[1][0] != '-';
    if (!hasFolder || !isLanguage(language)) {
        std::fputs("usage: shots FOLDER [LANGUAGE]\n", stderr);
        return 1;
    }
    // Pictures need no display.
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    sonde::app::setUp(application);
    sonde::language::installLanguage(application, language);
    const QString folder = QDir(QString::fromLocal8Bit(argv[1])).absolutePath();
    QDir::setCurrent(QDir::rootPath()); // no picture names the folder in which it was made
    return sonde::shots::drawShots(folder);
}
