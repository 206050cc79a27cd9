// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/redactor.h"

#include "base/regex.h"
#include "base/secretname.h"
#include "base/secretplaces.h"
#include "json/document.h"

#include <algorithm>
#include <array>
#include <iterator>

namespace sonde::trace {

namespace {

// Lower case, without separators: access_token, Access-Token and accessToken are the same name.
constexpr std::array<std::string_view, 26> kSecretNames{"accesskey", "accesstoken", "apikey",
    "apitoken", "auth", "authorization", "authtoken", "bearertoken", "clientassertion",
    "clientsecret", "codeverifier", "cookie", "credential", "credentials", "idtoken", "passphrase",
    "passwd", "password", "privatekey", "proxyauthorization", "refreshtoken", "secret", "secretkey",
    "setcookie", "token", "xapikey"};

struct Rule {
    const char *name;
    const char *pattern; // the part of a match after the match of `before` is redacted
    const char *before;
};
constexpr Rule kRules[] = {
    {"headers",
        "(?i:(?:^|[\\r\\n])(?:proxy-)?(?:authorization|cookie|set-cookie|x-api-key):[ \\t]*)"
        "[^\\r\\n]+",
        "(?i:[\\r\\n]?[a-z-]+:[ \\t]*)"},
    {"Bearer and Basic", "(?i:\\b(?:bearer|basic)[ \\t]+)[A-Za-z0-9._~+/=-]{8,}",
        "(?i:(?:bearer|basic)[ \\t]+)"},
    {"query",
        "(?i:[?&](?:(?:access|api|auth|bearer|id|refresh)?_?token|api_?key|(?:client_?)?secret|"
        "password|client_assertion|code_verifier)=)[^&#\\s\"'<>]+",
        "(?i:[?&][a-z_]+=)"},
    {"environment",
        "\\b[A-Za-z0-9_]*(?:TOKEN|SECRET|PASSWORD|PASSWD|API_?KEY|ACCESS_?KEY|PRIVATE_?KEY)"
        "[A-Z0-9_]*=[^\\s\"']+",
        "[A-Za-z0-9_]+="},
};

// Members whose strings are the words of a command line.
constexpr std::array<std::string_view, 5> kCommandLines{
    "args", "argv", "arguments", "cmd", "command"};

QString ruleName(SecretKind kind)
{
    switch (kind) {
    case SecretKind::Option:
        return QStringLiteral("options");
    case SecretKind::Variable:
        return QStringLiteral("environment");
    case SecretKind::Header:
        return QStringLiteral("headers");
    case SecretKind::UrlPassword:
        return QStringLiteral("passwords of URLs");
    case SecretKind::UrlParameter:
        return QStringLiteral("query");
    case SecretKind::KnownFormat:
        return QStringLiteral("tokens of known formats");
    case SecretKind::Member:
        return QStringLiteral("members in texts");
    case SecretKind::Random:
        break;
    }
    return QStringLiteral("random words");
}

std::string plainName(std::string_view name)
{
    std::string plain;
    for (const char c : name) {
        if (c >= 'A' && c <= 'Z')
            plain += static_cast<char>(c + ('a' - 'A'));
        else if (c != '-' && c != '_' && c != '.' && c != ' ')
            plain += c;
    }
    return plain;
}

bool isSecretName(std::string_view name)
{
    return std::binary_search(kSecretNames.begin(), kSecretNames.end(), plainName(name))
        || isSecretMember(name);
}

} // namespace

struct Redactor::Private {
    struct Pattern {
        QString name;
        Regex regex;
        std::optional<Regex> before;
    };
    std::vector<Pattern> patterns;
};

Redactor::Redactor(std::unique_ptr<Private> p)
    : d(std::move(p))
{
}

Redactor::Redactor(Redactor &&) noexcept = default;
Redactor &Redactor::operator=(Redactor &&) noexcept = default;
Redactor::~Redactor() = default;

Result<Redactor> Redactor::create(const QStringList &patterns)
{
    auto p = std::make_unique<Private>();
    const auto add = [&p](const QString &name, const std::string &pattern,
                         const char *before) -> Result<void> {
        auto regex = Regex::compile(pattern);
        if (!regex)
            return regex.error();
        std::optional<Regex> begin;
        if (before) {
            auto compiled = Regex::compile(before);
            if (!compiled)
                return compiled.error();
            begin.emplace(std::move(compiled).value());
        }
        p->patterns.push_back({name, std::move(regex).value(), std::move(begin)});
        return {};
    };
    for (const Rule &rule : kRules) {
        if (auto done = add(QLatin1String(rule.name), rule.pattern, rule.before); !done)
            return done.error();
    }
    for (const QString &pattern : patterns.mid(0, kMaxPatterns)) {
        if (auto done = add(pattern, pattern.toStdString(), nullptr); !done)
            return done.error();
    }
    Redactor redactor(std::move(p));
    redactor.m_patterns = patterns.mid(0, kMaxPatterns);
    return redactor;
}

bool Redactor::isEnvironment(std::string_view name)
{
    const std::string plain = plainName(name);
    return plain == "env" || plain == "environment";
}

bool Redactor::isSecret(std::string_view name)
{
    return isSecretName(name);
}

bool Redactor::redact(std::string &text)
{
    const std::string before = text;
    redactMembers(text);
    for (const Private::Pattern &pattern : d->patterns) {
        std::size_t at = 0;
        while (at < text.size()) {
            const auto range = pattern.regex.findFrom(text, at);
            if (!range)
                break;
            std::size_t begin = range->begin;
            if (pattern.before) {
                const auto prefix = pattern.before->findFrom(text, begin);
                begin = prefix && prefix->end <= range->end ? prefix->end : begin;
            }
            hide(text, begin, range->end, pattern.name);
            at = std::max(range->end, at + 1);
            // An offset inside a character matches nothing and would end the search.
            while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xc0U) == 0x80U)
                ++at;
        }
    }
    for (const SecretPlace &place : secretsOfText(text))
        hide(text, place.begin, place.end, ruleName(place.kind));
    return text != before;
}

void Redactor::hide(std::string &text, std::size_t begin, std::size_t end, const QString &rule)
{
    const auto from = text.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto to = text.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::all_of(from, to, [](char c) { return c == '*'; }))
        return;
    std::fill(from, to, '*');
    ++m_found[rule];
}

void Redactor::redactMembers(std::string &text)
{
    const auto document = json::Document::parse(Bytes::copyOf(text));
    for (json::NodeId id = 0; id < document.nodeCount(); ++id) {
        const json::Value value = document.value(id);
        if (value.isArray())
            redactWords(text, value);
        if (!value.isString() || value.rawKey().empty())
            continue;
        const bool isVariable = isEnvironment(value.parent().key());
        if (!isVariable && !isSecretName(value.key()))
            continue;
        const json::Node &node = value.node();
        const std::size_t end = node.complete ? node.end - std::size_t(1) : text.size();
        hide(text, node.begin + std::size_t(1), end,
            isVariable ? QStringLiteral("environment") : json::toQString(value.key()));
    }
}

// {"command": "npx", "args": ["server", "--token", "X"]}
void Redactor::redactWords(std::string &text, const json::Value &array)
{
    const std::string name = plainName(array.key());
    if (std::find(kCommandLines.begin(), kCommandLines.end(), name) == kCommandLines.end())
        return;
    std::vector<std::string> words;
    std::vector<std::size_t> begins;
    for (const json::Value word : array) {
        if (!word.isString() || !word.node().complete)
            return;
        begins.push_back(word.node().begin + std::size_t(1));
        words.push_back(
            text.substr(begins.back(), word.node().end - std::size_t(1) - begins.back()));
    }
    const auto places =
        secretsOfCommandLine(words, name == "argv" || name == "cmd" || name == "command");
    for (std::size_t i = 0; i < words.size(); ++i) {
        for (const SecretPlace &place : places[i])
            hide(text, begins[i] + place.begin, begins[i] + place.end, ruleName(place.kind));
    }
}

} // namespace sonde::trace
