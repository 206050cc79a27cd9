#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# run.sh JOBS SECONDS : runs the fuzz targets of build/asan/bin on their corpora, and then with random
# inputs for that time, which they share. New inputs are kept in build/asan/corpus; one that fails
# becomes a seed in tests/fuzz/corpus.
set -euo pipefail

cd "$(dirname "${BASH_SOURCE[0]}")/../.."
mkdir -p build/log

fuzz_one() { # TARGET SECONDS LOG
    local name=${1##*/}
    local learned=build/asan/corpus/$name
    mkdir -p "$learned"
    local limit=-max_total_time=$2
    [[ $2 != 0 ]] || limit=-runs=0
    "$1" "$limit" -timeout=60 -rss_limit_mb=2048 -artifact_prefix="build/asan/$name-" \
        "$learned" "tests/fuzz/corpus/${name#fuzz_}" >"$3" 2>&1 || {
        tail -n 60 "$3" >&2
        echo "dev: $name failed; the input is build/asan/$name-…" >&2
        return 1
    }
    echo "dev: $name: $(tail -n 1 "$3")"
}

targets=(build/asan/bin/fuzz_*)
todo=()
for target in "${targets[@]}"; do
    todo+=("$target" "$(($2 / ${#targets[@]}))" "build/log/$(basename "$target").log")
done
export -f fuzz_one
printf '%s\0' "${todo[@]}" | xargs -0 -P "$1" -n 3 bash -c 'fuzz_one "$@"' fuzz
