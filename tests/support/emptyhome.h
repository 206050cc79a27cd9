// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/hostvariables.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace sonde::test {

// An empty folder, which is the home and the current folder of this test and of the programs that
// it starts from then on: the configuration files of the person's hosts change nothing.
class EmptyHome {
public:
    EmptyHome()
    {
        for (const char *name : kHostVariables)
            qunsetenv(name);
        // Beside which Gemini CLI looks for its defaults of the system.
        qputenv("GEMINI_CLI_SYSTEM_SETTINGS_PATH",
            QFile::encodeName(m_folder.filePath(QStringLiteral("system/settings.json"))));
        qputenv("HOME", QFile::encodeName(m_folder.path()));
        QDir::setCurrent(m_folder.path());
    }

private:
    QTemporaryDir m_folder;
};

} // namespace sonde::test
