// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

#include <QString>

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::agent {

// What may be done without asking the person: which commands may be started, which files may be
// written, and whether tools that may be destructive may be called.
class Permissions {
public:
    static constexpr std::size_t kMaxGranted = 1000; // what was granted is forgotten beyond it

    // Allows commands whose line matches: * stands for any text.
    void allowCommand(std::string pattern) { m_patterns.push_back(std::move(pattern)); }
    // Allows files to be written whose absolute path matches; links to folders in the pattern are
    // followed now, as far as the first *.
    void allowFile(std::string pattern);
    void allowDestructive() { m_allowsDestructive = true; }

    // The command of a profile as a line of a shell: its folder, its variables, its words. This is
    // what a pattern is compared with and what the person is asked about, so that neither a
    // variable nor a folder gets in unseen.
    static std::string lineOf(const config::Profile &server);

    bool allows(std::string_view line) const;
    // The person allowed this very line.
    void grant(const std::string &line);
    bool allowsFile(std::string_view path) const;
    bool allowsDestructive() const { return m_allowsDestructive; }

private:
    std::vector<std::string> m_patterns;
    std::vector<std::string> m_files;
    std::set<std::string, std::less<>> m_granted;
    bool m_allowsDestructive = false;
};

} // namespace sonde::agent
