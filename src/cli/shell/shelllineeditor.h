// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sonde::cli {

// Edits a line on the terminal, with completion and history. It is a module of its own
// (sonde-lineeditor.so), so that no other command loads what it needs. There is one at a time.
class ShellLineEditor {
public:
    struct Setup {
        std::string prompt;
        std::string historyFile; // empty: the history is not kept
        // The words that may stand where `begun` stands, after the words of `before`.
        std::function<std::vector<std::string>(const std::string &before, const std::string &begun)>
            complete;
        // A line was entered; nothing: the end of input. The line is not edited any more.
        std::function<void(std::optional<std::string>)> done;
    };
    static constexpr int kMaxHistory = 1000; // lines

    virtual ~ShellLineEditor() = default;
    virtual void begin() = 0; // shows the prompt
    virtual void read() = 0; // standard input has something to read
    virtual void discard() = 0; // what was typed; shows the prompt again
};

using MakeLineEditor = ShellLineEditor *(*)(const char *version, ShellLineEditor::Setup *setup);
inline constexpr char kMakeLineEditor[] = "sondeMakeLineEditor";

// Loads the module; nullptr when it is missing or has another version.
std::unique_ptr<ShellLineEditor> makeLineEditor(ShellLineEditor::Setup setup);

} // namespace sonde::cli
