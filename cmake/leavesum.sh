#!/bin/sh
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# leavesum.sh SOURCES COMMAND…: runs a compiler, and leaves beside the headers that it has precompiled a
# checksum of what went into them: the command and each header, without the names of this folder. The
# precompiled file itself contains them, so that two clones would have nothing in common in ccache.
sources=$1
shift
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
} | sed -e "s|$PWD||g" -e "s|$sources||g" | sha256sum >"$precompiled.sum"
