// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

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
        for (const char *name :
            {"XDG_CONFIG_HOME", "XDG_DATA_HOME", "CLAUDE_CONFIG_DIR", "CODEX_HOME", "COPILOT_HOME",
                "GEMINI_CLI_HOME", "GROK_HOME", "KIMI_CODE_HOME", "QWEN_HOME", "OPENCODE_CONFIG"})
            qunsetenv(name);
        // Beside which Gemini CLI looks for its defaults of the system.
        qunsetenv("GEMINI_CLI_SYSTEM_DEFAULTS_PATH");
        qputenv("GEMINI_CLI_SYSTEM_SETTINGS_PATH",
            QFile::encodeName(m_folder.filePath(QStringLiteral("system/settings.json"))));
        qputenv("HOME", QFile::encodeName(m_folder.path()));
        QDir::setCurrent(m_folder.path());
    }

private:
    QTemporaryDir m_folder;
};

} // namespace sonde::test
