// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secretname.h"

#include <algorithm>
#include <array>
#include <span>

namespace sonde {

namespace {

using Names = std::span<const std::string_view>;

constexpr std::size_t kMaxName = 200; // bytes; longer ones are no names

constexpr auto kSecret = std::to_array<std::string_view>({"apikey", "appkey", "authkey",
    "authtoken", "authorization", "bearer", "cookie", "credential", "credentials", "creds", "jwt",
    "otp", "pass", "passcode", "passphrase", "passwd", "password", "pat", "psk", "pw", "pwd",
    "secret", "token", "accesskey", "privatekey", "secretkey"});

// Names that are written in one word: GITHUBTOKEN, dbpassword.
constexpr auto kSecretEnds =
    std::to_array<std::string_view>({"accesskey", "apikey", "cookie", "credential", "credentials",
        "passphrase", "passwd", "password", "privatekey", "secret", "secretkey", "token"});

constexpr auto kSeveral = std::to_array<std::string_view>(
    {"apikeys", "cookies", "keys", "passwords", "pats", "secrets", "tokens"});

// What follows the word makes the name that of something else than the secret.
constexpr auto kHarmlessAfter = std::to_array<std::string_view>({"age", "alg", "algorithm",
    "audience", "budget", "cache", "class", "command", "count", "dir", "directory", "duration",
    "enabled", "endpoint", "endpoints", "env", "expires", "expiration", "expiry", "field", "file",
    "files", "folder", "format", "header", "helper", "host", "hint", "id", "ids", "in", "issuer",
    "kind", "length", "lifetime", "limit", "location", "manager", "method", "methods", "mode",
    "name", "names", "namespace", "path", "paths", "policy", "port", "prefix", "prompt", "provider",
    "required", "scheme", "scope", "scopes", "server", "servers", "size", "space", "store",
    "strategy", "supported", "through", "timeout", "ttl", "type", "types", "uri", "url", "usage",
    "user", "username", "var", "variable", "version", "column", "arn", "ref", "source", "project",
    "domain", "tenant", "region", "realm", "account", "stdin", "jar"});

// What precedes it: max-tokens, public-key, next_page_token.
constexpr auto kHarmlessBefore = std::to_array<std::string_view>({"cache", "continuation", "cursor",
    "eos", "foreign", "hot", "idempotency", "issue", "lookup", "max", "min", "next", "num", "page",
    "partition", "primary", "progress", "project", "public", "publishable", "row", "shortcut",
    "sort", "special", "stop", "sync", "group", "by", "per", "total"});

// A switch, which has no value.
constexpr auto kSwitch = std::to_array<std::string_view>(
    {"no", "allow", "clear", "disable", "enable", "generate", "has", "ignore", "is", "list",
        "print", "require", "rotate", "show", "skip", "validate", "verify", "without"});

// A member "key" is secret behind these.
constexpr auto kBeforeKey = std::to_array<std::string_view>({"access", "account", "api", "app",
    "auth", "client", "deploy", "encryption", "license", "master", "private", "secret", "service",
    "shared", "signing", "storage", "subscription", "x"});

bool contains(Names names, std::string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

bool isUpper(char c)
{
    return c >= 'A' && c <= 'Z';
}

bool isLower(char c)
{
    return c >= 'a' && c <= 'z';
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool endsAsSecret(std::string_view word)
{
    return std::any_of(kSecretEnds.begin(), kSecretEnds.end(),
        [word](std::string_view end) { return word.ends_with(end); });
}

bool isSecretWord(std::string_view word)
{
    return contains(kSecret, word) || endsAsSecret(word);
}

// "connection string", "conn str", "dsn".
bool isConnection(const std::vector<std::string> &words, std::size_t i)
{
    const std::string &word = words[i];
    const bool isString = i > 0 && (word == "string" || word == "str" || word == "uri")
        && (words[i - 1].starts_with("conn"));
    return word == "dsn" || word == "connectionstring" || word == "connstr" || isString;
}

SecretName secretWord(const std::vector<std::string> &words, std::size_t i)
{
    const std::string &word = words[i];
    if (isSecretWord(word))
        return SecretName::Yes;
    // Vault gives a role_id and a secret_id, which is the password.
    if (word == "id" && i > 0 && words[i - 1] == "secret")
        return SecretName::Yes;
    if (contains(kSeveral, word))
        return SecretName::Several;
    if (word == "key")
        return i > 0 && contains(kBeforeKey, words[i - 1]) ? SecretName::Yes : SecretName::Key;
    if (word == "auth" || word == "signature" || word == "sig")
        return SecretName::Method;
    return isConnection(words, i) ? SecretName::Connection : SecretName::No;
}

bool isHarmlessAt(const std::vector<std::string> &words, std::size_t i)
{
    return i > 0 && contains(kHarmlessBefore, words[i - 1]);
}

} // namespace

std::vector<std::string> wordsOfName(std::string_view name)
{
    std::vector<std::string> words;
    std::string word;
    const auto end = [&] {
        if (!word.empty())
            words.push_back(std::move(word));
        word.clear();
    };
    for (std::size_t i = 0; i < name.size() && i < kMaxName; ++i) {
        const char c = name[i];
        if (!isUpper(c) && !isLower(c) && !isDigit(c)) {
            end();
            continue;
        }
        const bool afterSmall = i > 0 && (isLower(name[i - 1]) || isDigit(name[i - 1]));
        const bool beforeSmall = i > 0 && isUpper(name[i - 1]) && i + 1 < name.size()
            && isLower(name[i + 1]) && name[i + 1] != 's'; // not of APIs
        if (isUpper(c) && (afterSmall || beforeSmall))
            end();
        word += isUpper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
    }
    end();
    return words;
}

SecretName secretName(std::string_view name)
{
    if (name.size() > kMaxName || name == "PWD" || name == "OLDPWD") // the working folder
        return SecretName::No;
    const std::vector<std::string> words = wordsOfName(name);
    if (words.empty() || contains(kSwitch, words.front()))
        return SecretName::No;
    // The last of several decides: token_secret, but also secret_name.
    for (std::size_t i = words.size(); i > 0; --i) {
        const SecretName found = secretWord(words, i - 1);
        if (found != SecretName::No)
            return isHarmlessAt(words, i - 1) ? SecretName::No : found;
        if (contains(kHarmlessAfter, words[i - 1]))
            return SecretName::No;
    }
    return SecretName::No;
}

bool isSecretMember(std::string_view name)
{
    const std::vector<std::string> words = wordsOfName(name);
    if (words.size() == 1 && (words.front() == "auth" || words.front() == "pass"))
        return words.front() == "auth"; // "pass" is said of tests, too
    return secretName(name) == SecretName::Yes;
}

bool isSecretVariableName(std::string_view name)
{
    return secretName(name) != SecretName::No;
}

} // namespace sonde
