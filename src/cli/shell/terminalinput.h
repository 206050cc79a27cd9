// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/shell/shellinput.h"
#include "cli/shell/shelllineeditor.h"

#include <memory>

class QSocketNotifier;

namespace sonde::cli {

class ShellNames;

// Lines that a person edits on the terminal.
class TerminalInput : public ShellInput {
    Q_OBJECT
public:
    // nullptr when there is no line editor. The names outlive it.
    static std::unique_ptr<TerminalInput> make(const ShellNames &names);

    void next() override;
    void discard() override;
    bool isInteractive() const override { return true; }

private:
    TerminalInput();
    void done(const std::optional<std::string> &line);

    std::unique_ptr<ShellLineEditor> m_editor;
    QSocketNotifier *m_notifier;
};

} // namespace sonde::cli
