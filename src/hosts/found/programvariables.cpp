// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/programvariables.h"

#include "platform/processinfo.h"

#include <algorithm>

namespace sonde::hosts {

ProgramVariables programVariables(const std::string &processes, pid_t pid)
{
    const auto all = platform::readEnvironment(processes, pid);
    const auto value = [&all](const QString &name) {
        const auto found = std::find_if(all.begin(), all.end(),
            [wanted = name.toStdString()](const auto &each) { return each.name == wanted; });
        return found == all.end() ? QString() : QString::fromLocal8Bit(found->value.c_str());
    };
    return {value(QStringLiteral("PATH")), proxyVariables(value)};
}

} // namespace sonde::hosts
