// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/programoptions.h"

#include "bundle/bundlestore.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

#include <algorithm>

namespace sonde::cli {

namespace {

Result<void> applyEnvironment(const std::string &value, Options &options)
{
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos)
        return usageError(Text::tr("The value of --env has no “=”. Use --env NAME=VALUE."));
    const QString name = decodedWord(value.substr(0, equals));
    if (name.isEmpty())
        return usageError(
            Text::tr("The value of --env has no name before “=”. Use --env NAME=VALUE."));
    auto &environment = options.server.environment;
    const bool twice = std::any_of(environment.begin(), environment.end(),
        [&](const auto &entry) { return entry.first == name; });
    if (twice)
        return usageError(
            Text::tr("--env sets %1 twice. Remove one of them.").arg(quotedWord(name)));
    environment.emplace_back(name, Secret(decodedWord(value.substr(equals + 1))));
    return {};
}

Result<void> applySetting(const std::string &value, Options &options)
{
    const std::size_t equals = value.find('=');
    if (equals == std::string::npos || equals == 0)
        return usageError(Text::tr("The value of --setting has no key and “=”. Use --setting "
                                   "KEY=VALUE."));
    options.settings[decodedWord(value.substr(0, equals))].emplace_back(
        decodedWord(value.substr(equals + 1)));
    return {};
}

} // namespace

Result<void> readProgramOptions(const Line &line, Options &options)
{
    options.server.workingDirectory = line.text("--cwd");
    const auto with = [&](const char *name, auto apply) {
        return line.take(name, [&](const std::string &value) { return apply(value, options); });
    };
    const Result<void> done = with("--env", applyEnvironment);
    return done ? with("--setting", applySetting) : done;
}

QString takeBundle(std::vector<std::string> &words)
{
    if (words.empty() || words.back().find('=') != std::string::npos)
        return {};
    QString word = decodedWord(words.back());
    if (!bundle::isBundleFile(word))
        return {};
    words.pop_back();
    return word;
}

} // namespace sonde::cli
