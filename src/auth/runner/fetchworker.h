// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flow.h"
#include "wire/http/httpengine.h"
#include "wire/link/lifecyclelog.h"
#include "wire/streamable/exchangelog.h"
#include "wire/streamable/exchangerecord.h"

#include <QObject>

#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::auth {

// Where and how the requests of a flow are sent.
struct FetchRoute {
    wire::HttpTarget target; // of the MCP server: authorities and proxy are taken from it
    rpc::TrafficSink *traffic = nullptr; // outlives the worker; nullptr: nothing is recorded
    QString name; // of the server, for the recording
    int connection = 0; // of the server, for the recording
};

// Sends the requests of a flow, on the wire thread, and records them without their secrets: values
// that RFC 6749 and its like call secret are replaced before the recording sees a byte.
class FetchWorker final : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxBody = std::size_t(1) << 20;
    static constexpr std::chrono::milliseconds kMaxSilence{30'000};

    explicit FetchWorker(const FetchRoute &route);
    ~FetchWorker() override;

    void fetch(quint32 key, const wire::HttpRequest &request, bool publicOnly);
    void logLifecycle(const QString &what, const QString &detail);

Q_SIGNALS:
    void fetched(quint32 key, const sonde::auth::FetchResponse &response);

private:
    class Exchange;
    void prepare();
    wire::HttpClient &clientFor(const QUrl &url, bool publicOnly);
    void begin(quint32 key, const wire::HttpRequest &request, bool publicOnly);
    void repeat(quint32 key, const wire::HttpRequest &request, bool publicOnly);
    void ended(Exchange *exchange, const FetchResponse &response);

    const FetchRoute m_route;
    wire::LifecycleLog m_lifecycle;
    std::optional<wire::TransportContext> m_context;
    std::unique_ptr<wire::ExchangeLog> m_log;
    std::unique_ptr<wire::HttpEngine> m_own, m_public, m_any; // outlive the exchanges
    std::map<quint32, std::unique_ptr<Exchange>> m_exchanges;
};

} // namespace sonde::auth

Q_DECLARE_METATYPE(sonde::auth::FetchResponse)
