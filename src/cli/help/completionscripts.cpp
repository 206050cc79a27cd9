// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/completionscripts.h"

namespace sonde::cli {

namespace {

constexpr char kBash[] = R"(# bash completion of sonde-cli
_sonde_cli() {
    local IFS=$'\n'
    COMPREPLY=($(sonde-cli completion words "${COMP_WORDS[COMP_CWORD]}" \
        "${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null))
}
complete -o default -F _sonde_cli sonde-cli
)";

constexpr char kZsh[] = R"(#compdef sonde-cli
_sonde_cli() {
    local -a found
    found=("${(@f)$(sonde-cli completion words "$words[CURRENT]" "${(@)words[2,CURRENT-1]}" 2>/dev/null)}")
    if [[ -n ${found[1]} ]]; then
        compadd -a found
    else
        _files
    fi
}
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    _sonde_cli "$@"
else
    compdef _sonde_cli sonde-cli
fi
)";

constexpr char kFish[] = R"(# fish completion of sonde-cli
function __sonde_cli
    set -l before (commandline -opc)[2..-1]
    set -l found (sonde-cli completion words (commandline -ct) $before 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c sonde-cli -f -a '(__sonde_cli)'
)";

} // namespace

QStringList completionShells()
{
    return {QStringLiteral("bash"), QStringLiteral("zsh"), QStringLiteral("fish")};
}

QByteArray completionScript(const QString &shell)
{
    static constexpr const char *kScripts[]{kBash, kZsh, kFish};
    const auto index = completionShells().indexOf(shell);
    return index < 0 ? QByteArray() : QByteArray(kScripts[index]);
}

} // namespace sonde::cli
