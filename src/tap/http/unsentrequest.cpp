// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/unsentrequest.h"

#include <QByteArray>

namespace sonde::tap {

namespace {

Bytes headOf(const wire::HttpRequest &request)
{
    QByteArray head = request.method + ' '
        + request.url.toEncoded(QUrl::RemoveScheme | QUrl::RemoveAuthority | QUrl::RemoveFragment)
        + " HTTP/1.1\r\n";
    for (const wire::HttpHeader &field : request.headers.fields())
        head += field.name + ": " + field.value + "\r\n";
    return Bytes::fromByteArray(head + "\r\n");
}

} // namespace

void recordUnsent(wire::HttpSink &recording, const wire::HttpRequest &request,
    const std::optional<Bytes> &response, const QString &why)
{
    const Stamp at = SystemClock::instance().now();
    recording.sentHead(headOf(request), at);
    if (!request.body.isEmpty())
        recording.sentBody(request.body, at);
    wire::HttpOutcome outcome;
    if (response) {
        const QByteArray head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
                                "Content-Length: "
            + QByteArray::number(qulonglong(response->size())) + "\r\n\r\n";
        recording.receivedHead(Bytes::fromByteArray(head), at);
        const auto parsed = wire::HttpHead::parse({head.constData(), std::size_t(head.size())});
        if (parsed)
            recording.head(*parsed, at);
        recording.body(*response, at);
    } else {
        outcome.failure = wire::HttpOutcome::Failure::Aborted;
        outcome.error = Error{.domain = Domain::Cancelled, .sentence = why};
    }
    recording.finished(outcome);
}

} // namespace sonde::tap
