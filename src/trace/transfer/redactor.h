// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QMap>
#include <QStringList>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::json {
class Value;
}

namespace sonde::trace {

// Redacts secrets in exported traces: every byte of a secret becomes an asterisk, so that JSON
// stays JSON, and all offsets and lengths stay valid.
//
// Redacted are: values of members and headers with secret names (Authorization, Cookie, password,
// apiKey, access_token, …), values of members of "env" and "environment", what follows Bearer and
// Basic, what base/secretplaces.h finds in texts and in command lines, and matches of the user's
// own regular expressions. A recording never contains the secrets in headers that Sonde sends.
class Redactor {
public:
    static constexpr int kMaxPatterns = 50;

    // Fails if a pattern is not a valid regular expression.
    static Result<Redactor> create(const QStringList &patterns = {});
    Redactor(Redactor &&) noexcept;
    Redactor &operator=(Redactor &&) noexcept;
    ~Redactor();

    // Whether a member, header or parameter of this name holds a secret.
    static bool isSecret(std::string_view name);

    // Whether the values of all members below this one are secrets.
    static bool isEnvironment(std::string_view name);

    // Returns whether something was redacted in `text`, whose length never changes.
    bool redact(std::string &text);

    // The number of redactions so far, by rule or member name.
    const QMap<QString, std::uint64_t> &found() const { return m_found; }
    // Whether that rule is one of the user's patterns, whose text can be the secret itself.
    bool isOwnPattern(const QString &rule) const { return m_patterns.contains(rule); }

private:
    struct Private;
    explicit Redactor(std::unique_ptr<Private> p);
    void hide(std::string &text, std::size_t begin, std::size_t end, const QString &rule);
    void redactMembers(std::string &text);
    void redactWords(std::string &text, const json::Value &array);

    std::unique_ptr<Private> d;
    QStringList m_patterns;
    QMap<QString, std::uint64_t> m_found;
};

} // namespace sonde::trace
