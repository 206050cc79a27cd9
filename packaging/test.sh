#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# packaging/test.sh FOLDER: what ./dev package made there passes Debian's checkers, and is installed,
# used, upgraded, removed and purged in a bare Debian 12. As root, since it makes that Debian.
set -euo pipefail

readonly folder=$(realpath "$1")
readonly sources=$(realpath "$(dirname "${BASH_SOURCE[0]}")/..")
readonly root=${SONDE_BARE_DEBIAN:-$folder/debian}

say() { printf 'packages: %s\n' "$*"; }

fail() {
    printf 'packages: %s\n' "$*" >&2
    exit 1
}

((EUID == 0)) || fail "run this as root: it makes a Debian of its own in $root"

# ---- Checkers -----------------------------------------------------

check_with_tools() {
    lintian --allow-root --fail-on error,warning "$folder"/*.deb
    say "lintian: no error, no warning"
    desktop-file-validate "$sources/packaging/dev.sonde.Sonde.desktop"
    say "desktop-file-validate: nothing"
    appstreamcli validate --no-net "$sources/packaging/dev.sonde.Sonde.metainfo.xml"
}

# Position independent, all symbols bound before it runs, and checked calls and stacks.
check_hardening() {
    local unpacked program
    unpacked=$(mktemp -d)
    for package in "$folder"/*.deb; do
        dpkg-deb -x "$package" "$unpacked"
    done
    local headers
    for program in "$unpacked"/usr/bin/* "$unpacked"/usr/lib/sonde/*; do
        headers=$(readelf -hldW "$program")
        [[ $headers =~ Type:\ +DYN ]] || fail "$program is not position independent"
        [[ $headers =~ BIND_NOW|Flags:.*NOW ]] || fail "$program binds its symbols late"
        [[ $headers == *GNU_RELRO* ]] || fail "$program has no RELRO"
        [[ ! $headers =~ GNU_STACK[^$'\n']*E ]] || fail "the stack of $program is executable"
    done
    [[ $(readelf -W --dyn-syms "$unpacked/usr/bin/sonde-cli") == *__stack_chk_fail* ]] \
        || fail "sonde-cli does not check its stack"
    rm -rf "$unpacked"
    say "hardening: position independent, RELRO, bound at the start, stacks checked"
}

# ---- A bare Debian ------------------------------------------------

# Only where packages come from is brought from this machine.
make_debian() {
    [[ -x $root/bin/bash ]] || debootstrap --variant=minbase bookworm "$root" >"$root.log" 2>&1
    cp -a /etc/apt/sources.list* /etc/apt/apt.conf.d "$root/etc/apt/" 2>/dev/null || true
    mkdir -p "$root/usr/share/keyrings" "$root/etc/ssl" "$root/packages"
    cp -a /usr/share/keyrings/. "$root/usr/share/keyrings/"
    cp -a /etc/ssl/certs "$root/etc/ssl/" 2>/dev/null || true
    cp /etc/resolv.conf /etc/hosts "$root/etc/" 2>/dev/null || true
    local mounted
    for mounted in proc sys dev; do
        mountpoint -q "$root/$mounted" || mount --rbind "/$mounted" "$root/$mounted"
    done
    trap 'for m in dev sys proc; do umount -l "$root/$m" 2>/dev/null || true; done' EXIT
}

inside() {
    env -i HOME=/root TERM=dumb PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        DEBIAN_FRONTEND=noninteractive QT_QPA_PLATFORM=offscreen chroot "$root" /bin/bash -euc "$1"
}

# The packages of an imagined version before this one, with a file that is gone since.
make_older() {
    local package unpacked
    rm -rf "$root/packages/older" && mkdir -p "$root/packages/older"
    for package in "$folder"/*.deb; do
        unpacked=$(mktemp -d)
        dpkg-deb -R "$package" "$unpacked"
        sed -i -E 's/^Version: .*/Version: 0.0.1/; s/\((= )[0-9][^)]*\)/(= 0.0.1)/' "$unpacked/DEBIAN/control"
        sed -i -E '/^(Depends|Suggests):/s/ sonde(-cli|-browser)? \(= 0\.0\.1\)/ sonde\1 (= 0.0.1)/g' "$unpacked/DEBIAN/control"
        mkdir -p "$unpacked/usr/share/sonde"
        echo gone >"$unpacked/usr/share/sonde/$(basename "$package" .deb)"
        dpkg-deb --root-owner-group -b "$unpacked" "$root/packages/older" >/dev/null
        rm -rf "$unpacked"
    done
}

install_and_use() {
    rm -f "$root"/packages/*.deb && cp "$folder"/*.deb "$folder"/*.tar.xz "$root/packages/"
    inside 'apt-get update -qq
        dpkg --purge sonde-browser sonde sonde-cli >/dev/null 2>&1 || true
        apt-get autoremove -y -qq --purge >/dev/null # what a run before has left
        rm -rf "/opt/a folder"
        apt-get install -y -qq --no-install-recommends /packages/sonde-cli_*.deb >/dev/null
        ! dpkg -l | grep -q libqt6widgets'
    inside 'sonde-cli --version
        sonde-cli tools list --output-format name -- sonde-demo-server | grep -qx get_weather
        sonde-cli tools call echo text=hello -- sonde-demo-server | grep -q hello
        grep -q complete /usr/share/bash-completion/completions/sonde-cli
        zcat /usr/share/man/man1/sonde-cli.1.gz | grep -q "^.SH NAME"'
    say "sonde-cli alone: installed without the window, and calls a tool"
}

upgrade() {
    inside 'dpkg --purge sonde-cli >/dev/null
        apt-get install -y -qq --no-install-recommends shared-mime-info desktop-file-utils \
            $(ls /packages/older/*.deb) >/dev/null
        test -e /usr/share/sonde
        mkdir -p /root/.config/sonde && echo "{}" >/root/.config/sonde/servers.json
        apt-get install -y -qq --no-install-recommends /packages/*.deb >/dev/null
        test "$(dpkg-query -W -f "\${Version} " sonde sonde-cli sonde-browser)" = "$(for p in sonde sonde-cli sonde-browser; do
            dpkg-deb -f /packages/${p}_*.deb Version; done | tr "\n" " ")"
        test ! -e /usr/share/sonde
        test -s /root/.config/sonde/servers.json'
    say "upgraded from an older version: its files are gone, the settings are there"
}

use_window() {
    inside 'sonde --version
        grep -qx "[0-9]*:application/x-sonde-session:\*\.sonde" /usr/share/mime/globs2
        grep -qx "[0-9]*:application/x-mcpb:\*\.mcpb" /usr/share/mime/globs2
        grep -qx "[0-9]*:application/x-mcpb:\*\.dxt" /usr/share/mime/globs2
        grep -q "application/x-mcpb=dev.sonde.Sonde.desktop" /usr/share/applications/mimeinfo.cache
        grep -q "application/x-sonde-session=dev.sonde.Sonde.desktop" /usr/share/applications/mimeinfo.cache
        test -e /usr/share/icons/hicolor/scalable/mimetypes/application-x-sonde-session.svg
        rm -f /tmp/s.sonde
        sonde-cli --record /tmp/s.sonde tools list -- sonde-demo-server >/dev/null
        code=0; timeout 8 sonde --no-keychain /tmp/s.sonde >/tmp/window.log 2>&1 || code=$?
        test $code = 124 || { cat /tmp/window.log; exit 1; }'
    say "the window starts, and a session has its type, its icon and its program, a bundle its type and its program"
}

remove() {
    inside 'touch /tmp/before
        apt-get remove -y -qq sonde-browser sonde sonde-cli >/dev/null
        ! command -v sonde sonde-cli sonde-demo-server
        dpkg --purge sonde-browser sonde sonde-cli >/dev/null 2>&1
        left=$(find / -xdev \( -path /proc -o -path /sys -o -path /dev -o -path /packages -o -path /tmp -o -path /root \
            -o -path /var/lib/apt -o -path /var/cache/apt -o -path /var/log \) -prune -o -iname "*sonde*" -print)
        test -z "$left" || { echo "left behind: $left"; exit 1; }'
    say "removed and purged: nothing is left but what the user has made"
}

# Beside the libraries that the packages have brought.
use_archive() {
    inside 'apt-get install -y -qq --no-install-recommends xz-utils /packages/*.deb >/dev/null
        dpkg --purge sonde-browser sonde sonde-cli >/dev/null
        rm -rf "/opt/a folder" && mkdir -p "/opt/a folder" && cd "/opt/a folder"
        tar xf /packages/sonde-*.tar.xz
        cd sonde-*/bin
        ./sonde-cli tools call echo text=hello -- ./sonde-demo-server | grep -q hello
        ./sonde --version >/dev/null'
    say "the archive runs from any folder"
}

check_with_tools
check_hardening
make_debian
make_older
install_and_use
upgrade
use_window
remove
use_archive
say "all passed"
