// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <cstdint>

namespace sonde {

enum class SecretKind : std::uint8_t {
    Option, // --github-token X, -p X, --user name:X
    Variable, // MY_KEY=X, also a part of a connection string
    Header, // Authorization: X, Bearer X
    UrlPassword, // postgresql://user:X@host
    UrlParameter, // https://host/?token=X
    KnownFormat, // ghp_…, eyJ…
    Member, // "password": "X", also of JSON in a string
    Random, // a long word in no order
};

struct SecretPlace {
    std::size_t begin = 0; // in bytes
    std::size_t end = 0;
    SecretKind kind = SecretKind::Option;

    bool operator==(const SecretPlace &other) const = default;
};

} // namespace sonde
