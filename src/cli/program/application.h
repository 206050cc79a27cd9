// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

#include <QCoreApplication>

#include <optional>
#include <string>
#include <vector>

namespace sonde::cli {

// The QCoreApplication of this program, which not every command needs: without one a command starts
// about a millisecond sooner. It is needed by an event loop and by translated sentences.
class Application {
public:
    // Both as main() got them; they must outlive this object.
    Application(int &argc, char **argv);

    // Parses the command line with parseOptions(). When Sonde has a translation for the language of
    // the desktop (LC_ALL, LC_MESSAGES, LANG, LANGUAGE), this and every later sentence is
    // translated.
    Result<Options> parse(const std::vector<std::string> &words);

    // Translates every later sentence, as parse() does.
    void translate();

    // For the event loop; does nothing when the translation started it already.
    void start(const Result<Options> &options);

private:
    int &m_argc;
    char **m_argv;
    std::optional<QCoreApplication> m_application;
};

} // namespace sonde::cli
