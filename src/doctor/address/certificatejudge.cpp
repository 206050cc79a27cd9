// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/certificatejudge.h"

#include "base/formatting.h"
#include "doctor/address/addresscheck.h"
#include "doctor/address/socketprobe.h"
#include "doctor/base/doctortr.h"

#include <QDateTime>

#include <algorithm>
#include <array>

namespace sonde::doctor {

namespace {

using Failure = wire::HttpOutcome::Failure;

bool covers(const QString &name, const QString &host)
{
    if (name.compare(host, Qt::CaseInsensitive) == 0)
        return true;
    return name.startsWith(QLatin1String("*."))
        && host.section(u'.', 1).compare(name.mid(2), Qt::CaseInsensitive) == 0;
}

DoctorFinding whyUntrusted(
    const QString &host, const wire::Certificate &own, const std::vector<wire::Certificate> &chain)
{
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const QDateTime from = QDateTime::fromString(own.validFrom, Qt::ISODate);
    const QDateTime until = QDateTime::fromString(own.validUntil, Qt::ISODate);
    if (from.isValid() && now < from)
        return {Kind::CertificateNotYet, {host, own.validFrom, now.toString(Qt::ISODate)}};
    if (until.isValid() && now > until)
        return {Kind::CertificateExpired, {host, own.validUntil}};
    if (own.subject == own.issuer)
        return {Kind::CertificateSelfSigned, {host}};
    const QString issuer = chain.back().issuer;
    for (const QString &each : {own.issuer, issuer}) {
        if (const QString inspector = inspectorIn(each); !inspector.isEmpty())
            return {Kind::CertificateCorporate, {host, inspector}};
    }
    const bool fits = std::any_of(own.names.begin(), own.names.end(),
        [&](const QString &name) { return covers(name, host); });
    if (!fits && !own.names.isEmpty())
        return {Kind::CertificateName, {host, listText(own.names.mid(0, 4))}};
    return {Kind::CertificateUnknown, {host, own.issuer}};
}

} // namespace

QString inspectorIn(const QString &issuer)
{
    static constexpr std::array names{"Zscaler", "Netskope", "Palo Alto", "Fortinet", "FortiGate",
        "Blue Coat", "Symantec Web", "Forcepoint", "McAfee Web", "Sophos", "Cisco Umbrella",
        "Check Point", "Barracuda", "Cloudflare Gateway", "Gateway CA", "mitmproxy",
        "Charles Proxy", "Fiddler", "Burp", "Kaspersky", "Avast", "ESET", "Bitdefender",
        "Corporate", "Proxy CA"};
    for (const char *name : names) {
        if (issuer.contains(QLatin1String(name), Qt::CaseInsensitive))
            return QString::fromLatin1(name);
    }
    return {};
}

std::vector<DoctorFinding> judgeCertificate(const AddressFacts &facts)
{
    const Fetched &first = facts.first;
    if (first.url.scheme() != u"https")
        return {{Kind::NoTls}};
    const auto &chain = first.outcome.facts.chain;
    const QString host = first.url.host();
    const QString place = placeOf(host, portOf(first.url));
    const QString sentence = first.outcome.error ? first.outcome.error->sentence : QString();
    if (facts.speaksPlain)
        return {{Kind::PlainBehindHttps, {place}}};
    switch (first.outcome.failure) {
    case Failure::Untrusted:
        return {chain.empty() ? DoctorFinding{Kind::TlsFailed, {sentence}}
                              : whyUntrusted(host, chain.front(), chain)};
    case Failure::PinMismatch:
        return {{Kind::TlsFailed, {sentence}}};
    case Failure::ClientCertificate:
        return {{Kind::ClientCertificate, {place}}};
    case Failure::NotTls:
        return {{Kind::PlainBehindHttps, {place}}};
    case Failure::Tls: // what OpenSSL says tells more than that it failed
        return {{Kind::TlsFailed, {first.outcome.error ? first.outcome.error->detail : sentence}}};
    default:
        break;
    }
    if (chain.empty())
        return {};
    return {{Kind::CertificateFine,
        {listText(chain.front().names.mid(0, 4)), chain.front().validUntil.left(10),
            chain.front().issuer, first.outcome.facts.tlsVersion, QString::number(chain.size())}}};
}

} // namespace sonde::doctor
