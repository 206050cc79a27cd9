#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# measure.sh: how large the rooms are, and what in them should become less. Run it on two commits to
# compare them: in a worktree of the older one, with this file.
set -euo pipefail
export LC_ALL=C

sources() { git ls-files -- "$@" | grep -E '\.(cpp|h)$'; }
count() { printf '%7d  %s\n' "$1" "$2"; }
matches() { # PATTERN FOLDER… : how often it is found, in any case
    local pattern=$1
    shift
    sources "$@" | xargs grep -oihE "$pattern" | wc -l
}

echo 'Rooms: files, lines'
sources src ui tests | xargs wc -l | awk '
    $2 != "total" {
        room = split($2, part, "/") > 2 ? part[1] "/" part[2] : part[1]
        if (part[1] == "tests")
            room = "tests"
        lines[room] += $1
        ++files[room]
    }
    END { for (room in lines) printf "%7d %7d  %s\n", files[room], lines[room], room }' | sort -k3

echo 'Rooms within these: sources, files, lines of the largest'
sources src ui | xargs wc -l | awk '
    $2 != "total" {
        room = $2
        sub("/[^/]*$", "", room)
        lines[room] += $1
        ++files[room]
        units[room] += $2 ~ /cpp$/
    }
    END { for (room in lines) printf "%7d %7d %7d  %s\n", units[room], files[room], lines[room], room }' |
    sort -rn | awk 'NR <= 12' # head would end before sort has written everything, and with it this script
count "$(sources src ui | xargs dirname | sort -u | wc -l)" 'rooms'
count "$(sources src ui | xargs dirname | sort | uniq -c | sort -n | awk '{ n[NR] = $1 } END { print n[int((NR + 1) / 2)] }')" \
    'files in a room, median'
count "$(sources src ui | xargs wc -l | awk '$2 != "total" && $1 > 300' | wc -l)" 'files of more than 300 lines'
count "$(sources src ui | xargs wc -l | awk '$2 != "total" && $1 > most { most = $1 } END { print most }')" \
    'lines of the longest file (500 at most)'

echo 'Words of src and ui'
count "$(matches 'answer' src ui)" 'answer, in any word'
count "$(matches 'response' src ui)" 'response, in any word'
count "$(matches '== 1$|== 1 \? *(tr|[A-Za-z]*Text::tr|[A-Za-z]+::tr)?\(' src ui)" 'a singular beside its plural'
# What has tr(…, nullptr, n) has plural forms; the singular beside it is only English.
count "$(sources src ui | xargs grep -hozP '== 1\s*\?\s*(\w+::)?tr\("1 [^;{]*[;}]' | tr '\n\0' ' \n' | grep -cv 'nullptr,' || true)" \
    'of these without plural forms'

echo 'Names in src and ui'
count "$(sources src ui | grep '\.h$' | sed 's|.*/||' | sort | uniq -d | wc -l)" \
    'names of headers in two folders'
# Each library has its own Text, its translation context: that name is the same on purpose.
count "$(sources src ui | grep '\.h$' | xargs grep -ohE '^(class|struct) [A-Z][A-Za-z0-9]* (final )?(: |\{)' |
    awk '$2 != "Text" { print $2 }' | sort | uniq -d | wc -l)" 'names of classes in two headers, besides Text'

echo 'Circles inside rooms (tests/data/circles.txt)'
count "$(grep -cvE '^(#|$)' tests/data/circles.txt)" 'circles'
count "$(grep -vE '^(#|$)' tests/data/circles.txt | awk '{ n += NF - 1 } END { print n }')" \
    'components in them'
