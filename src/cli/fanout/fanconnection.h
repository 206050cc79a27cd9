// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "cli/fanout/fancolumn.h"
#include "cli/fanout/fantraffic.h"
#include "cli/server/serverlink.h"
#include "cli/server/serversecrets.h"
#include "fanout/fanresult.h"

#include <QObject>

#include <memory>

namespace sonde::cli {

class Output;

// Connects to the server of a column, sends it the request, and disconnects.
class FanConnection : public QObject {
    Q_OBJECT
public:
    // `payload`: the arguments of the tool or the params of the request. All of them outlive it.
    FanConnection(const FanColumn &column, const Bytes &payload, rpc::TrafficSink *traffic,
        Output &err, QObject *parent = nullptr);
    ~FanConnection() override;

    void start();
    // The first signal stops the server; the second one ends at once.
    void interrupt(int signal);
    const fanout::FanResult &result() const { return m_result; } // when it has finished
    // Of the request that the options ask for.
    static QString methodOf(const Options &options);

Q_SIGNALS:
    void finished(int exitCode); // kFine: there is a response, if only an error

private:
    void connectTo();
    void prepare();
    void send();
    void receive(const Result<mcp::Response> &response);
    void close(); // no response can follow
    void end(int exitCode);

    Options m_options; // with the secrets of the server
    const Bytes &m_payload;
    FanTraffic m_traffic;
    Output &m_err;
    std::unique_ptr<ServerSecrets> m_secrets;
    std::unique_ptr<ServerLink> m_link;
    RequestHandle m_request;
    fanout::FanResult m_result;
    bool m_isOver = false;
    int m_signal = 0;
};

} // namespace sonde::cli
