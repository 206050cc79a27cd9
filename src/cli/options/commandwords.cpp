// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandwords.h"

#include "cli/options/commandtable.h"
#include "cli/options/optiontable.h"
#include "cli/options/usageerror.h"

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

} // namespace

std::size_t commandWord(const std::vector<std::string> &arguments)
{
    return plainWord(arguments, 0);
}

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

} // namespace sonde::cli
