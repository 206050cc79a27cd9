// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/findingtable.h"

#include <QtGlobal>

namespace sonde::doctor {

namespace {

constexpr FindingRow kRows[]{
    {Kind::UrlIncomplete, Level::Failure, "url-incomplete",
        QT_TRANSLATE_NOOP("Doctor", "“%1” is not a complete URL."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Write scheme, host and path, for example https://example.org/mcp.")},
    {Kind::UrlScheme, Level::Failure, "url-scheme",
        QT_TRANSLATE_NOOP(
            "Doctor", "The URL begins with “%1:”. MCP is spoken over http and https."),
        QT_TRANSLATE_NOOP("Doctor", "Use the http or https address of the server.")},
    {Kind::UrlPlaceholder, Level::Failure, "url-placeholder",
        QT_TRANSLATE_NOOP("Doctor", "%1 still contains the placeholder “%2”."),
        QT_TRANSLATE_NOOP("Doctor", "Replace it with the real value.")},
    {Kind::UrlUnspecified, Level::Warning, "url-unspecified",
        QT_TRANSLATE_NOOP("Doctor", "%1 is an address to listen at, not one to call."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Use 127.0.0.1 or localhost, or the address of the server's machine.")},
    {Kind::NameUnknown, Level::Failure, "name-unknown",
        QT_TRANSLATE_NOOP("Doctor", "The host %1 has no address: %2."),
        QT_TRANSLATE_NOOP("Doctor", "Check the spelling of the host, the network and the VPN.")},
    {Kind::ProxyUnreachable, Level::Failure, "proxy-unreachable",
        QT_TRANSLATE_NOOP("Doctor", "The proxy %1 cannot be used: %2"),
        QT_TRANSLATE_NOOP("Doctor",
            "Start the proxy, correct the proxy setting or its variable, or add the host to "
            "NO_PROXY.")},
    {Kind::ProxyRefuses, Level::Failure, "proxy-refuses",
        QT_TRANSLATE_NOOP("Doctor", "The proxy %1 refuses: %2"),
        QT_TRANSLATE_NOOP(
            "Doctor", "Give the proxy its user name and password, or add the host to NO_PROXY.")},
    {Kind::NothingListens, Level::Failure, "nothing-listens",
        QT_TRANSLATE_NOOP("Doctor", "Nothing listens at %1 (connection refused)."),
        QT_TRANSLATE_NOOP("Doctor", "Start the server, or correct the port.")},
    {Kind::NoRoute, Level::Failure, "no-route",
        QT_TRANSLATE_NOOP("Doctor", "%1 does not answer: %2."),
        QT_TRANSLATE_NOOP("Doctor", "Check the network, the VPN and firewalls.")},
    {Kind::PlainBehindHttps, Level::Failure, "plain-behind-https",
        QT_TRANSLATE_NOOP("Doctor", "The URL begins with https, but %1 does not speak TLS."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Begin the URL with http://, or give the server a certificate.")},
    {Kind::TlsBehindHttp, Level::Failure, "tls-behind-http",
        QT_TRANSLATE_NOOP("Doctor", "The URL begins with http, but %1 speaks TLS."),
        QT_TRANSLATE_NOOP("Doctor", "Begin the URL with https://.")},
    {Kind::CertificateNotYet, Level::Failure, "certificate-not-yet-valid",
        QT_TRANSLATE_NOOP("Doctor", "The certificate of %1 is valid from %2 only; here it is %3."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Set the clock of this machine, or of the one that made the certificate.")},
    {Kind::CertificateExpired, Level::Failure, "certificate-expired",
        QT_TRANSLATE_NOOP("Doctor", "The certificate of %1 expired on %2."),
        QT_TRANSLATE_NOOP("Doctor", "Renew the certificate.")},
    {Kind::CertificateSelfSigned, Level::Failure, "certificate-self-signed",
        QT_TRANSLATE_NOOP(
            "Doctor", "The certificate of %1 is signed by itself, not by an authority."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Add it to the CA certificates, or pin its key if you know it.")},
    {Kind::CertificateName, Level::Failure, "certificate-name",
        QT_TRANSLATE_NOOP("Doctor", "The certificate is not for %1, but for %2."),
        QT_TRANSLATE_NOOP("Doctor", "Use one of these names in the URL.")},
    {Kind::CertificateCorporate, Level::Failure, "certificate-corporate",
        QT_TRANSLATE_NOOP("Doctor",
            "The certificate of %1 comes from %2, which inspects the traffic of a company, and "
            "not from the site."),
        QT_TRANSLATE_NOOP("Doctor",
            "Add that authority to the CA certificates. Hosts need it as well: "
            "NODE_EXTRA_CA_CERTS for node, SSL_CERT_FILE for Python.")},
    {Kind::CertificateUnknown, Level::Failure, "certificate-unknown-authority",
        QT_TRANSLATE_NOOP(
            "Doctor", "The certificate of %1 is signed by %2, which is no authority known here."),
        QT_TRANSLATE_NOOP("Doctor",
            "Add the authority to the CA certificates. If the server sends an incomplete chain, "
            "add the intermediate certificate there.")},
    {Kind::ClientCertificate, Level::Failure, "client-certificate",
        QT_TRANSLATE_NOOP("Doctor", "%1 demands a client certificate, and none is set."),
        QT_TRANSLATE_NOOP("Doctor", "Set the client certificate and its key.")},
    {Kind::TlsFailed, Level::Failure, "tls-failed",
        QT_TRANSLATE_NOOP("Doctor", "The TLS handshake failed: %1"),
        QT_TRANSLATE_NOOP("Doctor", "The server may support only old versions of TLS.")},
    {Kind::AcceptsSilently, Level::Failure, "accepts-silently",
        QT_TRANSLATE_NOOP("Doctor", "%1 accepts connections, but sent nothing within %2."),
        QT_TRANSLATE_NOOP("Doctor",
            "The server hangs, or something else listens there. Restart it, and look at its "
            "log.")},
    {Kind::ClosesSilently, Level::Failure, "closes-silently",
        QT_TRANSLATE_NOOP("Doctor", "%1 closes the connection without a response."),
        QT_TRANSLATE_NOOP("Doctor",
            "Look at the log of the server: it may have crashed, or listen for another "
            "protocol.")},
    {Kind::NotHttp, Level::Failure, "not-http",
        QT_TRANSLATE_NOOP("Doctor", "%1 does not speak HTTP: %2"),
        QT_TRANSLATE_NOOP("Doctor", "Correct the port: another program listens there.")},
    {Kind::ClockWrong, Level::Warning, "clock-wrong",
        QT_TRANSLATE_NOOP("Doctor", "The clocks of the server and of this machine differ by %1."),
        QT_TRANSLATE_NOOP("Doctor", "Set the wrong clock: tokens and certificates depend on it.")},
    {Kind::ProxyUsed, Level::Note, "proxy-used",
        QT_TRANSLATE_NOOP("Doctor",
            "The proxy %1 is used. A host that does not have the variable connects directly.")},
    {Kind::OneFamilyResponds, Level::Warning, "one-family-answers",
        QT_TRANSLATE_NOOP(
            "Doctor", "%1 accepts connections, %2 refuses them. Some programs try only the first."),
        QT_TRANSLATE_NOOP("Doctor", "Use %1 in the URL, or let the server listen on both.")},
};

} // namespace

std::span<const FindingRow> addressFindings()
{
    return kRows;
}

} // namespace sonde::doctor
