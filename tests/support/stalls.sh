#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# stalls.sh COMMAND…: runs a command as on a machine that is busy with other things: beside six busy
# loops, and with one of its processes after the other stopped for 150 to 350 ms. Ends as the command.
set -uo pipefail

busy=()
for _ in 1 2 3 4 5 6; do
    (while :; do :; done) &
    busy+=($!)
done
"$@" &
command=$!

# The processes of the command, and those that these started.
below() { # PID
    local child
    for child in $(cat "/proc/$1/task/"*/children 2>/dev/null); do
        echo "$child"
        below "$child"
    done
}

stop_one_after_the_other() {
    local processes victim
    while kill -0 "$command" 2>/dev/null; do
        mapfile -t processes < <(below "$command")
        if ((${#processes[@]} > 0)); then
            victim=${processes[RANDOM % ${#processes[@]}]}
            kill -STOP "$victim" 2>/dev/null
            sleep "0.$((150 + RANDOM % 201))"
            kill -CONT "$victim" 2>/dev/null
        fi
        sleep 0.05
    done
}
stop_one_after_the_other &
stopper=$!

wait "$command"
code=$?
wait "$stopper" # which leaves nothing stopped
kill "${busy[@]}"
exit $code
