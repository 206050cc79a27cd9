// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/patience.h"
#include "wire/http/httpengine.h"

#include <chrono>
#include <functional>
#include <memory>
#include <optional>

namespace sonde::test {

// For a connection: a machine that is busy may take its time to accept it.
constexpr std::chrono::milliseconds kConnectPatience{kPatienceMs};

// One exchange and all that its sink hears; checks the order that the sink's header promises.
class HttpRecord final : public wire::HttpSink {
public:
    HttpRecord() = default;
    HttpRecord(wire::HttpClient &client, const wire::HttpRequest &request)
    {
        start(client, request);
    }

    void start(wire::HttpClient &client, const wire::HttpRequest &request)
    {
        m_starting = true;
        exchange = client.start(request, this);
        m_starting = false;
    }
    void abort()
    {
        m_starting = true;
        exchange->abort();
        m_starting = false;
    }

    std::unique_ptr<wire::RunningExchange> exchange;
    QByteArray sentHeadBytes, sentBodyBytes, receivedHeads, bodyBytes, trailerBytes;
    int sentHeads = 0;
    std::vector<wire::HttpHead> heads;
    std::uint64_t bodySize = 0;
    bool keepsBody = true;
    std::vector<Stamp> stamps;
    std::optional<wire::HttpOutcome> outcome;
    bool inOrder = true; // and nothing inside start() or abort(), and nothing after the end
    std::function<void()> onBody, onHead, onSent, onFinished;

    bool isFinished() const { return outcome.has_value(); }
    int status() const { return heads.empty() ? 0 : heads.back().status; }
    wire::HttpOutcome::Failure failure() const { return outcome->failure; }
    QString sentence() const { return outcome->error ? outcome->error->sentence : QString(); }

    void sentHead(const Bytes &raw, Stamp at) override
    {
        step(0, at);
        ++sentHeads;
        sentHeadBytes += raw.toByteArray();
        if (onSent)
            onSent();
    }
    void sentBody(const Bytes &part, Stamp at) override
    {
        inOrder = inOrder && sentHeads == 1 && !m_starting && !outcome;
        stamps.push_back(at);
        sentBodyBytes += part.toByteArray();
    }
    void receivedHead(const Bytes &raw, Stamp at) override
    {
        step(1, at);
        receivedHeads += raw.toByteArray();
    }
    void head(const wire::HttpHead &head, Stamp at) override
    {
        step(2, at);
        heads.push_back(head);
        if (onHead)
            onHead();
    }
    void body(const Bytes &part, Stamp at) override
    {
        step(3, at);
        bodySize += part.size();
        if (keepsBody)
            bodyBytes += part.toByteArray();
        if (onBody)
            onBody();
    }
    void trailers(const Bytes &raw, Stamp at) override
    {
        step(4, at);
        trailerBytes += raw.toByteArray();
    }
    void finished(const wire::HttpOutcome &how) override
    {
        inOrder = inOrder && !m_starting && !outcome;
        outcome = how;
        if (onFinished)
            onFinished();
    }

private:
    void step(int stage, Stamp at)
    {
        inOrder = inOrder && stage >= m_stage && !m_starting && !outcome && at.steady > 0
            && (stamps.empty() || at.steady >= stamps.back().steady);
        m_stage = stage;
        stamps.push_back(at);
    }

    int m_stage = 0;
    bool m_starting = false;
};

inline wire::HttpRequest getRequest(const QUrl &url, wire::HttpHeaders headers = {})
{
    return {"GET", url, std::move(headers), {}, false};
}

inline wire::HttpRequest postRequest(
    const QUrl &url, const QByteArray &body, wire::HttpHeaders headers = {})
{
    return {"POST", url, std::move(headers), Bytes::fromByteArray(body), true};
}

} // namespace sonde::test
