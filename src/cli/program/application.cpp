// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/program/application.h"

#include "cli/options/parseoptions.h"
#include "language/language.h"
#include "wire/link/wireloop.h"

namespace sonde::cli {

Application::Application(int &argc, char **argv)
    : m_argc(argc)
    , m_argv(argv)
{
    // The window's name: both read and write the same servers, and cache of detected revisions.
    QCoreApplication::setApplicationName(QStringLiteral("sonde"));
}

// The options choose the event loop, which must be there before the application, which must be
// there before a translation. So for a translation they are parsed twice: what the first time says
// about an error is English.
Result<Options> Application::parse(const std::vector<std::string> &words)
{
    Result<Options> options = parseOptions(words);
    const QString translation = language::desktopTranslation();
    if (translation.isEmpty())
        return options;
    start(options);
    language::installLanguage(*m_application, translation);
    return parseOptions(words);
}

void Application::translate()
{
    const QString translation = language::desktopTranslation();
    if (translation.isEmpty())
        return;
    start(Error{});
    language::installLanguage(*m_application, translation);
}

void Application::start(const Result<Options> &options)
{
    if (m_application)
        return;
    // Not where a keychain may be needed: it responds by GLib's event loop only.
    // A server of --server may be one of them, which is only known later.
    const bool mayNeedOne = options
        && (options->server.canBeAuthorized() || !options->serverName.isEmpty()
            || !options->configFile.isEmpty() || options->command == Command::Compare);
    if (options && (!mayNeedOne || options->auth.noKeychain))
        wire::installWireLoop();
    m_application.emplace(m_argc, m_argv);
}

} // namespace sonde::cli
