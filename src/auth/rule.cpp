// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/rule.h"

#include <array>

namespace sonde::auth {

namespace {

// In the order of the enumeration.
constexpr std::array kTexts{
    RuleText{"url-not-secure", "2025-11-25 basic/authorization, Communication Security",
        "Endpoints are reached by https, or by http on this machine only.", true},
    RuleText{"url-private", "2025-11-25 basic/security_best_practices, SSRF",
        "Metadata of a public server does not lead into a private network.", true},
    RuleText{"url-malformed", "RFC 3986", "An address is an absolute http or https URL.", false},
    RuleText{"resource-mismatch", "RFC 9728 section 3.3",
        "The resource that the metadata names is the server that was asked.", true},
    RuleText{"no-authorization-server", "2025-11-25 basic/authorization",
        "The metadata names at least one authorization server.", false},
    RuleText{"resource-metadata-missing", "RFC 9728 section 3",
        "A protected server publishes metadata about itself.", true},
    RuleText{"issuer-mismatch", "RFC 8414 section 3.3",
        "The issuer in the metadata is identical to the one it was asked for.", true},
    RuleText{"server-metadata-missing", "2025-11-25 basic/authorization",
        "An authorization server publishes metadata about itself.", true},
    RuleText{"endpoint-missing", "RFC 8414 section 2",
        "The metadata names the endpoint that is needed.", false},
    RuleText{"pkce-unsupported", "2025-11-25 basic/authorization",
        "The authorization server says that it supports PKCE with S256.", true},
    RuleText{"client-of-other-issuer", "2026-07-28 basic/authorization",
        "A client id is shown only to the authorization server that gave it.", true},
    RuleText{"registration-refused", "RFC 7591 section 3.2",
        "The authorization server answers a registration with a client id.", false},
    RuleText{"no-client", "2025-11-25 basic/authorization",
        "Without registration a client id is given by a person.", false},
    RuleText{"client-not-proven", "RFC 6749 section 4.4",
        "Client credentials are for a client that can prove who it is.", true},
    RuleText{"id-token-missing", "enterprise-managed-authorization",
        "The identity provider is shown the person's ID token.", false},
    RuleText{"browser-url", "2025-11-25 basic/security_best_practices",
        "Only http and https addresses are opened in a browser.", false},
    RuleText{"state-mismatch", "RFC 6749 section 10.12",
        "The redirect brings the state that was sent, once.", true},
    RuleText{"iss-missing", "RFC 9207 section 2.4",
        "A server that announces iss puts it into the redirect.", true},
    RuleText{"iss-mismatch", "RFC 9207 section 2.4",
        "The iss of the redirect is identical to the issuer that was asked.", true},
    RuleText{"redirect-malformed", "RFC 6749 section 4.1.2",
        "The redirect brings a code or an error, and each parameter once.", false},
    RuleText{"authorization-denied", "RFC 6749 section 4.1.2.1",
        "The authorization server grants the request.", false},
    RuleText{"token-refused", "RFC 6749 section 5.2", "The token endpoint gives a token.", false},
    RuleText{"token-malformed", "RFC 6749 section 5.1",
        "The token endpoint answers with JSON that holds a usable access token.", false},
    RuleText{"token-type-unknown", "RFC 6749 section 7.1",
        "A token of a type that is not understood is not used.", false},
    RuleText{"fresh-token-refused", "2025-11-25 basic/authorization",
        "A token that was just issued is accepted by the server.", false},
    RuleText{"step-up-limit", "2025-11-25 basic/authorization, Step-Up Authorization Flow",
        "More rights are asked for a few times only.", false},
    RuleText{"timed-out", "RFC 8252 section 8.4", "The browser comes back in time.", false},
    RuleText{"unreachable", "RFC 9110", "The other side answers.", false},
};
static_assert(kTexts.size() == static_cast<std::size_t>(Rule::Unreachable) + 1);

} // namespace

const RuleText &textOf(Rule rule)
{
    return kTexts[static_cast<std::size_t>(rule)];
}

bool overridableRule(const QString &id, Rule *rule)
{
    for (std::size_t i = 0; i < kTexts.size(); ++i) {
        if (id != QLatin1String(kTexts[i].id))
            continue;
        *rule = static_cast<Rule>(i);
        return kTexts[i].overridable;
    }
    return false;
}

} // namespace sonde::auth
