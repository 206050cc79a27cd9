// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/line.h"

#include "cli/options/suggestion.h"
#include "cli/output/usageerror.h"

#include <algorithm>

namespace sonde::cli {

std::vector<std::string> Line::arguments() const
{
    const qsizetype own = row ? QString(row->words).count(u' ') + 1 : 0;
    return {words.begin() + std::min(own, qsizetype(words.size())), words.end()};
}

bool Line::has(const char *option) const
{
    return std::any_of(given.begin(), given.end(),
        [&](const Given &each) { return each.option->name == QLatin1String(option); });
}

QString Line::text(const char *option) const
{
    const auto found = std::find_if(given.rbegin(), given.rend(),
        [&](const Given &each) { return each.option->name == QLatin1String(option); });
    return found == given.rend() ? QString() : decodedWord(found->value);
}

Result<void> Line::take(
    const char *option, const std::function<Result<void>(const std::string &)> &accept) const
{
    for (const Given &each : given) {
        if (each.option->name != QLatin1String(option))
            continue;
        if (const Result<void> done = accept(each.value); !done)
            return proposing(done.error(), decodedWord(each.value), optionValues(*each.option));
    }
    return {};
}

} // namespace sonde::cli
