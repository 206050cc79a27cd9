// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/authrule.h"

#include <QCoreApplication>

#include <array>

namespace sonde::auth {

namespace {

// In the order of the enumeration.
constexpr std::array kTexts{
    RuleText{"url-not-secure", "2025-11-25 basic/authorization, Communication Security",
        QT_TRANSLATE_NOOP("Authorization", "An endpoint must use https, or http on this machine."),
        true},
    RuleText{"url-private", "2025-11-25 basic/security_best_practices, SSRF",
        QT_TRANSLATE_NOOP("Authorization",
            "The metadata of a public server must not point into a private network."),
        true},
    RuleText{"url-malformed", "RFC 3986",
        QT_TRANSLATE_NOOP("Authorization", "The URL must be an absolute http or https URL."),
        false},
    RuleText{"resource-mismatch", "RFC 9728 section 3.3",
        QT_TRANSLATE_NOOP(
            "Authorization", "The resource in the metadata must be the server that was requested."),
        true},
    RuleText{"no-authorization-server", "2025-11-25 basic/authorization",
        QT_TRANSLATE_NOOP(
            "Authorization", "The metadata must list at least one authorization server."),
        false},
    RuleText{"resource-metadata-missing", "RFC 9728 section 3",
        QT_TRANSLATE_NOOP("Authorization", "A protected server must publish its metadata."), true},
    RuleText{"issuer-mismatch", "RFC 8414 section 3.3",
        QT_TRANSLATE_NOOP("Authorization",
            "The issuer in the metadata must be identical to the requested issuer."),
        true},
    RuleText{"server-metadata-missing", "2025-11-25 basic/authorization",
        QT_TRANSLATE_NOOP("Authorization", "An authorization server must publish its metadata."),
        true},
    RuleText{"endpoint-missing", "RFC 8414 section 2",
        QT_TRANSLATE_NOOP("Authorization", "The metadata must contain the required endpoint."),
        false},
    RuleText{"pkce-unsupported", "2025-11-25 basic/authorization",
        QT_TRANSLATE_NOOP(
            "Authorization", "The authorization server must announce PKCE with S256."),
        true},
    RuleText{"client-of-other-issuer", "2026-07-28 basic/authorization",
        QT_TRANSLATE_NOOP("Authorization",
            "A client ID must be sent only to the authorization server that issued it."),
        true},
    RuleText{"registration-refused", "RFC 7591 section 3.2",
        QT_TRANSLATE_NOOP(
            "Authorization", "The response to a client registration must contain a client ID."),
        false},
    RuleText{"no-client", "2025-11-25 basic/authorization",
        QT_TRANSLATE_NOOP(
            "Authorization", "Without dynamic registration, you must enter a client ID."),
        false},
    RuleText{"client-not-proven", "RFC 6749 section 4.4",
        QT_TRANSLATE_NOOP("Authorization",
            "The grant client_credentials requires a client with a secret or a private key."),
        true},
    RuleText{"id-token-missing", "enterprise-managed-authorization",
        QT_TRANSLATE_NOOP("Authorization", "The identity provider requires your ID token."), false},
    RuleText{"browser-url", "2025-11-25 basic/security_best_practices",
        QT_TRANSLATE_NOOP("Authorization", "Only http and https URLs may be opened in a browser."),
        false},
    RuleText{"state-mismatch", "RFC 6749 section 10.12",
        QT_TRANSLATE_NOOP(
            "Authorization", "The redirect must contain the state that was sent, exactly once."),
        true},
    RuleText{"iss-missing", "RFC 9207 section 2.4",
        QT_TRANSLATE_NOOP(
            "Authorization", "A server that announces iss must add it to the redirect."),
        true},
    RuleText{"iss-mismatch", "RFC 9207 section 2.4",
        QT_TRANSLATE_NOOP(
            "Authorization", "The iss in the redirect must be identical to the requested issuer."),
        true},
    RuleText{"redirect-malformed", "RFC 6749 section 4.1.2",
        QT_TRANSLATE_NOOP("Authorization",
            "The redirect must contain a code or an error, and each parameter once."),
        false},
    RuleText{"authorization-denied", "RFC 6749 section 4.1.2.1",
        QT_TRANSLATE_NOOP("Authorization", "The authorization server must grant the request."),
        false},
    RuleText{"token-refused", "RFC 6749 section 5.2",
        QT_TRANSLATE_NOOP("Authorization", "The token endpoint must issue a token."), false},
    RuleText{"token-malformed", "RFC 6749 section 5.1",
        QT_TRANSLATE_NOOP("Authorization",
            "The response of the token endpoint must be JSON with a usable access token."),
        false},
    RuleText{"token-type-unknown", "RFC 6749 section 7.1",
        QT_TRANSLATE_NOOP("Authorization", "A token of an unknown type must not be used."), false},
    RuleText{"fresh-token-refused", "2025-11-25 basic/authorization",
        QT_TRANSLATE_NOOP("Authorization", "The server must accept a token that was just issued."),
        false},
    RuleText{"step-up-limit", "2025-11-25 basic/authorization, Step-Up Authorization Flow",
        QT_TRANSLATE_NOOP(
            "Authorization", "Step-up authorization must be limited to a few attempts."),
        false},
    RuleText{"login-not-offered", "2025-11-25 basic/authorization",
        QT_TRANSLATE_NOOP("Authorization",
            "A server that offers a login must publish metadata, or have the default endpoints of "
            "revision 2025-03-26."),
        false},
    RuleText{"timed-out", "RFC 8252 section 8.4",
        QT_TRANSLATE_NOOP(
            "Authorization", "The browser must return to Sonde within the time limit."),
        false},
    RuleText{"unreachable", "RFC 9110",
        QT_TRANSLATE_NOOP("Authorization", "The other server must respond."), false},
};
static_assert(kTexts.size() == static_cast<std::size_t>(AuthRule::Unreachable) + 1);

} // namespace

const RuleText &textOf(AuthRule rule)
{
    return kTexts[static_cast<std::size_t>(rule)];
}

QString sentenceOf(AuthRule rule)
{
    return QCoreApplication::translate("Authorization", textOf(rule).sentence);
}

QString detailOf(AuthRule rule)
{
    //: A requirement, then the section of the specification and the id of the rule.
    return QCoreApplication::translate("Authorization", "%1 (%2, rule %3)")
        .arg(sentenceOf(rule), QLatin1String(textOf(rule).source), QLatin1String(textOf(rule).id));
}

bool overridableRule(const QString &id, AuthRule *rule)
{
    for (std::size_t i = 0; i < kTexts.size(); ++i) {
        if (id != QLatin1String(kTexts[i].id))
            continue;
        *rule = static_cast<AuthRule>(i);
        return kTexts[i].overridable;
    }
    return false;
}

} // namespace sonde::auth
