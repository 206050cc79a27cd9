// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/launcher.h"

#include <QFileInfo>

#include <algorithm>
#include <array>
#include <string_view>

namespace sonde::wire {

namespace {

struct Known {
    std::string_view program;
    std::string_view subcommand; // the first argument that is not an option; empty: any
    bool hasServerAsChild;
};
constexpr std::array kKnown{Known{"npx", "", true}, Known{"npm", "exec", true},
    Known{"npm", "x", true}, Known{"pnpx", "", true}, Known{"pnpm", "dlx", true},
    Known{"yarn", "dlx", true}, Known{"bunx", "", true}, Known{"bun", "x", true},
    Known{"uvx", "", true}, Known{"uv", "run", true}, Known{"uv", "tool", true},
    Known{"pipx", "run", false}, Known{"docker", "run", false}, Known{"podman", "run", false},
    Known{"deno", "run", false}, Known{"cargo", "run", false}, Known{"go", "run", true},
    Known{"dnx", "", true}, Known{"dotnet", "run", true}, Known{"nix", "run", false}};

} // namespace

std::optional<Launcher> launcherOf(const Launch &launch)
{
    const std::string program = QFileInfo(launch.program).fileName().toStdString();
    const auto first = std::find_if(launch.arguments.begin(), launch.arguments.end(),
        [](const QString &argument) { return !argument.startsWith(u'-'); });
    const std::string subcommand =
        first == launch.arguments.end() ? std::string() : first->toStdString();
    const auto known = std::find_if(kKnown.begin(), kKnown.end(), [&](const Known &each) {
        return each.program == program
            && (each.subcommand.empty() || each.subcommand == subcommand);
    });
    if (known == kKnown.end())
        return std::nullopt;
    return Launcher{QString::fromStdString(program), known->hasServerAsChild};
}

} // namespace sonde::wire
