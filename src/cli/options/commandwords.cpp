// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandwords.h"

#include "cli/options/optiontable.h"
#include "cli/output/usageerror.h"

#include <algorithm>

namespace sonde::cli {

namespace {

// From `at` on, the first word that is no option and no value of one; the end where there is none.
std::size_t plainWord(const std::vector<std::string> &arguments, std::size_t at)
{
    while (at < arguments.size() && arguments[at].size() > 1 && arguments[at][0] == '-') {
        if (arguments[at] == "--")
            return arguments.size();
        const Option *option = findOption(decodedWord(arguments[at]));
        at += option && !option->example.isEmpty() ? 2 : 1; // --name=value is one word
    }
    return std::min(at, arguments.size());
}

bool stands(const std::vector<std::string> &arguments, std::initializer_list<const char *> options)
{
    const auto end = std::find(arguments.begin(), arguments.end(), "--");
    return std::find_first_of(arguments.begin(), end, options.begin(), options.end()) != end;
}

} // namespace

QString namedCommand(const std::vector<std::string> &arguments)
{
    QString command;
    std::size_t at = plainWord(arguments, 0);
    while (at < arguments.size()) {
        const QString word = decodedWord(arguments[at]);
        if (!wordsAfter(command).contains(word))
            break;
        command += command.isEmpty() ? word : u' ' + word;
        at = plainWord(arguments, at + 1);
    }
    return command;
}

bool asksForHelp(const std::vector<std::string> &arguments)
{
    return stands(arguments, {"--help", "-h"});
}

bool asksForVersion(const std::vector<std::string> &arguments)
{
    return stands(arguments, {"--version"});
}

Commands meaningOf(const CommandRow &row, const std::vector<std::string> &arguments)
{
    if (row.serverOptions.isEmpty())
        return row.commands;
    const QStringList options = QString(row.serverOptions).split(u'|');
    const auto program = std::find(arguments.begin(), arguments.end(), "--");
    const bool needsServer = (program != arguments.end() && options.contains(u"--"))
        || std::any_of(arguments.begin(), program, [&](const std::string &word) {
               return options.contains(decodedWord(word.substr(0, word.find('='))));
           });
    return needsServer ? row.commands.only(kServerCommands) : row.commands.without(kServerCommands);
}

} // namespace sonde::cli
