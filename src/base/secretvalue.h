// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secretname.h"

#include <cstddef>
#include <string_view>

namespace sonde {

// Whether a value that stands behind such a name is a secret. References (${TOKEN}, <token>), paths
// of key files, numbers of tokens and names of methods are none.
bool isSecretValue(SecretName name, std::string_view value);

// How many bytes at the beginning of a text are a token of a known format, like ghp_… and eyJ…; 0:
// none. The byte before, if there is one, must not belong to a word.
std::size_t knownSecretAt(std::string_view text);

// Whether a word looks like what a random generator wrote: long, of letters in both cases and
// digits, in no order. Digests and UUIDs, which are more often public, do not.
bool isRandomWord(std::string_view word);

// A value that names where the secret is: ${TOKEN}, $TOKEN, {env:TOKEN}, <token>, op://vault/item.
bool isReference(std::string_view value);

// Whether it looks like a path of a file.
bool isFilePath(std::string_view value);

// Whether somebody who reads prose would take it for a value: long enough, with digits or signs.
bool standsOut(std::string_view value);

} // namespace sonde
