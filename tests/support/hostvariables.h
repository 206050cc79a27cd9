// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

namespace sonde::test {

// The variables by which files of hosts move, and where a test must not find those of its person.
// GEMINI_CLI_SYSTEM_SETTINGS_PATH is set instead: without it the host reads a file in /etc.
inline constexpr const char *kHostVariables[]{
    "XDG_CONFIG_HOME",
    "XDG_DATA_HOME",
    "CLAUDE_CONFIG_DIR",
    "CODEX_HOME",
    "COPILOT_HOME",
    "GEMINI_CLI_HOME",
    "GEMINI_CLI_SYSTEM_DEFAULTS_PATH",
    "GROK_HOME",
    "KIMI_CODE_HOME",
    "QWEN_HOME",
    "OPENCODE_CONFIG",
    "OPENCODE_CONFIG_DIR",
    "CRUSH_GLOBAL_CONFIG",
    "CLINE_MCP_SETTINGS_PATH",
    "CLINE_DATA_DIR",
    "CLINE_DIR",
    "CONTINUE_GLOBAL_DIR",
};

} // namespace sonde::test
