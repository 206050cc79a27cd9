#!/bin/sh
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Runs a compiler, and leaves beside the headers that it has precompiled a checksum of what went into
# them: the command and each header. The precompiled file itself contains the name of its folder, so
# that two folders, as those of two presets, would have nothing in common in ccache.
"$@" || exit
command=$*
depends= precompiled=
while [ $# -gt 1 ]; do
    case "$1 $2" in
        -MF\ *) depends=$2 ;;
        -o\ *.gch | -o\ *.pch) precompiled=$2 ;;
    esac
    shift
done
[ -n "$precompiled" ] && [ -n "$depends" ] || exit 0
{
    printf '%s\n' "$command"
    # The names behind the colon.
    sed -e 's/^[^ ]*://' -e 's/\\$//' "$depends" | tr -s ' ' '\n' | grep . | xargs sha256sum
} | sed "s|$PWD/||g" | sha256sum >"$precompiled.sum"
