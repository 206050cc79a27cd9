// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

#include <set>
#include <string>
#include <vector>

namespace sonde::cli {

// Parses the command and its arguments, the words of the command line that are no options, into
// `options`, whose options are parsed already.
class CommandReader {
public:
    // `given`: the names of the options. `separated`: there is a -- with the server's program.
    CommandReader(Options &options, const std::set<QString> &given, bool separated)
        : m_options(options)
        , m_given(given)
        , m_separated(separated)
    {
    }

    // Errors are Domain::Usage.
    Result<void> read(const std::vector<std::string> &words);

private:
    struct Action;
    struct Group;

    Result<void> readCommand(const std::string &command, const std::vector<std::string> &rest);
    Result<void> readGroup(const Group &group, const std::vector<std::string> &rest);
    Result<void> readMessage(
        Command command, const QString &name, const std::vector<std::string> &rest);
    Result<void> readCompare(const std::vector<std::string> &rest);
    Result<void> checkOptions() const;
    Error strange(const QString &option) const;
    bool has(const char *option) const { return m_given.count(QString::fromLatin1(option)) > 0; }
    Error surplus(const QString &command, const std::string &word) const;

    Options &m_options;
    const std::set<QString> &m_given;
    const bool m_separated;
};

} // namespace sonde::cli
