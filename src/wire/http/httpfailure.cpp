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

rpc::Sentence couldNotConnect(const HttpFailureEvidence &evidence)
{
    const QString place = placeOf(evidence.url);
    switch (evidence.systemError) {
    case ECONNREFUSED:
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "Nothing listens at %1 (connection refused). Is the server running?"),
            {place});
    case ENOENT:
        return told(QT_TRANSLATE_NOOP(
            "sonde::wire", "There is no socket at the given path. Is the server running?"));
    case EACCES:
    case EPERM:
        return told(
            QT_TRANSLATE_NOOP("sonde::wire", "The system does not allow a connection to %1."),
            {place});
    case ENETUNREACH:
    case EHOSTUNREACH:
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "There is no route to %1. Is this machine on the right network?"),
            {place});
    default:
        return told(QT_TRANSLATE_NOOP("sonde::wire", "Cannot connect to %1."), {place});
    }
}

// The fault of the certificate, and the remedy.
rpc::Sentence untrusted(const HttpFailureEvidence &evidence)
{
    const QString host = evidence.url.host();
    const Certificate &certificate = evidence.certificate;
    switch (evidence.certificateError) {
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The certificate of %1 has expired (%2). Renew it on the server, or pin "
                        "its key if you know it."),
            {host, certificate.validUntil});
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The certificate of %1 is not valid before %2. Is the clock of this "
                        "machine right?"),
            {host, certificate.validFrom});
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The certificate of %1 is self-signed, not signed by a known authority. "
                        "Pin its key if you know it, or add its file to the CA certificates."),
            {host});
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The certificate of %1 is not signed by a known authority (issuer: %2). "
                        "Add the issuer's file to the CA certificates, or pin the key."),
            {host, certificate.issuer});
    case X509_V_OK: {
        QStringList names = certificate.names;
        if (names.size() > 4)
            names = names.mid(0, 4) << QStringLiteral("…");
        return told(QT_TRANSLATE_NOOP("sonde::wire",
                        "The certificate is not for %1 but for %2 (wrong name). Use one of its "
                        "names in the URL, or pin its key."),
            {host, names.isEmpty() ? certificate.subject : names.join(QLatin1String(", "))});
    }
    default:
        return told(QT_TRANSLATE_NOOP("sonde::wire", "The certificate of %1 is not trusted: %2."),
            {host, QString::fromLatin1(X509_verify_cert_error_string(evidence.certificateError))});
    }
}

ExchangeFailure failed(Failure failure, const rpc::Sentence &said)
{
    return {failure, Error{.domain = Domain::Transport, .sentence = said.shown()}, said};
}

ExchangeFailure tlsFailure(const HttpFailureEvidence &evidence)
{
    const QString place = placeOf(evidence.url);
    if (evidence.wantedOurs)
        return failed(Failure::ClientCertificate,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                     "%1 requested a client certificate and closed the connection because it "
                     "got none."),
                {place}));
    if (evidence.text.contains(QLatin1String("wrong version number"))
        || evidence.text.contains(QLatin1String("packet length too long")))
        return failed(Failure::NotTls,
            told(QT_TRANSLATE_NOOP(
                     "sonde::wire", "%1 does not speak TLS. Does its address begin with http://?"),
                {place}));
    return failed(Failure::Tls,
        told(QT_TRANSLATE_NOOP("sonde::wire", "The TLS handshake with %1 failed."), {place}));
}

ExchangeFailure proxyFailure(const HttpFailureEvidence &evidence)
{
    if (evidence.proxyStatus == 407)
        return failed(Failure::ProxyRefused,
            told(QT_TRANSLATE_NOOP(
                     "sonde::wire", "The proxy %1 requires a user name and a password (407)."),
                {evidence.proxy}));
    if (evidence.proxyStatus != 0)
        return failed(Failure::ProxyRefused,
            told(QT_TRANSLATE_NOOP(
                     "sonde::wire", "The proxy %1 does not connect to %2 (status %3)."),
                {evidence.proxy, placeOf(evidence.url), QString::number(evidence.proxyStatus)}));
    return failed(Failure::Proxy,
        told(QT_TRANSLATE_NOOP(
                 "sonde::wire", "Cannot reach %2 through the proxy %1. Is the proxy running?"),
            {evidence.proxy, placeOf(evidence.url)}));
}

// The connection broke, or the received data is not HTTP.
ExchangeFailure broken(const HttpFailureEvidence &evidence)
{
    const QString place = placeOf(evidence.url);
    if (evidence.hasFinalHead)
        return failed(Failure::Truncated,
            told(QT_TRANSLATE_NOOP(
                     "sonde::wire", "%1 closed the connection in the middle of the response."),
                {place}));
    if (evidence.received)
        return failed(Failure::BadResponse,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                     "%1 closed the connection in the middle of the response headers."),
                {place}));
    // With TLS 1.3 a server refuses after the handshake, when the request may already be sent.
    if (evidence.wantedOurs)
        return tlsFailure(evidence);
    if (!evidence.wholeRequestSent)
        return failed(Failure::Send,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                     "The connection to %1 broke while the request was sent. The server may have "
                     "seen part of it."),
                {place}));
    return failed(Failure::NoResponse,
        told(QT_TRANSLATE_NOOP("sonde::wire",
                 "%1 closed the connection without a response. The server may have acted on the "
                 "request, so it was not sent again. Send it again if repeating it is safe."),
            {place}));
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
            return failed(Failure::BadResponse,
                told(QT_TRANSLATE_NOOP("sonde::wire", "The response of %1 is not HTTP."), {place}));
        return failed(Failure::Local,
            told(QT_TRANSLATE_NOOP("sonde::wire", "%1 is not a valid address."),
                {evidence.url.toString()}));
    case CURLE_COULDNT_RESOLVE_PROXY:
    case CURLE_PROXY:
        return proxyFailure(evidence);
    case CURLE_COULDNT_RESOLVE_HOST:
        return failed(Failure::Resolve,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                     "The host name %1 was not found. Is it spelled right, and is this machine "
                     "online?"),
                {evidence.url.host()}));
    case CURLE_OPERATION_TIMEDOUT:
        return failed(Failure::TimedOut,
            told(QT_TRANSLATE_NOOP("sonde::wire", "%1 did not accept the connection in time."),
                {throughProxy ? evidence.proxy : place}));
    case CURLE_PEER_FAILED_VERIFICATION:
        return failed(Failure::Untrusted, untrusted(evidence));
    case CURLE_SSL_PINNEDPUBKEYNOTMATCH:
        return failed(Failure::PinMismatch,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                     "The key of %1 is not the pinned one. If the key was changed on purpose, "
                     "check the "
                     "new certificate and pin it; if not, the connection may be intercepted."),
                {place}));
    case CURLE_SSL_CERTPROBLEM:
        return failed(Failure::Local,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                "The client certificate or its key cannot be used: they are not PEM, do not "
                "belong together, or the key is encrypted.")));
    case CURLE_SSL_CACERT_BADFILE:
        return failed(Failure::Local,
            told(QT_TRANSLATE_NOOP(
                "sonde::wire", "The CA certificates file contains no certificate in PEM.")));
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CIPHER:
        return tlsFailure(evidence);
    case CURLE_OUT_OF_MEMORY:
        return failed(Failure::BadResponse,
            told(QT_TRANSLATE_NOOP("sonde::wire", "%1 sent a header line that is too long."),
                {place}));
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
            told(QT_TRANSLATE_NOOP("sonde::wire", "The response of %1 is not HTTP."),
                {placeOf(evidence.url)}));
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
