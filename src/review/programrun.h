// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/responseprogram.h"
#include "wire/process/stdiotransport.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>

namespace sonde::review {

// One run of a ResponseProgram. Deletes itself when it is over.
class ProgramRun final : public QObject, private wire::TransportSink {
    Q_OBJECT
public:
    ProgramRun(const ResponseProgram &program, Bytes params, QObject *context,
        std::function<void(Result<Bytes>)> done);
    ~ProgramRun() override;

    void start();
    void cancel();

private:
    void started(const wire::StartReport &report) override;
    void failed(const wire::StartReport &report, const Error &error) override;
    void sent(const Bytes &, Stamp) override { }
    void received(const Bytes &bytes, Stamp at) override;
    void diagnostics(const Bytes &bytes, Stamp at) override;
    void ended(const wire::ExitReport &report) override;

    void finish(Result<Bytes> result); // from the event loop, once
    Result<Bytes> resultOf(const wire::ExitReport &report) const;

    const Bytes m_params;
    const std::chrono::milliseconds m_timeout;
    const QPointer<QObject> m_context;
    const std::function<void(Result<Bytes>)> m_done;
    std::unique_ptr<wire::StdioTransport> m_transport;
    QTimer m_timer;
    std::string m_output;
    std::string m_diagnostics;
    std::optional<Result<Bytes>> m_result;
};

} // namespace sonde::review
