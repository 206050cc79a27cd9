// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/requesthandle.h"
#include "base/result.h"
#include "review/chatcompletions.h"
#include "review/modelendpoint.h"
#include "rpc/sseparser.h"
#include "wire/http/httpengine.h"

#include <QObject>
#include <QPointer>

#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace sonde::review {

// One request to a ModelEndpoint. Deletes itself when it is over.
class EndpointCall final : public QObject, private wire::HttpSink {
    Q_OBJECT
public:
    EndpointCall(ModelEndpoint endpoint, QObject *context, std::function<void(Result<Bytes>)> done,
        std::function<void(const QString &)> text);
    ~EndpointCall() override;

    void start(const Bytes &params);
    void cancel();

private:
    void sentHead(const Bytes &, Stamp) override { }
    void sentBody(const Bytes &, Stamp) override { }
    void receivedHead(const Bytes &, Stamp) override { }
    void head(const wire::HttpHead &head, Stamp at) override;
    void body(const Bytes &part, Stamp at) override;
    void trailers(const Bytes &, Stamp) override { }
    void finished(const wire::HttpOutcome &outcome) override;

    void handleEvent(const rpc::SseEvent &event);
    Result<Bytes> result() const;
    Error refusal() const;
    void finish(Result<Bytes> result); // from the event loop, once

    const ModelEndpoint m_endpoint;
    const QPointer<QObject> m_context;
    const std::function<void(Result<Bytes>)> m_done;
    const std::function<void(const QString &)> m_text;
    std::unique_ptr<wire::HttpEngine> m_engine;
    std::unique_ptr<wire::RunningExchange> m_exchange;
    wire::HttpHead m_head;
    bool m_streams = false;
    rpc::SseParser m_events;
    ChatStream m_stream;
    std::string m_body;
    std::optional<Result<Bytes>> m_result;
};

// The result of sampling/createMessage for these params. With streaming `text` gets what has come
// so far, each time it grew; it is called like `done`, never inside this call. A response with an
// HTTP error fails with Domain::Server and the status as its code.
RequestHandle askEndpoint(const ModelEndpoint &endpoint, const Bytes &params, QObject *context,
    std::function<void(Result<Bytes>)> done, std::function<void(const QString &)> text = {});

} // namespace sonde::review
