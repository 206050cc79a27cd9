#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# clang-tidy on src and ui, for `./dev check`, which configures build/tidy before.
#
# It does four things that clang-tidy itself does not, because CI starts from nothing and looks at
# every source:
#   - ownscope.cpp, a plugin, keeps the checks from visiting the declarations of system headers, whose
#     findings clang-tidy drops anyway: two thirds of the time of a source that includes Qt;
#   - the headers of Qt that most sources include are parsed once (build/tidy/heads). With the plugin
#     and 693 files on two processors, 18:11 minutes became 7:41;
#   - eight sources of a folder are read as one (build/tidy/batches), since half of the time goes into
#     starting and into our own headers. They stand in one file instead of being included there,
#     because the analyzer follows paths only in the functions of the main file;
#   - a source in which nothing was found is remembered by the hashes of all that it depends on
#     (~/.cache/sonde/tidy), so that on a desk only the changed ones are looked at again.
# flaws.cpp shows first that none of them hides a finding. An include that a source lacks is found
# where what is shipped is built, file by file.
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

# For every source a line: its name, then its compiler command and the hashes of its text and of every
# header of ours that it includes, directly or not. A header that no source names first is looked at
# like a source.
tidy_inputs() {
    local hashes
    hashes=$(find src ui -name '*.cpp' -o -name '*.h' | sort | xargs sha256sum)
    grep -roE '^#include ["<][^">]+' --include='*.cpp' --include='*.h' src ui \
        | awk -v top="$top/" '
        FILENAME == "-" {
            split($0, part, "[:\"<]"); directory = part[1]; sub("[^/]*$", "", directory)
            if ($0 ~ /#include </) next
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
            seen[file]; line = line " " hash[file]
            count = split(substr(includes[file], 2), words, "\n")
            for (i = 1; i < count; i += 2) {
                header = found(words[i], words[i + 1])
                if (header in hash) reach(header)
            }
        }
        END {
            for (file in hash) if (file ~ /[.]cpp$/) {
                split(substr(includes[file], 2), words, "\n")
                leads[found(words[1], words[2])]
                split("", seen); line = ""; reach(file)
                print file line commands[file]
            }
            for (file in hash) if (file ~ /[.]h$/ && !(file in leads)) {
                folder = file; sub("[^/]*$", "", folder)
                split("", seen); line = ""; reach(file); print file line beside[folder]
            }
        }' <(printf '%s\n' "$hashes") build/tidy/compile_commands.json - | sort
}

# The compiler options of a file, or of the one that is nearest to it, one a line.
options_of() { # FILE
    local line near=${1%.*}
    until line=$(grep -m 1 -E "\"command\":.* -c $top/$near[^\"]*\"" build/tidy/compile_commands.json); do
        near=${near%/*}
    done
    line=$(sed 's/\\\(.\)/\1/g; s/^.*clang++ //; s/ -o .*//' <<<"$line")
    xargs printf '%s\n' <<<"$line"
}

# The options of the lowest library, with the folders of everything of Qt.
common_options() {
    options_of src/base/bytes.cpp
    grep -oE -- '-isystem [^ "]+' build/tidy/compile_commands.json | sort -u | tr ' ' '\n'
}

# The headers that are parsed once. The second is for what may use windows.
readonly tidy_heads=(QObject QWidget)

head_for() { # OPTIONS-FILE
    grep -q QtWidgets "$1" && echo QWidget || echo QObject
}

# They are made for each run, because clang takes none whose headers have changed.
build_tidy_heads() {
    local head common
    mapfile -t common < <(common_options)
    mkdir -p build/tidy/heads
    for head in "${tidy_heads[@]}"; do
        echo "#include <$head>" >"build/tidy/heads/$head.h"
        clang++ "${common[@]}" -x c++-header "build/tidy/heads/$head.h" -o "build/tidy/heads/$head.pch" \
            || fail "precompiling $head for clang-tidy failed"
    done
}

# The plugin, for the version of clang that is in use.
build_own_scope() {
    local resources
    resources=$(clang -print-resource-dir)
    mkdir -p build/tidy/bin
    clang++ -std=c++17 -O1 -fPIC -shared -fno-rtti -isystem "${resources%/lib/clang/*}/include" \
        tests/tidy/ownscope.cpp -o build/tidy/bin/ownscope.so || fail "clang-tidy's plugin does not build"
}

# What clang-tidy finds in files of one folder, read as one, under their own names and lines. HEAD is -
# for none.
tidy_batch() { # HEAD OPTIONS-FILE FILE…
    local begin=() options batch file starts='' line=1 found
    [[ $1 == - ]] || begin=(--extra-arg={-Xclang,-include-pch,-Xclang,"$top/build/tidy/heads/$1.pch"})
    mapfile -t options <"$2"
    batch=$top/build/tidy/batches/${3//\//_}.cpp
    shift 2
    for file in "$@"; do
        starts+=" $file $line"
        if [[ $file == *.h ]]; then
            echo "#include \"$top/$file\""
            line=$((line + 1))
        else
            cat "$file"
            line=$((line + $(wc -l <"$file")))
        fi
    done >"$batch"
    found=$(clang-tidy -quiet --load="$top/build/tidy/bin/ownscope.so" "${begin[@]}" "$batch" \
        -- "${options[@]}" 2>/dev/null) && return
    awk -v batch="$batch" -v starts="$starts" '
        BEGIN { count = split(starts, start, " ") }
        index($0, batch ":") == 1 {
            $0 = substr($0, length(batch) + 2); split($0, place, ":")
            for (i = 2; i + 2 <= count && start[i + 2] <= place[1]; i += 2) { }
            $0 = start[i - 1] ":" (place[1] - start[i] + 1) substr($0, length(place[1]) + 1)
        }
        { print }' <<<"${found:-$1: clang-tidy itself failed}"
    return 1
}

# Exactly the flaws of flaws.cpp are found, after a precompiled head as well as without one, and at
# their places though another source stands before them.
check_tidy_itself() {
    local head expected found options=build/tidy/batches/flaws.options
    { common_options; printf '%s\n' -w -I"$top/tests/tidy"; } >$options
    expected=$(grep -rnoP '// finds \K\S+' tests/tidy --include='flaws.*' | sort)
    for head in - "${tidy_heads[@]}"; do
        found=$(tidy_batch "$head" $options src/base/bytes.cpp tests/tidy/flaws.cpp \
            | sed -nE "s#^($top/)?([^ :]+:[0-9]+):.*\[([a-zA-Z.-]+),.*#\2:\3#p" | sort) || true
        [[ -n $expected && $expected == "$found" ]] \
            || fail "clang-tidy (head: $head) does not find what it should: $(diff <(echo "$expected") <(echo "$found"))"
    done
}

# A batch, its files each with the name of its mark, which it leaves behind where nothing is found.
look_at() { # "FILE MARK…"
    local words files=() marks=() i options
    read -ra words <<<"$1"
    for ((i = 0; i < ${#words[@]}; i += 2)); do
        files+=("${words[i]}")
        marks+=("$clean/${words[i + 1]}")
    done
    options=build/tidy/batches/${files[0]//\//_}.options
    options_of "${files[0]}" >"$options"
    tidy_batch "$(head_for "$options")" "$options" "${files[@]}" && touch "${marks[@]}"
}

# Lines of at most eight files of one folder, from lines of one.
batches() {
    awk '
        { folder = $1; sub("[^/]*$", "", folder) }
        folder != last || count == 8 { if (count) print line; line = ""; count = 0; last = folder }
        { line = line " " $1 " " $2; count++ }
        END { if (count) print line }'
}

# A source in which nothing was found is not looked at again while all that it depends on is the same.
main() {
    mkdir -p build/tidy/batches
    build_own_scope
    build_tidy_heads
    check_tidy_itself
    local tools line key todo=
    export top clean=${XDG_CACHE_HOME:-$HOME/.cache}/sonde/tidy
    mkdir -p "$clean"
    tools=$(tidy_tools)
    while IFS= read -r line; do
        key=$(sha256sum <<<"$tools $line")
        key=${key%% *}
        [[ -e $clean/$key ]] || todo+="${line%% *} $key"$'\n'
    done < <(tidy_inputs)
    say "clang-tidy on src and ui, on $(grep -c . <<<"$todo" || true) files that are not known to be clean"
    [[ -n $todo ]] || return 0
    # What the sources include from moc, and nothing else: the build would compile all the rest.
    find build/tidy -name AutogenInfo.json -print0 \
        | xargs -0 -P "$jobs" -I '{}' cmake -E cmake_autogen '{}' Debug >build/log/moc-tidy.log 2>&1 || {
        cat build/log/moc-tidy.log >&2
        fail "generating what moc writes failed"
    }
    export -f options_of head_for tidy_batch look_at
    batches <<<"${todo%$'\n'}" | xargs -d '\n' -P "$jobs" -n 1 bash -c 'look_at "$1"' tidy >build/log/tidy.log || {
        sed -E 's/\x1b\[[0-9;]*m//g' build/log/tidy.log >&2
        fail "clang-tidy found something (all of it: build/log/tidy.log)"
    }
}

main
