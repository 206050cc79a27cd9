// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/opening.h"

#include "base/formatting.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/mcptext.h"
#include "mcp/session/negotiation.h"

#include <utility>

namespace sonde::mcp {

namespace {

Opening::Decision failure(const QString &sentence)
{
    return {Opening::Next::Fail, {.domain = Domain::Protocol, .sentence = sentence}, {}};
}

QString listed(const QStringList &revisions)
{
    return listText(revisions);
}

} // namespace

Opening::Opening(
    Era era, QString revision, bool exact, std::string capabilities, bool orLegacy, bool isProbe)
    : m_era(era)
    , m_revision(std::move(revision))
    , m_exact(exact)
    , m_capabilities(std::move(capabilities))
    , m_orLegacy(orLegacy)
    , m_isEraKnown(!orLegacy && !isProbe && (era == Era::Legacy || exact))
{
    restart();
}

void Opening::restart()
{
    m_retried = false;
    speak(m_era, m_revision);
}

void Opening::speak(Era era, const QString &revision)
{
    m_dialect = Dialect::make(era, revision, m_capabilities);
}

Opening::Decision Opening::decide(const Response &response)
{
    m_isEraKnown = true;
    if (m_orLegacy && !m_eraResponse)
        return decideEra(response);
    if (response.message.kind == rpc::Kind::ErrorResponse)
        return refused(response);
    return isModern() ? discovered(response.result()) : initialized(response.result());
}

Opening::Decision Opening::decideEra(const Response &response)
{
    m_eraResponse = response;
    const Plan plan = judgeProbe(response.message);
    if (plan.era == Era::Modern && plan.revision == m_dialect->revision())
        return decide(response);
    speak(plan.era, plan.revision);
    return {Next::SendAgain, {}, {}};
}

Opening::Decision Opening::refused(const Response &response)
{
    const rpc::Message &message = response.message;
    if (isModern() && message.errorCode() == kUnsupportedProtocolVersion
        && retryWith(stringsOf(message.error()["data"]["supported"])))
        return {Next::SendAgain, {}, {}};
    Error error = serverError(message);
    error.sentence = Text::tr("The server refused %1 for revision %2 with %3: %4")
                         .arg(QString::fromStdString(m_dialect->openingMethod()),
                             m_dialect->revision(), nameOfError(message), error.sentence);
    if (response.httpStatus == 401 || response.httpStatus == 403)
        error.domain = Domain::Authorization;
    return {Next::Fail, std::move(error), {response.httpStatus, message, nullptr}};
}

Opening::Decision Opening::initialized(const json::Value &result)
{
    const json::Value version = result["protocolVersion"];
    const QString offered = version.toString();
    if (!version.isString())
        return failure(Text::tr("The response to initialize has no protocolVersion."));
    if (offered == m_dialect->revision())
        return {};
    // 2025-11-25 basic/lifecycle: the server may name another version; disconnect when the client
    // does not support it.
    if (m_exact)
        return failure(Text::tr("The server offers revision %1, but %2 is pinned for it.")
                           .arg(offered, m_dialect->revision()));
    if (eraOf(offered) != Era::Legacy)
        return failure(Text::tr("The server offers revision %1, which Sonde does not support in "
                                "the legacy era (it supports %2).")
                           .arg(offered, listed(revisionsOf(Era::Legacy))));
    speak(Era::Legacy, offered);
    return {};
}

Opening::Decision Opening::discovered(const json::Value &result)
{
    const auto supported = stringsOf(result["supportedVersions"]);
    if (supported.contains(m_dialect->revision()) || m_exact)
        return {};
    if (retryWith(supported))
        return {Next::SendAgain, {}, {}};
    const QString own = listed(revisionsOf(Era::Modern));
    return failure(supported.isEmpty()
            ? Text::tr("The server names no supported revision. In the modern era Sonde supports "
                       "%1.")
                  .arg(own)
            : Text::tr("The server supports %1; in the modern era Sonde supports %2. They have no "
                       "revision in common.")
                  .arg(listed(supported), own));
}

// Chooses the newest revision that both sides support; false when there is none, or after the first
// retry.
bool Opening::retryWith(const QStringList &supported)
{
    if (m_exact || std::exchange(m_retried, true))
        return false;
    for (const QString &revision : revisionsOf(Era::Modern)) {
        if (supported.contains(revision) && revision != m_dialect->revision()) {
            speak(Era::Modern, revision);
            return true;
        }
    }
    return false;
}

} // namespace sonde::mcp
