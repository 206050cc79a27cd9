// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/http/bodydecoder.h"
#include "wire/http/httpclient.h"

#include <memory>
#include <optional>
#include <string>

namespace sonde::tap {

// Receives what the server sends, as it came. It may destroy the Upstream in upstreamEnded() only.
class UpstreamWatcher {
public:
    virtual ~UpstreamWatcher() = default;
    virtual void interimArrived(const Bytes &raw) = 0; // a head of 1xx, except 100
    virtual void headArrived(const wire::HttpHead &head) = 0;
    virtual void bodyArrived(const Bytes &part) = 0;
    virtual void upstreamEnded(const wire::HttpOutcome &outcome) = 0; // once, as the last
};

// The server's side of one exchange, for two readers: the recording, which is the sink given to
// start(), and the watcher, which passes everything on. The recording comes first, except that the
// watcher sees a final head before it.
class Upstream final : public wire::HttpClient, private wire::HttpSink {
    Q_OBJECT
public:
    // Both outlive it.
    Upstream(wire::HttpClient &engine, UpstreamWatcher &watcher);
    ~Upstream() override;

    // The exchange is no message and may hold secrets: the recording gets this request body in
    // place of the real one, of the same size, and the response redacted.
    void keepPrivate(const Bytes &redactedBody);
    // What decodes the response for the recording; nullptr: it is recorded as it came.
    void setDecoder(std::unique_ptr<BodyDecoder> decoder) { m_decoder = std::move(decoder); }

    // start() only opens the exchange in the recording; release() or standIn() follows.
    void hold() { m_isHeld = true; }
    bool isHeld() const { return m_isHeld; }
    void release(const wire::HttpRequest &request);
    // Nothing is sent: see recordUnsent().
    void standIn(
        const wire::HttpRequest &request, const std::optional<Bytes> &response, const QString &why);

    // Returns no exchange: this keeps it.
    std::unique_ptr<wire::RunningExchange> start(
        const wire::HttpRequest &request, wire::HttpSink *recording) override;
    void setReading(bool reading);
    void abort(); // no event follows
    // The end of the exchange is recorded by recordEnd() only, so that changes of what is passed on
    // later belong to it.
    void recordEndLater() { m_recordsEndLater = true; }
    void recordEnd();

private:
    void sentHead(const Bytes &raw, Stamp at) override;
    void sentBody(const Bytes &part, Stamp at) override;
    void receivedHead(const Bytes &raw, Stamp at) override;
    void head(const wire::HttpHead &head, Stamp at) override;
    void body(const Bytes &part, Stamp at) override;
    void trailers(const Bytes &raw, Stamp at) override;
    void finished(const wire::HttpOutcome &outcome) override;

    wire::HttpClient &m_engine;
    UpstreamWatcher &m_watcher;
    wire::HttpSink *m_recording = nullptr;
    std::unique_ptr<wire::RunningExchange> m_exchange;
    std::unique_ptr<BodyDecoder> m_decoder;
    std::optional<Bytes> m_redactedBody;
    std::size_t m_sent = 0; // of the body
    bool m_isHeld = false;
    bool m_isOver = false;
    bool m_recordsEndLater = false;
    std::optional<wire::HttpOutcome> m_outcome; // that is not recorded yet
    std::string m_private; // the response, until it can be redacted as a whole
};

} // namespace sonde::tap
