// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secretvalue.h"

#include <algorithm>
#include <array>
#include <string>

namespace sonde {

namespace {

constexpr std::size_t kMinRandom = 24; // characters; shorter ones are names as often
constexpr double kMinChanges = 0.42; // of its characters; 0.62 in random ones, 0.3 in CamelCase
constexpr std::size_t kMinStanding = 6;
constexpr std::size_t kLongestSmallNumber = 6; // digits

// The beginnings of tokens as their issuers document them, and how many characters follow at least.
struct Format {
    std::string_view begin;
    std::size_t rest;
};
constexpr auto kFormats = std::to_array<Format>({{"AGE-SECRET-KEY-", 20}, {"AIza", 30},
    {"AKIA", 12}, {"ASIA", 12}, {"ATATT", 20}, {"ATCTT", 20}, {"BSA", 24}, {"CFPAT-", 20},
    {"EAAC", 30}, {"NRAK-", 20}, {"PMAK-", 20}, {"SG.", 20}, {"apify_api_", 10}, {"dckr_pat_", 10},
    {"dop_v1_", 20}, {"dp.pt.", 20}, {"eyJ", 17}, {"fc-", 28}, {"figd_", 16}, {"ghp_", 6},
    {"gho_", 6}, {"ghu_", 6}, {"ghs_", 6}, {"ghr_", 6}, {"github_pat_", 6}, {"glpat-", 6},
    {"glptt-", 6}, {"gldt-", 6}, {"glsa_", 16}, {"gsk_", 20}, {"hf_", 20}, {"key-", 32},
    {"lin_api_", 10}, {"lsv2_", 20}, {"napi_", 20}, {"npm_", 30}, {"ntn_", 20}, {"nvapi-", 20},
    {"pat-eu1-", 20}, {"pat-na1-", 20}, {"phx_", 20}, {"pplx-", 20}, {"pypi-AgE", 20}, {"r8_", 20},
    {"rk_live_", 10}, {"rk_test_", 10}, {"sbp_", 20}, {"secret_", 30}, {"sgp_", 20}, {"shpat_", 16},
    {"shpss_", 16}, {"sk-", 16}, {"sk_live_", 10}, {"sk_test_", 10}, {"sntrys_", 16},
    {"sq0atp-", 16}, {"sq0csp-", 16}, {"tskey-", 10}, {"tvly-", 10}, {"whsec_", 16}, {"xai-", 20},
    {"xapp-", 8}, {"xoxa-", 8}, {"xoxb-", 8}, {"xoxe-", 8}, {"xoxo-", 8}, {"xoxp-", 8},
    {"xoxr-", 8}, {"xoxs-", 8}, {"ya29.", 16}});

// What stands for a secret before a person has entered it.
constexpr auto kPlaceholders = std::to_array<std::string_view>({"your-", "your_", "YOUR-", "YOUR_",
    "xxxx", "XXXX", "...", "***", "REPLACE", "INSERT", "(hidden"});

// Of files with keys and of settings.
constexpr auto kFileSuffixes = std::to_array<std::string_view>(
    {".cer", ".cert", ".cfg", ".conf", ".crt", ".env", ".ini", ".jks", ".json", ".key", ".p12",
        ".p8", ".pem", ".pfx", ".pub", ".toml", ".txt", ".yaml", ".yml"});

constexpr auto kSwitches = std::to_array<std::string_view>(
    {"true", "false", "yes", "no", "on", "off", "none", "null", "default", "auto"});

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

bool isTokenCharacter(char c)
{
    return isUpper(c) || isLower(c) || isDigit(c) || c == '_' || c == '-' || c == '.';
}

bool isNumber(std::string_view value)
{
    return !value.empty() && value.size() <= kLongestSmallNumber
        && std::all_of(value.begin(), value.end(), isDigit);
}

bool isSwitch(std::string_view value)
{
    return std::find(kSwitches.begin(), kSwitches.end(), value) != kSwitches.end();
}

bool isPlaceholder(std::string_view value)
{
    return std::any_of(kPlaceholders.begin(), kPlaceholders.end(),
        [value](std::string_view begin) { return value.starts_with(begin); });
}

// oauth, api-key: the name of a method.
bool isMethodName(std::string_view value)
{
    const bool isWord = std::all_of(value.begin(), value.end(), [](char c) {
        return isLower(c) || c == '-' || c == '_' || (c >= '0' && c <= '2'); // oauth2
    });
    return isWord && value.size() < 16;
}

// "12345678:" and 35 characters: a bot of Telegram.
std::size_t botTokenAt(std::string_view text)
{
    const std::size_t colon = text.find_first_not_of("0123456789");
    if (colon == std::string_view::npos || colon < 8 || colon > 10 || text[colon] != ':')
        return 0;
    std::size_t end = colon + 1;
    while (end < text.size() && isTokenCharacter(text[end]) && text[end] != '.')
        ++end;
    return end - colon - 1 >= 30 ? end : 0;
}

} // namespace

bool isReference(std::string_view value)
{
    if (value.empty())
        return true;
    const bool isVariable = value.size() > 1 && value.front() == '$'
        && (isUpper(value[1]) || value[1] == '{' || value[1] == '(' || value[1] == '_');
    const bool isInBraces = value.starts_with("{env:") || value.starts_with("{{")
        || value.starts_with("{file:") || value.starts_with("env:") || value.starts_with("op://");
    const bool isHole = (value.front() == '<' && value.back() == '>')
        || (value.size() > 2 && value.front() == '%' && value.back() == '%')
        || (value.front() == '[' && value.back() == ']');
    return isVariable || isInBraces || isHole;
}

bool isFilePath(std::string_view value)
{
    if (value.starts_with("~/") || value.starts_with("./") || value.starts_with("../")
        || (value.size() > 2 && value[1] == ':' && (value[2] == '\\' || value[2] == '/')))
        return true;
    const bool hasSuffix = std::any_of(kFileSuffixes.begin(), kFileSuffixes.end(),
        [value](std::string_view suffix) { return value.ends_with(suffix); });
    return hasSuffix || (value.starts_with('/') && !isRandomWord(value));
}

bool isRandomWord(std::string_view word)
{
    if (word.size() < kMinRandom)
        return false;
    std::size_t changes = 0;
    bool hasUpper = false;
    bool hasLower = false;
    bool hasDigit = false;
    int before = -1;
    for (const char c : word) {
        if (!isTokenCharacter(c) && c != '/' && c != '+' && c != '=')
            return false;
        const int kind = isUpper(c) ? 0 : isLower(c) ? 1 : isDigit(c) ? 2 : 3;
        changes += kind != before && kind != 3 && before != 3 ? 1 : 0;
        hasUpper = hasUpper || kind == 0;
        hasLower = hasLower || kind == 1;
        hasDigit = hasDigit || kind == 2;
        before = kind;
    }
    return hasUpper && hasLower && hasDigit
        && static_cast<double>(changes) >= kMinChanges * static_cast<double>(word.size());
}

bool standsOut(std::string_view value)
{
    const bool hasUpper = std::any_of(value.begin(), value.end(), isUpper);
    const bool hasLower = std::any_of(value.begin(), value.end(), isLower);
    const bool hasDigit = std::any_of(value.begin(), value.end(), isDigit);
    return value.size() >= kMinStanding && hasDigit && (hasUpper || hasLower);
}

std::size_t knownSecretAt(std::string_view text)
{
    if (text.empty())
        return 0;
    if (isDigit(text.front()))
        return botTokenAt(text);
    for (const Format &format : kFormats) {
        if (text.front() != format.begin.front() || !text.starts_with(format.begin))
            continue;
        std::size_t end = format.begin.size();
        while (end < text.size() && isTokenCharacter(text[end]))
            ++end;
        while (text[end - 1] == '.')
            --end; // of the sentence
        const std::string_view rest = text.substr(0, end).substr(format.begin.size());
        const bool isWord = std::all_of(rest.begin(), rest.end(),
            [](char c) { return isLower(c) || c == '-' || c == '_' || c == '.'; });
        const bool isShortFormat = format.rest < 10; // nothing else has such a beginning
        if (rest.size() >= format.rest && (!isWord || isShortFormat))
            return end;
    }
    return 0;
}

bool isSecretValue(SecretName name, std::string_view value)
{
    if (name == SecretName::No || isReference(value) || isPlaceholder(value) || isSwitch(value))
        return false;
    switch (name) {
    case SecretName::Method:
        return !isMethodName(value) && !isNumber(value) && !isFilePath(value);
    case SecretName::Key:
        return !isNumber(value) && !isFilePath(value);
    case SecretName::Several:
        return !isNumber(value);
    case SecretName::Connection:
        return value.find("://") == std::string_view::npos
            && value.find('=') == std::string_view::npos && !isFilePath(value);
    case SecretName::Yes:
        return !isFilePath(value);
    case SecretName::No:
        break;
    }
    return false;
}

} // namespace sonde
