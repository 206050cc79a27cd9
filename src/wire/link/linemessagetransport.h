// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/lineframer.h"
#include "wire/link/messagetransport.h"
#include "wire/link/sendlog.h"
#include "wire/link/transport.h"

#include <memory>

namespace sonde::wire {

// Transfers messages as lines over a byte transport (2025-11-25 basic/transports#stdio): splits and
// parses stdout, and splits stderr into lines.
class LineMessageTransport final : public MessageTransport, private TransportSink {
    Q_OBJECT
public:
    LineMessageTransport(std::unique_ptr<Transport> transport, const TransportContext &context);
    ~LineMessageTransport() override;

    void start() override;
    void send(const Outgoing &message) override { m_sendLog.add(message); }
    void flush() override { m_sendLog.flush(*m_transport); }
    void stop() override;
    void setReading(bool reading) override { m_transport->setReading(reading); }
    void setBatchesAllowed(bool allowed) override { m_batchesAllowed = allowed; }

private:
    void started(const StartReport &report) override;
    void failed(const StartReport &report, const Error &error) override;
    void sent(const Bytes &bytes, Stamp at) override { m_sendLog.recordSent(bytes, at); }
    void received(const Bytes &bytes, Stamp at) override;
    void diagnostics(const Bytes &bytes, Stamp at) override;
    void fetching(const QString &program) override;
    void ended(const ExitReport &report) override;

    void recordFrom(std::size_t first);
    void onLine(rpc::Frame frame, Stamp at);
    void onDiagnosticLine(const rpc::Frame &frame, Stamp at);
    void reportUnended(Stamp at);
    void report(rpc::Message message, std::uint64_t offset, Stamp at);
    void recordRest();

    const TransportContext m_context;
    std::unique_ptr<Transport> m_transport;
    SendLog m_sendLog;
    bool m_batchesAllowed = false;
    rpc::StreamId m_receivedStream = 0;
    rpc::StreamId m_diagnosticsStream = 0;
    json::NodePool m_nodes; // for parsed messages
    rpc::LineFramer m_lines;
    rpc::LineFramer m_diagnosticLines;
    bool m_isOver = false; // the process has ended
    std::uint64_t m_reportedUnended = 0; // bytes of the unfinished line in the last report
};

} // namespace sonde::wire
