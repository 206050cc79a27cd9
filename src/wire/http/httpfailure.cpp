// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/httpfailure.h"

#include "base/formatting.h"
#include "wire/http/urlplace.h"
#include "wire/http/wiretr.h"

#include <cerrno>

#include <openssl/x509_vfy.h>

namespace sonde::wire {

namespace {

using Failure = HttpOutcome::Failure;

QString couldNotConnect(const HttpFailureEvidence &evidence)
{
    const QString place = placeOf(evidence.url);
    switch (evidence.systemError) {
    case ECONNREFUSED:
        return Text::tr("Nothing listens at %1 (connection refused). Is the server running?")
            .arg(place);
    case ENOENT:
        return Text::tr("There is no socket at the given path. Is the server running?");
    case EACCES:
    case EPERM:
        return Text::tr("The system does not allow a connection to %1.").arg(place);
    case ENETUNREACH:
    case EHOSTUNREACH:
        return Text::tr("There is no route to %1. Is this machine on the right network?")
            .arg(place);
    default:
        return Text::tr("Cannot connect to %1.").arg(place);
    }
}

// The fault of the certificate, and the remedy.
QString untrusted(const HttpFailureEvidence &evidence)
{
    const QString host = evidence.url.host();
    const Certificate &certificate = evidence.certificate;
    switch (evidence.certificateError) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return Text::tr("The certificate of %1 has expired (%2). Renew it on the server, or pin "
                        "its key if you know it.")
            .arg(host, certificate.validUntil);
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return Text::tr(
            "The certificate of %1 is not valid before %2. Is the clock of this machine right?")
            .arg(host, certificate.validFrom);
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return Text::tr("The certificate of %1 is self-signed, not signed by a known authority. "
                        "Pin its key if you know it, or add its file to the CA certificates.")
            .arg(host);
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return Text::tr("The certificate of %1 is not signed by a known authority (issuer: %2). "
                        "Add the issuer's file to the CA certificates, or pin the key.")
            .arg(host, certificate.issuer);
    case X509_V_OK: {
        QStringList names = certificate.names;
        if (names.size() > 4)
            names = names.mid(0, 4) << QStringLiteral("…");
        return Text::tr("The certificate is not for %1 but for %2 (wrong name). Use one of its "
                        "names in the URL, or pin its key.")
            .arg(host, names.isEmpty() ? certificate.subject : listText(names));
    }
    default:
        return Text::tr("The certificate of %1 is not trusted: %2.")
            .arg(host,
                QString::fromLatin1(X509_verify_cert_error_string(evidence.certificateError)));
    }
}

ExchangeFailure tlsFailure(const HttpFailureEvidence &evidence)
{
    const QString place = placeOf(evidence.url);
    if (evidence.wantedOurs)
        return {Failure::ClientCertificate,
            Error{.domain = Domain::Transport,
                .sentence = Text::tr(
                    "%1 requested a client certificate and closed the connection because it "
                    "got none.")
                                .arg(place)}};
    if (evidence.text.contains(QLatin1String("wrong version number"))
        || evidence.text.contains(QLatin1String("packet length too long")))
        return {Failure::NotTls,
            Error{.domain = Domain::Transport,
                .sentence = Text::tr("%1 does not speak TLS. Does its address begin with http://?")
                                .arg(place)}};
    return {Failure::Tls,
        Error{.domain = Domain::Transport,
            .sentence = Text::tr("The TLS handshake with %1 failed.").arg(place)}};
}

ExchangeFailure failed(Failure failure, const QString &sentence)
{
    return {failure, Error{.domain = Domain::Transport, .sentence = sentence}};
}

ExchangeFailure proxyFailure(const HttpFailureEvidence &evidence)
{
    if (evidence.proxyStatus == 407)
        return failed(Failure::ProxyRefused,
            Text::tr("The proxy %1 requires a user name and a password (407).")
                .arg(evidence.proxy));
    if (evidence.proxyStatus != 0)
        return failed(Failure::ProxyRefused,
            Text::tr("The proxy %1 does not connect to %2 (status %3).")
                .arg(evidence.proxy, placeOf(evidence.url))
                .arg(evidence.proxyStatus));
    return failed(Failure::Proxy,
        Text::tr("Cannot reach %2 through the proxy %1. Is the proxy running?")
            .arg(evidence.proxy, placeOf(evidence.url)));
}

// The connection broke, or the received data is not HTTP.
ExchangeFailure broken(const HttpFailureEvidence &evidence)
{
    const QString place = placeOf(evidence.url);
    if (evidence.hasFinalHead)
        return failed(Failure::Truncated,
            Text::tr("%1 closed the connection in the middle of the response.").arg(place));
    if (evidence.received)
        return failed(Failure::BadResponse,
            Text::tr("%1 closed the connection in the middle of the response headers.").arg(place));
    // With TLS 1.3 a server refuses after the handshake, when the request may already be sent.
    if (evidence.wantedOurs)
        return tlsFailure(evidence);
    if (!evidence.wholeRequestSent)
        return failed(Failure::Send,
            Text::tr("The connection to %1 broke while the request was sent. The server may have "
                     "seen part of it.")
                .arg(place));
    return failed(Failure::NoResponse,
        Text::tr("%1 closed the connection without a response. The server may have acted on the "
                 "request, so it was not sent again. Send it again if repeating it is safe.")
            .arg(place));
}

ExchangeFailure classify(const HttpFailureEvidence &evidence)
{
    const QString place = placeOf(evidence.url);
    const bool throughProxy = !evidence.proxy.isEmpty() && !evidence.began;
    switch (evidence.code) {
    case CURLE_URL_MALFORMAT:
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
        if (evidence.began)
            return failed(
                Failure::BadResponse, Text::tr("The response of %1 is not HTTP.").arg(place));
        return failed(
            Failure::Local, Text::tr("%1 is not a valid address.").arg(evidence.url.toString()));
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
        return proxyFailure(evidence);
    case CURLE_COULDNT_RESOLVE_HOST:
        return failed(Failure::Resolve,
            Text::tr(
                "The host name %1 was not found. Is it spelled right, and is this machine online?")
                .arg(evidence.url.host()));
    case CURLE_OPERATION_TIMEDOUT:
        return failed(Failure::TimedOut,
            Text::tr("%1 did not accept the connection in time.")
                .arg(throughProxy ? evidence.proxy : place));
    case CURLE_PEER_FAILED_VERIFICATION:
        return failed(Failure::Untrusted, untrusted(evidence));
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        return failed(Failure::PinMismatch,
            Text::tr(
                "The key of %1 is not the pinned one. If the key was changed on purpose, check the "
                "new certificate and pin it; if not, the connection may be intercepted.")
                .arg(place));
    case CURLE_SSL_CERTPROBLEM:
        return failed(Failure::Local,
            Text::tr("The client certificate or its key cannot be used: they are not PEM, do not "
                     "belong together, or the key is encrypted."));
    case CURLE_SSL_CACERT_BADFILE:
        return failed(
            Failure::Local, Text::tr("The CA certificates file contains no certificate in PEM."));
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
        return tlsFailure(evidence);
    case CURLE_OUT_OF_MEMORY:
        return failed(
            Failure::BadResponse, Text::tr("%1 sent a header line that is too long.").arg(place));
    case CURLE_COULDNT_CONNECT:
        return throughProxy ? proxyFailure(evidence)
                            : failed(Failure::Connect, couldNotConnect(evidence));
    case CURLE_RECV_ERROR:
        if (throughProxy)
            return proxyFailure(evidence);
        if (evidence.text.contains(QLatin1String("alert")) && !evidence.received)
            return tlsFailure(evidence); // TLS 1.3 reports it after the handshake
        return broken(evidence);
    default:
        return throughProxy ? proxyFailure(evidence) : broken(evidence);
    }
}

} // namespace

ExchangeFailure explain(const HttpFailureEvidence &evidence)
{
    ExchangeFailure result;
    if (evidence.repeated) {
        HttpFailureEvidence first = evidence;
        first.received = first.hasFinalHead = false;
        result = broken(first);
    } else if (evidence.code != CURLE_OK) {
        result = classify(evidence);
    } else if (!evidence.hasFinalHead) {
        result = failed(Failure::BadResponse,
            Text::tr("The response of %1 is not HTTP.").arg(placeOf(evidence.url)));
    } else {
        return result;
    }
    result.error->code = evidence.code;
    result.error->detail =
        QStringLiteral("libcurl %1: %2")
            .arg(evidence.code)
            .arg(evidence.text.isEmpty() ? QString::fromLatin1(curl_easy_strerror(evidence.code))
                                         : evidence.text);
    return result;
}

} // namespace sonde::wire
