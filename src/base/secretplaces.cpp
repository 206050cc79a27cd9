// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/secretplaces.h"

#include "base/quotedmembers.h"
#include "base/secretname.h"
#include "base/secretvalue.h"
#include "base/wordscan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sonde {

namespace {

using std::string_view;
constexpr auto kNone = string_view::npos;
constexpr string_view kSpace = " \t\r\n";
// A compact JSON text is one word. It is looked at in parts that overlap, so that the time is
// linear.
constexpr std::size_t kMaxWord = 4096;
constexpr std::size_t kOverlap = 1024;

// Whose -p is a port, a package, a path or a profile.
constexpr auto kOtherP = std::to_array<string_view>(
    {"bash", "bun", "bunx", "cargo", "claude", "deno", "docker", "mkdir", "node", "npm", "npx",
        "pip", "pnpm", "podman", "python", "python3", "sh", "ssh", "uv", "uvx", "yarn"});
// Whose -u is a user and a group.
constexpr auto kUserAndGroup =
    std::to_array<string_view>({"chown", "docker", "nerdctl", "podman", "python", "python3"});

template <std::size_t Size>
bool contains(const std::array<string_view, Size> &names, string_view name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

string_view baseName(string_view path)
{
    return path.substr(path.find_last_of("/\\") + 1);
}

// --token and -t, but neither "-" nor a negative number.
bool isOption(string_view word)
{
    return word.size() > 1 && word.front() == '-' && !isDecimalDigit(word[1]);
}

// A switch that follows an option whose value is missing. A random secret may begin with a dash.
bool isNextOption(string_view word)
{
    return isOption(word) && !isRandomWord(word)
        && std::all_of(word.begin(),
            word.begin() + std::ptrdiff_t(std::min(word.find('='), word.size())), isNameCharacter);
}

// Goes through the words of a command line, and remembers what the next word is the value of.
class LineScan {
public:
    using Context = WordScan::Context;

    LineScan(string_view program, Context context)
        : m_program(baseName(program))
        , m_context(context)
        , m_isText(context == Context::Text)
    {
    }

    void setHasUser(bool hasUser) { m_hasUser = hasUser; }

    // `hasOwnLine`: only of a text.
    std::vector<SecretPlace> next(string_view word, bool hasOwnLine = false)
    {
        WordScan scan(word, m_context);
        const Pending pending = std::exchange(m_pending, {});
        if (pending.name != SecretName::No && !isNextOption(word)) {
            if (pending.kind == SecretKind::Header && isAuthorizationScheme(word)) {
                m_pending = pending;
                return {};
            }
            const bool isShown = m_isText && !hasOwnLine && !standsOut(word);
            if (!isShown && isSecretValue(pending.name, word))
                scan.addWhole(pending.kind);
        } else if (pending.isUser) {
            lookAtUser(word, scan);
        } else if (pending.isP && isPasswordOfP(word)) {
            scan.addWhole(SecretKind::Option);
        } else if (!m_isText && !isOption(word) && isLoneRandom(m_option, word)) {
            scan.addWhole(SecretKind::Random);
        }
        lookInside(word, scan);
        remember(word);
        return scan.take();
    }

private:
    struct Pending {
        SecretName name = SecretName::No;
        SecretKind kind = SecretKind::Option;
        bool isUser = false; // name:password
        bool isP = false;
    };

    void lookInside(string_view word, WordScan &scan)
    {
        // What a shell runs has words of its own.
        const bool isShell =
            m_option == "-c" || m_option == "-lc" || m_option == "-ic" || m_option == "--command";
        const bool isLong = word.size() > kMaxWord;
        if (!m_isText && (isLong || (isShell && word.find_first_of(kSpace) != kNone))) {
            for (const SecretPlace &place : secretsOfText(word))
                scan.add(place.begin, place.end, place.kind);
            return;
        }
        if (!m_isText) { // of a text they are known already
            for (const SecretPlace &place : secretsOfMembers(word))
                scan.add(place.begin, place.end, place.kind);
        }
        if (m_option.ends_with("-env") && m_option != "--env")
            scan.namesVariable();
        scan.run();
        if (!m_isText && word.find_first_of(kSpace) != kNone && word.find('=') == kNone) {
            for (const SecretPlace &place : secretsOfText(word))
                scan.add(place.begin, place.end, place.kind);
        }
        // mysql -pPASSWORD
        if (!m_isText && word.size() > 2 && word.starts_with("-p") && word[2] != '-'
            && (m_program.starts_with("mysql") || m_program.starts_with("mariadb")))
            scan.add(2, word.size(), SecretKind::Option);
    }

    void lookAtUser(string_view word, WordScan &scan) const
    {
        const std::size_t colon = word.find(':');
        if (colon == kNone || contains(kUserAndGroup, m_program) || isReference(word))
            return;
        const string_view password = word.substr(colon + 1);
        const bool isNumber =
            std::all_of(word.begin(), word.begin() + std::ptrdiff_t(colon), isDecimalDigit);
        if (!isNumber && !isReference(password) && !password.starts_with("//"))
            scan.add(colon + 1, word.size(), SecretKind::Option);
    }

    bool isPasswordOfP(string_view word) const
    {
        const bool isOther = contains(kOtherP, m_program) || isOption(word) || isReference(word)
            || word.find_first_of("/@ \n") != kNone || isFilePath(word)
            || std::all_of(
                word.begin(), word.end(), [](char c) { return isDecimalDigit(c) || c == ':'; });
        const bool isName = std::all_of(
            word.begin(), word.end(), [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
        return !isOther && (m_hasUser || (!isName && !m_isText));
    }

    void remember(string_view word)
    {
        if (m_option == "--") // another program, as of a tap
            m_program = baseName(word);
        const bool isAlone = isOption(word) && word.find('=') == kNone;
        m_option = isAlone ? word : string_view();
        if (isAlone && word.find(':') == kNone) {
            m_pending.name = secretName(word);
            m_pending.isUser = word == "-u" || word == "--user" || word == "--userpass";
            m_pending.isP = word == "-p";
            m_hasUser = m_hasUser || word == "-u" || word == "-U" || word == "--user"
                || word == "--username";
        } else if (word.size() > 1 && word.back() == ':'
            && std::all_of(word.begin(), word.end() - 1, isNameCharacter)) {
            m_pending = {
                isSecretMember(word) ? SecretName::Yes : SecretName::No, SecretKind::Header};
        } else if (!m_isText && equalsIgnoringCase(word, "bearer")) {
            m_pending = {SecretName::Yes, SecretKind::Header};
        }
    }

    string_view m_program;
    WordScan::Context m_context;
    bool m_isText;
    bool m_hasUser = false;
    string_view m_option; // the word before, if it is an option without a value
    Pending m_pending;
};

bool isQuote(char c)
{
    return c == '"' || c == '\'' || c == '`';
}

// The end of the word that begins there, with NAME='a value', or of the part of it that is looked
// at.
std::size_t wordEnd(string_view text, std::size_t begin)
{
    const std::size_t limit = std::min(begin + kMaxWord, text.size());
    std::size_t end = begin;
    while (end < limit && kSpace.find(text[end]) == kNone) {
        const bool opens = isQuote(text[end]) && end > begin && text[end - 1] == '=';
        const std::size_t closing = opens
            ? text.substr(0, limit).find_first_of(std::string{text[end], '\n'}, end + 1)
            : kNone;
        end = closing != kNone && text[closing] != '\n' ? closing + 1 : end + 1;
    }
    return std::min(end, limit);
}

// Every byte becomes an asterisk.
void hide(std::string &text, const std::vector<SecretPlace> &places)
{
    for (const SecretPlace &place : places)
        std::fill(text.begin() + std::ptrdiff_t(place.begin),
            text.begin() + std::ptrdiff_t(place.end), '*');
}

} // namespace

std::vector<std::vector<SecretPlace>> secretsOfCommandLine(
    const std::vector<std::string> &words, bool isWhole)
{
    LineScan scan(isWhole && !words.empty() ? string_view(words.front()) : string_view(),
        LineScan::Context::CommandLine);
    scan.setHasUser(std::any_of(words.begin(), words.end(), [](string_view word) {
        return word == "-u" || word == "-U" || word == "--user" || word == "--username";
    }));
    std::vector<std::vector<SecretPlace>> places;
    places.reserve(words.size());
    for (const std::string &word : words)
        places.push_back(scan.next(word));
    return places;
}

std::vector<SecretPlace> secretsOfText(string_view text)
{
    std::vector<SecretPlace> places = secretsOfMembers(text);
    const auto members = std::ptrdiff_t(places.size());
    LineScan scan({}, LineScan::Context::Text);
    for (std::size_t at = 0; at < text.size();) {
        at = std::min(text.find_first_not_of(kSpace, at), text.size());
        const std::size_t end = wordEnd(text, at);
        const bool isPart = end < text.size() && kSpace.find(text[end]) == kNone;
        const bool hasOwnLine =
            (at > 0 && text[at - 1] == '\n') && (end == text.size() || text[end] == '\n');
        std::size_t begin = at;
        std::size_t last = end;
        while (begin < last && isQuote(text[begin]))
            ++begin;
        while (last > begin && text[last - 1] == ',')
            --last;
        if (begin > at && last > begin && isQuote(text[last - 1]))
            --last;
        if (begin < last) {
            for (const SecretPlace &place : scan.next(text.substr(begin, last - begin), hasOwnLine))
                places.push_back({begin + place.begin, begin + place.end, place.kind});
        }
        at = isPart ? end - kOverlap : end;
    }
    std::inplace_merge(places.begin(), places.begin() + members, places.end(),
        [](const SecretPlace &a, const SecretPlace &b) { return a.begin < b.begin; });
    return places;
}

bool isSecretHeaderValue(string_view value)
{
    constexpr std::size_t kMinKey = 32; // hexadecimal digits
    const bool hasScheme = isAuthorizationScheme(value.substr(0, value.find(' '))); // RFC 9110 11.4
    if (!secretsOfText(value).empty() || (hasScheme && value.find(' ') != kNone))
        return true;
    for (std::size_t at = value.find_first_not_of(kSpace); at != kNone;) {
        const std::size_t end = std::min(value.find_first_of(kSpace, at), value.size());
        const string_view word = value.substr(at, end - at);
        const auto isHex = [](char c) {
            return isDecimalDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
        };
        const bool isKey = word.size() >= kMinKey && std::all_of(word.begin(), word.end(), isHex);
        if (isKey || (isRandomWord(word) && !isReference(word)))
            return true;
        at = value.find_first_not_of(kSpace, end);
    }
    return false;
}

std::vector<std::string> withoutSecrets(std::vector<std::string> words, bool isWhole)
{
    const auto places = secretsOfCommandLine(words, isWhole);
    for (std::size_t i = 0; i < words.size(); ++i)
        hide(words[i], places[i]);
    return words;
}

QStringList withoutSecrets(const QStringList &words, bool isWhole)
{
    std::vector<std::string> bytes;
    for (const QString &word : words)
        bytes.push_back(word.toStdString());
    QStringList shown;
    for (const std::string &word : withoutSecrets(std::move(bytes), isWhole))
        shown += QString::fromStdString(word);
    return shown;
}

QString textWithoutSecrets(const QString &text)
{
    std::string bytes = text.toStdString();
    hide(bytes, secretsOfText(bytes));
    return QString::fromStdString(bytes);
}

} // namespace sonde
