#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# clang-tidy on src and ui, for `./dev check`, which configures build/tidy before.
#
# It does three things that clang-tidy itself does not, because CI starts from nothing and looks at
# every source. Measured with 693 files on two processors, 18:11 minutes became 7:41:
#   - ownscope.cpp, a plugin, keeps the checks from visiting the declarations of system headers, whose
#     findings clang-tidy drops anyway: two thirds of the time of a source that includes Qt;
#   - the headers of Qt that most sources include first are parsed once (build/tidy/heads);
#   - a source in which nothing was found is remembered by the hashes of all that it depends on
#     (~/.cache/sonde/tidy), so that on a desk only the changed ones are looked at again.
# flaws.cpp shows first that none of them hides a finding.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly top=$PWD
jobs=$(nproc)
mkdir -p build/log

say() { printf 'dev: %s\n' "$*"; }

fail() {
    printf 'dev: %s\n' "$*" >&2
    exit 1
}

# The version of clang-tidy and of what it reads that is not ours.
tidy_tools() {
    sha256sum .clang-tidy tests/tidy/ownscope.cpp
    clang-tidy --version
    dpkg-query -W '*-dev' 'clang*' 2>/dev/null || true
}

# The headers that are parsed once, for the sources that begin with one of them. The first includes
# the other two.
readonly tidy_heads=(QWidget QObject QString)

# For every source a line: its name and its head, then its compiler command and the hashes of its
# text and of every header of ours that it includes, directly or not. Its head is of tidy_heads the
# first that its first header includes, so that a header which lacks an include is still found in
# the source that names it first; a header that is named first nowhere is looked at by itself.
tidy_inputs() {
    local hashes
    hashes=$(find src ui -name '*.cpp' -o -name '*.h' | sort | xargs sha256sum)
    grep -roE '^#include ["<][^">]+' --include='*.cpp' --include='*.h' src ui \
        | awk -v top="$top/" -v heads="${tidy_heads[*]}" '
        FILENAME == "-" {
            split($0, part, "[:\"<]"); directory = part[1]; sub("[^/]*$", "", directory)
            if ($0 ~ /#include </) { outside[part[1]] = outside[part[1]] " " part[3]; next }
            includes[part[1]] = includes[part[1]] "\n" part[3] "\n" directory
            next
        }
        /"command":/ { command = $0; gsub(top, "", command); next }
        /"file":/ { file = $2; gsub("[\",]", "", file); sub(top, "", file); commands[file] = command
                    folder = file; sub("[^/]*$", "", folder); beside[folder] = command; next }
        NF == 2 { hash[$2] = $1 }
        function found(name, directory) {
            if ((directory name) in hash) return directory name
            return ("src/" name) in hash ? "src/" name : "ui/" name
        }
        function reach(file, words, count, i, header) {
            if (file in seen) return
            seen[file]; line = line " " hash[file]; named = named outside[file] " "
            count = split(substr(includes[file], 2), words, "\n")
            for (i = 1; i < count; i += 2) {
                header = found(words[i], words[i + 1])
                if (header in hash) reach(header)
            }
        }
        function head(first, names, count, i) {
            split("", seen); named = ""; reach(first)
            count = split(heads, names, " ")
            for (i = 1; i <= count; i++) if (index(named, " " names[i] " ")) return names[i]
            return "-"
        }
        END {
            for (file in hash) if (file ~ /[.]cpp$/) {
                split(substr(includes[file], 2), words, "\n")
                first = found(words[1], words[2]); leads[first]
                begin = head(first)
                split("", seen); line = ""; reach(file)
                print file, begin line commands[file]
            }
            for (file in hash) if (file ~ /[.]h$/ && !(file in leads)) {
                folder = file; sub("[^/]*$", "", folder)
                split("", seen); line = ""; reach(file); print file, "-" line beside[folder]
            }
        }' <(printf '%s\n' "$hashes") build/tidy/compile_commands.json - | sort
}

# The heads of sources, precompiled with what is common to the commands of all of them. They are made
# for each run, because clang takes none whose headers have changed.
build_tidy_heads() {
    local head common
    mapfile -t common < <(tidy_options)
    mkdir -p build/tidy/heads
    for head in "${tidy_heads[@]}"; do
        echo "#include <$head>" >"build/tidy/heads/$head.h"
        clang++ "${common[@]}" -x c++-header "build/tidy/heads/$head.h" -o "build/tidy/heads/$head.pch" \
            || fail "precompiling $head for clang-tidy failed"
    done
}

# The compiler options of the lowest library, one a line, with the folders of everything of Qt.
tidy_options() {
    local line
    line=$(grep -m 1 '"command":' build/tidy/compile_commands.json | sed 's/\\\(.\)/\1/g')
    line=${line#*clang++ }
    xargs printf '%s\n' <<<"${line%% -o *}"
    grep -oE -- '-isystem [^ "]+' build/tidy/compile_commands.json | sort -u | tr ' ' '\n'
}

# The plugin, for the version of clang that is in use.
build_own_scope() {
    local resources
    resources=$(clang -print-resource-dir)
    mkdir -p build/tidy/bin
    clang++ -std=c++17 -O1 -fPIC -shared -fno-rtti -isystem "${resources%/lib/clang/*}/include" \
        tests/tidy/ownscope.cpp -o build/tidy/bin/ownscope.so || fail "clang-tidy's plugin does not build"
}

run_tidy() { # HEAD FILE [-- COMPILER-OPTION…] : what it finds; HEAD is - for none
    local begin=()
    [[ $1 == - ]] || begin=(--extra-arg={-Xclang,-include-pch,-Xclang,"$PWD/build/tidy/heads/$1.pch"})
    shift
    clang-tidy -quiet --load="$PWD/build/tidy/bin/ownscope.so" -p build/tidy "${begin[@]}" "$@" 2>/dev/null
}

# Exactly the flaws of flaws.cpp are found, after a precompiled head as well as without one.
check_tidy_itself() {
    local head expected found options
    mapfile -t options < <(tidy_options)
    expected=$(grep -rhoP '// finds \K\S+' tests/tidy --include='flaws.*' | sort)
    for head in - "${tidy_heads[@]}"; do
        found=$(run_tidy "$head" tests/tidy/flaws.cpp -- "${options[@]}" -w \
            | grep -oP '\[\K[a-zA-Z.-]+(?=,)' | sort) || true
        [[ -n $expected && $expected == "$found" ]] \
            || fail "clang-tidy (head: $head) does not find what it should: $(diff <(echo "$expected") <(echo "$found"))"
    done
}

tidy_one() { # FILE HEAD MARK : leaves the mark behind where nothing is found
    local found
    if found=$(run_tidy "$2" "$1"); then touch "$3"; else
        printf '%s\n' "${found:-$1: clang-tidy itself failed}"
        return 1
    fi
}

# A source in which nothing was found is not looked at again while all that it depends on is the same.
main() {
    build_own_scope
    build_tidy_heads
    check_tidy_itself
    local clean=${XDG_CACHE_HOME:-$HOME/.cache}/sonde/tidy tools line key file head todo=()
    mkdir -p "$clean"
    tools=$(tidy_tools)
    while IFS= read -r line; do
        key=$(sha256sum <<<"$tools $line")
        read -r file head _ <<<"$line"
        [[ -e $clean/${key%% *} ]] || todo+=("$file" "$head" "$clean/${key%% *}")
    done < <(tidy_inputs)
    say "clang-tidy on src and ui, on $((${#todo[@]} / 3)) files that are not known to be clean"
    ((${#todo[@]})) || return 0
    # What the sources include from moc, and nothing else: the build would compile all the rest.
    find build/tidy -name AutogenInfo.json -print0 \
        | xargs -0 -P "$jobs" -I '{}' cmake -E cmake_autogen '{}' Debug >build/log/moc-tidy.log 2>&1 || {
        cat build/log/moc-tidy.log >&2
        fail "generating what moc writes failed"
    }
    export -f run_tidy tidy_one
    printf '%s\0' "${todo[@]}" | xargs -0 -P "$jobs" -n 3 bash -c 'tidy_one "$@"' tidy >build/log/tidy.log || {
        sed -E 's/\x1b\[[0-9;]*m//g' build/log/tidy.log >&2
        fail "clang-tidy found something (all of it: build/log/tidy.log)"
    }
}

main
