#!/bin/sh
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a compiler, and leaves the checksum of the headers that it has precompiled beside them.
"$@" || exit
while [ $# -gt 1 ]; do
    case "$1 $2" in
        -o\ *.gch | -o\ *.pch) sha256sum <"$2" >"$2.sum" ;;
    esac
    shift
done
