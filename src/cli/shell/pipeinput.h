// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/shell/shellinput.h"

#include <string>

class QSocketNotifier;

namespace sonde::cli {

// Lines from a pipe, a file, or a terminal without a line editor.
class PipeInput : public ShellInput {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxLine = std::size_t(1) << 20; // bytes; the rest is a next line

    explicit PipeInput(int fd, QObject *parent = nullptr);

    void next() override;
    bool isInteractive() const override { return m_isTerminal; }

private:
    void readMore();
    void look();

    const int m_fd;
    const bool m_isTerminal;
    QSocketNotifier *m_notifier = nullptr; // nullptr: a file, which never blocks
    std::string m_waiting;
    bool m_isWanted = false;
    bool m_hasEnded = false;
};

} // namespace sonde::cli
