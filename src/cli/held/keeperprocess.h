// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <vector>

namespace sonde::cli {

// The process that keeps a server open in the background: the same program with the same words,
// which learns from its environment that it is the keeper.
class KeeperProcess {
public:
    // Starts the keeper with these words of the command line, and waits until it is ready or has
    // ended. Gives its exit code: what failed it has said on standard error.
    static int start(std::vector<std::string> words);

    // Whether this process is the keeper.
    static bool isHere();
    // The keeper that this process is. Once, before it starts others.
    static KeeperProcess here();
    // Leaves the terminal and the streams of the process that waits, and tells it. False: that one
    // has ended.
    bool detach();

private:
    explicit KeeperProcess(int ready)
        : m_ready(ready)
    {
    }

    int m_ready; // the pipe to the process that waits; -1: there is none
};

} // namespace sonde::cli
