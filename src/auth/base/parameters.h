// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/secret.h"

#include <QByteArray>
#include <QString>
#include <QUrl>

#include <optional>
#include <utility>
#include <vector>

namespace sonde::auth {

// The parameters of a form or a query (application/x-www-form-urlencoded), in order.
class Parameters {
public:
    void add(const QString &name, const QString &value);
    void add(const QString &name, const Secret &value) { add(name, value.reveal()); }
    void addUnlessEmpty(const QString &name, const QString &value);

    // Undoes the coding; a name or value that is no UTF-8 keeps replacement characters. Nothing
    // when there are more than kMax.
    static std::optional<Parameters> parse(const QByteArray &encoded);

    QByteArray encoded() const;
    // "a=b&code=(hidden,…)": what may be shown and recorded.
    QByteArray redacted() const;
    // Nothing when it is missing; `count`, when given, receives the number of occurrences.
    std::optional<QString> value(const QString &name, int *count = nullptr) const;
    const std::vector<std::pair<QString, QString>> &all() const { return m_all; }
    // A parameter's value, redacted when it is a secret.
    static QString shown(const QString &name, const QString &value);

    static constexpr std::size_t kMax = 200;

private:
    std::vector<std::pair<QString, QString>> m_all;
};

// Adds parameters behind those that the URL has already.
QUrl withQuery(const QUrl &url, const Parameters &more);

// The values of a form that are secret. Empty for what is no form.
std::vector<Secret> secretsOfForm(const QByteArray &encoded);
// The text of another party without the secrets that it was sent and repeats: as they are, encoded,
// or inside JSON. Other bytes are unchanged.
QByteArray withoutRepeated(QByteArray text, const std::vector<Secret> &secrets);

// A token endpoint's or registration's response as it may be shown and recorded: the values of
// secret members are replaced by their length; a text that is not JSON is replaced by its length as
// a whole. What it repeats of the secrets that were sent is hidden, too.
Bytes redactedResponse(const Bytes &text, const std::vector<Secret> &sent = {});

// Whether a member or parameter of that name is a secret of OAuth.
bool isSecretName(const QString &name);

} // namespace sonde::auth
