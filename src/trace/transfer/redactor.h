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

namespace sonde::trace {

// Hides what should not leave the house when a trace is given away: every byte of it becomes an
// asterisk, so that JSON stays JSON and every offset and length stays true.
//
// Hidden are: values of members and headers whose names mean secrets (Authorization, Cookie,
// password, apiKey, access_token, …), values of members of "env" and "environment", what follows
// Bearer and Basic, NAME=value where the name ends like a secret's; and what a person's own
// regular expressions fit. Secrets in the headers that Sonde sends are not in a recording anyway.
class Redactor {
public:
    static constexpr int kMaxPatterns = 50;

    // Fails when a pattern is no regular expression.
    static Result<Redactor> create(const QStringList &patterns = {});
    Redactor(Redactor &&) noexcept;
    Redactor &operator=(Redactor &&) noexcept;
    ~Redactor();

    // Whether the name of a member, header or parameter means a secret.
    static bool isSecret(std::string_view name);

    // Whether there was something; then `text` has been changed, with its length as before.
    bool redact(std::string &text);

    // What was hidden so far, by the rule or the member's name, and how often.
    const QMap<QString, std::uint64_t> &found() const { return m_found; }

private:
    struct Private;
    explicit Redactor(std::unique_ptr<Private> p);
    void hide(std::string &text, std::size_t begin, std::size_t end, const QString &rule);
    void redactMembers(std::string &text);

    std::unique_ptr<Private> d;
    QMap<QString, std::uint64_t> m_found;
};

} // namespace sonde::trace
