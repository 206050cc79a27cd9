// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/pkce.h"
#include "findings/catalogue/findingstr.h"
#include "findings/context/oauthfacts.h"
#include "findings/rules/authorization/authorizationtables.h"

#include <QUrl>

#include <algorithm>

namespace sonde::findings {

namespace {

constexpr double kLongLife = 30.0 * 24 * 3600; // seconds; "many days"
constexpr int kMaxStepUps = 3; // repetitions of a request that is refused each time
constexpr int kMaxRefused = 2; // new tokens

QString form(const Context &context, const char *name)
{
    return formValue(*context.exchange, name).value_or(QString());
}

bool isGrant(const Context &context, QLatin1String grant)
{
    return form(context, "grant_type") == grant;
}

bool isOfCode(const Context &context)
{
    return isGrant(context, QLatin1String("authorization_code"));
}

bool isRefresh(const Context &context)
{
    return isGrant(context, QLatin1String("refresh_token"));
}

// The client that the form names, as far as it is known.
const KnownClient *clientOf(const Context &context)
{
    return context.connection.authorization.clientOf(form(context, "client_id"));
}

// Whether the code is the one that the newest authorization request brought.
bool isOfRequest(const Context &context)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const auto code = fingerprintOf(form(context, "code"));
    return isOfCode(context) && known.request && known.response && code != 0
        && code == known.response->code;
}

// The code

void sendsVerifier(const Context &context, Report &report)
{
    if (!isOfCode(context))
        return report.notTested();
    const QString verifier = form(context, "code_verifier");
    const AuthorizationFacts &known = context.connection.authorization;
    if (verifier.isEmpty())
        report.whole(Text::tr("The token request has no `code_verifier`."));
    else if (isOfRequest(context) && !known.request->challenge.isEmpty() && !isHidden(verifier)
        && verifier != known.request->challenge
        && QString::fromLatin1(auth::codeChallenge(verifier.toUtf8())) != known.request->challenge)
        report
            .whole(Text::tr("`code_verifier` does not belong to the `code_challenge` of the "
                            "authorization request."))
            .messages.push_back(known.request->number);
}

void stateCompared(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    if (!isOfRequest(context) || known.request->state.isEmpty())
        return report.notTested();
    if (known.response->state != known.request->state)
        report
            .whole(known.response->state.isEmpty()
                    ? Text::tr("The client uses a code whose response has no `state`.")
                    : Text::tr("The client uses a code whose response has another `state` than "
                               "the request."))
            .messages.push_back(known.response->number);
}

// The issuer of the server at which the code was requested; null: not known.
const KnownIssuer *serverOfCode(const Context &context)
{
    const AuthorizationFacts &known = context.connection.authorization;
    return isOfRequest(context) ? known.serverOf(known.request->endpoint, "authorization_endpoint")
                                : nullptr;
}

// Equal for those who fold what must not be folded.
bool isAlmostEqual(const QString &a, const QString &b)
{
    const auto folded = [](const QString &text) {
        QUrl url(QUrl::fromPercentEncoding(text.toUtf8()));
        const bool isDefault = (url.scheme() == u"https" && url.port() == 443)
            || (url.scheme() == u"http" && url.port() == 80);
        if (isDefault)
            url.setPort(-1);
        QString plain = url.toString(QUrl::FullyEncoded).toLower();
        while (plain.endsWith(u'/'))
            plain.chop(1);
        return plain;
    };
    return a != b && folded(a) == folded(b);
}

void issuerCompared(const Context &context, Report &report)
{
    const KnownIssuer *server = serverOfCode(context);
    const AuthorizationFacts &known = context.connection.authorization;
    if (!server || !known.response->issuer || server->issuer.isEmpty())
        return report.notTested();
    if (isAlmostEqual(*known.response->issuer, server->issuer))
        report
            .whole(Text::tr("The client uses a code with `iss` %1, although the issuer is %2.")
                       .arg(shownText(*known.response->issuer), shownText(server->issuer)))
            .messages.push_back(known.response->number);
}

void issuerValidated(const Context &context, Report &report)
{
    const KnownIssuer *server = serverOfCode(context);
    if (!server || server->issuer.isEmpty())
        return report.notTested();
    const auto &issuer = context.connection.authorization.response->issuer;
    const bool isAnnounced =
        server->metadata.root()["authorization_response_iss_parameter_supported"].toBool().value_or(
            false);
    const trace::Number number = context.connection.authorization.response->number;
    if (!issuer && isAnnounced)
        report
            .whole(Text::tr("The client uses a code whose response has no `iss`, although the "
                            "metadata announces it."))
            .messages.push_back(number);
    else if (issuer && *issuer != server->issuer && !isAlmostEqual(*issuer, server->issuer))
        report
            .whole(Text::tr("The client uses a code with `iss` %1 of the issuer %2.")
                       .arg(shownText(*issuer), shownText(server->issuer)))
            .messages.push_back(number);
}

// Refresh tokens

void refreshRegistered(const Context &context, Report &report)
{
    const KnownClient *client = clientOf(context);
    if (!isRefresh(context) || !client || !client->grantTypes)
        return report.notTested();
    if (!client->grantTypes->contains(QLatin1String("refresh_token")))
        report
            .whole(Text::tr("The client refreshes its token, but registered only %1.")
                       .arg(shownText(client->grantTypes->join(u' '))))
            .messages.push_back(client->number);
}

void refreshNotAssumed(const Context &context, Report &report)
{
    if (!isRefresh(context))
        return report.notTested();
    if (form(context, "refresh_token").isEmpty())
        report.whole(Text::tr("The client refreshes its token without a `refresh_token`."));
}

void refreshRotated(const Context &context, Report &report)
{
    const HttpExchange &exchange = *context.exchange;
    const auto sent = fingerprintOf(form(context, "refresh_token"));
    const auto given = fingerprintOf(exchange.responseBody.root()["refresh_token"].toString());
    // Of an unknown client the log of another program may leave out the header with its secret.
    const KnownClient *client = clientOf(context);
    const bool isKnown = exchange.isFirstHand() || (client && client->method == u"none");
    const bool isPublic = isKnown && !exchange.request.contains("authorization")
        && !formValue(exchange, "client_secret") && !formValue(exchange, "client_assertion");
    // A token that is bound to a key need not be another one (OAuth 2.1 section 4.3.1).
    if (!isRefresh(context) || !isPublic || sent == 0 || given == 0
        || exchange.request.contains("dpop"))
        return report.notTested();
    if (sent == given)
        report.whole(Text::tr("The response has the same `refresh_token` as the request."));
}

// Tokens

void lifetime(const Context &context, Report &report)
{
    const auto response = context.exchange->responseBody.root();
    if (!context.exchange->succeeded() || !response["access_token"]
        || form(context, "grant_type").endsWith(QLatin1String("token-exchange")))
        return report.notTested();
    const auto seconds = response["expires_in"];
    if (!seconds)
        report.whole(Text::tr("The token response has no `expires_in`."));
    else if (seconds.toDouble().value_or(0) > kLongLife)
        report.whole(Text::tr("`expires_in` is %1: the token lives for more than 30 days.")
                         .arg(shown(seconds)));
}

void stopsAtRefusal(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    if (isRefresh(context))
        return report.notTested();
    if (known.refusedTokens >= kMaxRefused)
        report
            .whole(Text::tr("The client requests another token, although the server has refused "
                            "%1 new ones with status 401.")
                       .arg(known.refusedTokens))
            .messages.push_back(known.challenge);
    else if (known.refusedTokens == 0 && known.accepted == 0)
        report.notTested();
}

void stepUpLimited(const Context &context, Report &report)
{
    const AuthorizationFacts &known = context.connection.authorization;
    const auto newest = std::find_if(known.stepUps.begin(), known.stepUps.end(),
        [&known](const auto &each) { return each.second.number == known.challenge; });
    if (newest == known.stepUps.end())
        return report.notTested();
    if (newest->second.repeated >= kMaxStepUps)
        report
            .whole(Text::tr("The client requests another token for a request that was refused %1 "
                            "times for want of a scope.")
                       .arg(newest->second.repeated + 1))
            .messages.push_back(newest->second.number);
}

constexpr Rule kRules[] = {
    {"auth.pkce", On::Token, {}, &sendsVerifier},
    {"auth.state", On::Token, {}, &stateCompared},
    {"auth.iss-string-comparison", On::Token, {}, &issuerCompared},
    {"auth.iss-validated", On::Token, {}, &issuerValidated},
    {"auth.refresh-grant-type", On::Token, {}, &refreshRegistered},
    {"auth.refresh-not-assumed", On::Token, {}, &refreshNotAssumed},
    {"auth.refresh-rotation", On::Token, {}, &refreshRotated},
    {"auth.token-lifetimes", On::Token, {}, &lifetime},
    {"auth.retries-original-request", On::Token, {}, &stopsAtRefusal},
    {"auth.step-up-limited", On::Token, {}, &stepUpLimited},
};

} // namespace

std::span<const Rule> tokenRules()
{
    return kRules;
}

} // namespace sonde::findings
