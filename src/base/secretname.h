// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// How sure the name of an option, a variable, a header, a parameter or a member makes that its
// value is a secret.
enum class SecretName : std::uint8_t {
    No, // max-tokens, key-file, public_key, progressToken
    Method, // auth: its value may be the name of a method (--auth oauth)
    Key, // key: its value may be a path (--key server.pem)
    Connection, // connection-string, dsn: a part of the value may be a secret
    Several, // tokens: its value may be a number (--tokens 4096)
    Yes, // github-token, apiKey, MY_PASSWORD
};

// Decides by the words of the name, whose case and separators are free: access_token, Access-Token
// and accessToken have the same words.
SecretName secretName(std::string_view name);

// Whether a member of JSON, a header or a parameter of a URL holds a secret, whatever its value is.
// There, "key" and "auth" without another word are the names of other things, too.
bool isSecretMember(std::string_view name);

// Whether a variable holds a secret: all that secretName() takes for one or for a part of one.
bool isSecretVariableName(std::string_view name);

// The words of a name in lower case: "x", "api", "key" of X-ApiKey.
std::vector<std::string> wordsOfName(std::string_view name);

} // namespace sonde
