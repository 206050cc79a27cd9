// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/authorizationjudge.h"

#include "auth/base/urlrules.h"
#include "doctor/address/addresscheck.h"
#include "doctor/base/doctortr.h"

namespace sonde::doctor {

namespace {

QString triesText(const std::vector<AddressFacts::Metadata> &tries)
{
    QStringList texts;
    for (const AddressFacts::Metadata &each : tries) {
        const QString status =
            each.status == 0 ? Text::tr("no response") : QString::number(each.status);
        texts << QStringLiteral("%1: %2").arg(shownUrl(each.url), status);
    }
    return texts.isEmpty() ? Text::tr("nothing") : texts.join(QStringLiteral("; "));
}

const AddressFacts::Metadata *refused(const std::vector<AddressFacts::Metadata> &tries)
{
    for (const AddressFacts::Metadata &each : tries) {
        if (each.status == 401 || each.status == 403)
            return &each;
    }
    return nullptr;
}

DoctorFinding notRequested(Kind kind, const AddressFacts::Refused &refused)
{
    return {kind,
        {QStringLiteral("“%1”").arg(refused.written.left(200)), auth::sentenceOf(refused.rule)}};
}

std::vector<DoctorFinding> judgeServer(const AddressFacts &facts)
{
    const QString issuer = facts.resource->authorizationServers.value(0);
    if (!facts.server && facts.refusedServer)
        return {notRequested(Kind::AuthorizationServerRefused, *facts.refusedServer)};
    if (!facts.server)
        return {{Kind::AuthorizationServerMissing,
            {issuer.isEmpty() ? Text::tr("(none named)") : issuer.left(200),
                triesText(facts.serverTries)}}};
    const auto &methods = facts.server->codeChallengeMethods;
    if (!methods || !methods->contains(QStringLiteral("S256")))
        return {{Kind::NoPkce, {issuer.left(200)}}};
    if (facts.sentCredentials)
        return {{Kind::TokenRefused, {QString::number(facts.first.status())}}};
    return {{Kind::LoginNeeded, {issuer.left(200)}}};
}

} // namespace

std::vector<DoctorFinding> judgeAuthorization(const AddressFacts &facts)
{
    const Fetched &first = facts.first;
    if (!first.head)
        return {};
    if (!facts.needsAuthorization) {
        if (facts.opening().status() >= 300)
            return {};
        return {{facts.sentCredentials ? Kind::AuthorizationFine : Kind::NoAuthorization}};
    }
    std::vector<DoctorFinding> findings;
    if (first.status() == 401 && first.header("WWW-Authenticate").isEmpty())
        findings.push_back({Kind::NoChallenge});
    if (!facts.resource) {
        if (const auto *each = refused(facts.resourceTries))
            findings.push_back(
                {Kind::MetadataRefused, {shownUrl(each->url), QString::number(each->status)}});
        else if (facts.sentCredentials)
            findings.push_back({Kind::TokenRefused, {QString::number(first.status())}});
        else if (facts.refusedResource)
            findings.push_back(notRequested(Kind::MetadataUrlRefused, *facts.refusedResource));
        else
            findings.push_back({Kind::MetadataMissing, {triesText(facts.resourceTries)}});
        return findings;
    }
    const QUrl resource(facts.resource->resource);
    if (!auth::resourceCovers(resource, first.url)) {
        findings.push_back(
            {Kind::ResourceOther, {facts.resource->resource.left(200), shownUrl(first.url)}});
        return findings;
    }
    for (DoctorFinding &finding : judgeServer(facts))
        findings.push_back(std::move(finding));
    return findings;
}

} // namespace sonde::doctor
