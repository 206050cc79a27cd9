#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh JOBS [--all]: clang-tidy on every source of src and ui, or on those that changed, for `./dev
# check`, which configures build/tidy before. A source changed that differs from the newest commit on
# which this found nothing; where none is known, from what it was 20 commits ago. (A header is looked
# at with the sources that include it.)
#
# ownscope.cpp, a plugin, keeps the checks from visiting the declarations of system headers, whose
# findings clang-tidy drops anyway: 11.2 s become 4.3 for a source. flaws.cpp shows first that it hides
# none of ours.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
readonly jobs=$1
readonly plugin=$PWD/build/tidy/bin/ownscope.so
readonly clean=${XDG_CACHE_HOME:-$HOME/.cache}/sonde/tidy-clean
# More would take longer than a check should: the rest is named, and left to --all.
readonly at_most=80

say() { printf 'dev: %s\n' "$*"; }

fail() {
    printf 'dev: %s\n' "$*" >&2
    exit 1
}

all_sources() { find src ui -name '*.cpp' ! -path '*/portable/*' | sort; }

# The newest first.
changed_sources() {
    local since file
    since=$(cat "$clean" 2>/dev/null || true)
    if ! git merge-base --is-ancestor "${since:-none}" HEAD 2>/dev/null; then
        since=$(git rev-list --first-parent -n 21 HEAD | tail -n 1)
    fi
    {
        git diff --name-only HEAD -- src ui
        git ls-files --others --exclude-standard -- src ui
        git log --first-parent --name-only --format= "$since..HEAD" -- src ui
    } | awk '/[.]cpp$/ && !/\/portable\// && !seen[$0]++' | while IFS= read -r file; do
        [[ ! -f $file ]] || echo "$file"
    done
}

build_plugin() {
    local resources
    resources=$(clang -print-resource-dir)
    mkdir -p "${plugin%/*}"
    clang++ -std=c++17 -O1 -fPIC -shared -fno-rtti -isystem "${resources%/lib/clang/*}/include" \
        tests/tidy/ownscope.cpp -o "$plugin" || fail "clang-tidy's plugin does not build"
}

# Exactly the flaws that the lines of flaws.cpp and flaws.h name.
check_the_plugin() {
    local expected found
    expected=$(grep -rnoP '// finds \K\S+' tests/tidy --include='flaws.*' | sort)
    found=$(clang-tidy -quiet --load="$plugin" tests/tidy/flaws.cpp \
        -- -std=c++20 -w -Itests/tidy 2>/dev/null \
        | sed -nE "s#^($PWD/)?([^ :]+:[0-9]+):.*\[([a-zA-Z.-]+),.*#\2:\3#p" | sort) || true
    [[ -n $expected && $expected == "$found" ]] \
        || fail "clang-tidy does not find what it should: $(diff <(echo "$expected") <(echo "$found"))"
}

look_at() { # FILE…
    printf '%s\0' "$@" | xargs -0 -P "$jobs" -n 2 \
        clang-tidy --load="$plugin" -p build/tidy -quiet >build/log/tidy.log 2>build/log/tidy.err || {
        cat build/log/tidy.log >&2
        grep -v ' warnings\? generated\.$' build/log/tidy.err >&2 || true
        fail "clang-tidy found something (build/log/tidy.log)"
    }
}

mkdir -p build/log
left=()
if [[ ${2:-} == --all ]]; then
    mapfile -t files < <(all_sources)
else
    mapfile -t files < <(changed_sources)
    if ((${#files[@]} > at_most)); then
        left=("${files[@]:at_most}")
        files=("${files[@]:0:at_most}")
        say "clang-tidy leaves ${#left[@]} changed sources to './dev tidy --all' (more than $at_most)"
    fi
fi
say "clang-tidy on ${#files[@]} sources"
((${#files[@]})) || exit 0
build_plugin
check_the_plugin
look_at "${files[@]}"
if ((${#left[@]} == 0)) && [[ -z $(git status --porcelain -- src ui) ]]; then
    mkdir -p "${clean%/*}"
    git rev-parse HEAD >"$clean"
fi
