#!/bin/sh
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# reports.sh FOLDER [waits]: a server on standard input and output. What it says to a method stands
# in the file of that name in FOLDER, with $id for the id of the request. A request of its own, in
# FOLDER/asks/METHOD, comes before the response. With "waits", requests that come before the
# client's response to what the server wrote first (FOLDER/first) wait for it.
cd "$1" || exit 9
waits=$2
say() { LC_ALL=C sed "s/\$id/$2/g" "$1"; }
respond() {
    file=$1
    test -f "$1" || file=unknown
    say "$file" "$2"
}
receive() {
    case $1 in
    '{'*'"method":'*'"id":'*|'{'*'"id":'*'"method":'*) ;;
    '{'*'"method":'*) return;;
    '{'*'"result":'*|'{'*'"error":'*) test -z "$held" || respond "$held" "$heldid"; held=; return;;
    *) return;;
    esac
    id=${1#*\"id\":}; id=${id%%[,\}]*}
    method=${1#*\"method\":\"}; method=${method%%\"*}
    if test -f "asks/$method"; then
        held=$method; heldid=$id
        say "asks/$method" "$id"
    else
        respond "$method" "$id"
    fi
}
cat first
early=
while test -n "$waits" && IFS= read -r line; do
    case $line in
    *'"method":'*) early="$early$line
";;
    *) waits=;;
    esac
done
while IFS= read -r line; do
    test -z "$line" || receive "$line"
done <<END
$early
END
while IFS= read -r line; do
    receive "$line"
done
