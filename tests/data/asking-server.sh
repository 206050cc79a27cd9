#!/bin/sh
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# A server that handles one request after the other, as many do, and asks its client for something in
# some of its tools; and for the roots at once, whatever the client has declared.

idOf() { printf '%s' "$1" | sed -n 's/.*"id":\("[^"]*"\|[0-9]*\).*/\1/p'; }
ask() {
    printf '{"jsonrpc":"2.0","id":"%s","method":"elicitation/create","params":{"message":"?",' "$1"
    printf '"requestedSchema":{"type":"object","properties":{}}}}\n'
}
# The responses with these ids, in any order.
waitFor() {
    left=$#
    while [ "$left" -gt 0 ] && read -r response; do
        for awaited in "$@"; do
            case $response in *"\"id\":\"$awaited\""*) left=$((left - 1)) ;; esac
        done
    done
}
result() { printf '{"jsonrpc":"2.0","id":%s,"result":%s}\n' "$id" "$1"; }
# Whatever token the client gave, if any: its own one, or a number as clients use them.
report() {
    for token in "$id" 1 2 3 4 5 6 7 8 9; do
        printf '{"jsonrpc":"2.0","method":"notifications/progress",'
        printf '"params":{"progressToken":%s,"progress":1.0}}\n' "$token"
    done
}
say() { result "{\"content\":[{\"type\":\"text\",\"text\":\"$1\"}]}"; }
while read -r line; do
    id=$(idOf "$line")
    case $line in
    *'"initialize"'*)
        result '{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}' ;;
    *'notifications/initialized'*)
        echo '{"jsonrpc":"2.0","id":"r","method":"roots/list"}' ;;
    *'"tools/list"'*) result '{"tools":[{"name":"ask","inputSchema":{"type":"object"}}]}' ;;
    *'"resources/list"'*) result '{"resources":[]}' ;;
    *'"name":"plain"'*) say plain ;;
    *'"name":"ask"'*) ask a; waitFor a; say asked ;;
    *'"name":"twice"'*) ask a; ask b; waitFor a b; say twice ;;
    *'"name":"report"'*) report; say reported ;;
    *'"name":"die"'*) exit 7 ;;
    esac
done
