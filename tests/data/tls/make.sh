#!/usr/bin/env bash
# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
#
# Makes the keys and certificates of the tests anew. See README.md.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
readonly long=36500

key() { openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 -out "$1.key"; }

authority() { # NAME SUBJECT
    key "$1"
    openssl req -x509 -new -key "$1.key" -subj "/CN=$2" -days $long -sha256 -out "$1.pem" \
        -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign,cRLSign
}

# NAME SUBJECT EXTENSIONS… : signed by ca; X509_DATES may hold other dates than the long ones
signed() {
    local name=$1 subject=$2
    shift 2
    key "$name"
    openssl req -new -key "$name.key" -subj "/CN=$subject" -out "$name.csr"
    printf '%s\n' "basicConstraints=CA:FALSE" "$@" >"$name.ext"
    : >index.txt
    # shellcheck disable=SC2086 # two words for each date
    openssl ca -batch -notext -config <(ca_config) -in "$name.csr" -out "$name.pem" \
        -extfile "$name.ext" ${X509_DATES:--days $long} 2>/dev/null
    rm -f "$name.csr" "$name.ext" index.txt* serial.txt*
}

ca_config() {
    cat <<END
[ca]
default_ca = tests
[tests]
database = index.txt
new_certs_dir = .
rand_serial = yes
certificate = ca.pem
private_key = ca.key
default_md = sha256
policy = any
copy_extensions = none
[any]
commonName = supplied
END
}

authority ca "Sonde Test Authority"
authority otherca "Sonde Other Authority"
signed localhost localhost "subjectAltName=DNS:localhost,IP:127.0.0.1,IP:::1" \
    extendedKeyUsage=serverAuth
signed wrongname elsewhere.example "subjectAltName=DNS:elsewhere.example" \
    extendedKeyUsage=serverAuth
X509_DATES="-startdate 20200101000000Z -enddate 20210101000000Z" signed expired localhost \
    "subjectAltName=DNS:localhost,IP:127.0.0.1" extendedKeyUsage=serverAuth
signed client "Sonde Test Client" extendedKeyUsage=clientAuth
key selfsigned
openssl req -x509 -new -key selfsigned.key -subj /CN=localhost -days $long -sha256 \
    -out selfsigned.pem -addext subjectAltName=DNS:localhost,IP:127.0.0.1
# A key that asks for a password, which nobody will type.
openssl pkey -in client.key -aes256 -passout pass:unknown -out locked.key
# What a server sends: its own certificate, then the authority's.
cat localhost.pem ca.pem >localhost-chain.pem
# No signature of these is needed again: make.sh makes all of them together.
rm -f ./[0-9A-F]*.pem ca.key otherca.key
