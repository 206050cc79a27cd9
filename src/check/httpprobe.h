// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "wire/http/httpengine.h"
#include "wire/http/httptarget.h"
#include "wire/link/lifecyclelog.h"
#include "wire/streamable/exchangelog.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>

namespace sonde::check {

// Sends HTTP requests of any form to a server, one after the other, and records them as a
// connection of its own.
class HttpProbe : public QObject {
public:
    static constexpr std::size_t kMaxBody = std::size_t(4) << 20; // of a response that is parsed
    static constexpr std::chrono::seconds kPatience{10};

    struct Response {
        int status = 0; // 0: there is none
        wire::HttpHeaders headers;
        QByteArray lastEventId; // of an event stream; empty: its events have none
    };
    using Done = std::function<void(const Response &)>;

    // `traffic` outlives it. The user's headers of the target are sent with every request.
    HttpProbe(const wire::HttpTarget &target, const QString &name, rpc::TrafficSink *traffic,
        QObject *parent = nullptr);
    ~HttpProbe() override;

    // `done` is called later, unless this object is destroyed. A stream that GET opens is closed
    // at once.
    void send(const QByteArray &method, const wire::HttpHeaders &headers, const std::string &body,
        Done done);

private:
    class Exchange;
    void ended(const Response &response);

    const wire::HttpTarget m_target;
    rpc::TrafficSink *const m_traffic;
    wire::LifecycleLog m_lifecycle;
    wire::TransportContext m_context;
    wire::ExchangeLog m_log;
    wire::HttpEngine m_engine; // outlives the exchange
    std::unique_ptr<Exchange> m_exchange;
    Done m_done;
};

} // namespace sonde::check
