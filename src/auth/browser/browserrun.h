// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/browser.h"
#include "auth/browser/browsermessage.h"
#include "wire/process/stdiotransport.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <string>

namespace sonde::auth {

// One run of sonde-browser. Deletes itself when it is over.
class BrowserRun final : public QObject, private wire::TransportSink {
    Q_OBJECT
public:
    // Error::code of a page that the person has closed.
    static constexpr int kGivenUp = 2;
    static constexpr int kMaxEvents = 10'000; // a browser that sends more is ended
    static constexpr std::size_t kMaxDiagnostics = std::size_t(64) << 10; // of stderr
    static constexpr std::chrono::milliseconds kMaxStart{60'000}; // until it is ready

    BrowserRun(const wire::Launch &launch, const BrowserOrder &order, const PageWatch &watch);
    ~BrowserRun() override;

    void start();
    void close(); // no signal follows

Q_SIGNALS:
    void elsewhereRequested(const QUrl &url);

private:
    void started(const wire::StartReport &report) override;
    void failed(const wire::StartReport &report, const Error &error) override;
    void sent(const Bytes &, Stamp) override { }
    void received(const Bytes &bytes, Stamp at) override;
    void diagnostics(const Bytes &bytes, Stamp at) override;
    void ended(const wire::ExitReport &report) override;

    void receive(const BrowserEvent &event);
    void receiveRedirect(const BrowserEvent &event);
    void report(const BrowserEvent &event);
    void finish(const std::optional<Result<QByteArray>> &result); // nothing: it goes on elsewhere
    void fail(Domain domain, const QString &sentence, int code = 0);

    const BrowserOrder m_order;
    const PageWatch m_watch;
    const QPointer<QObject> m_context;
    std::unique_ptr<wire::StdioTransport> m_transport;
    BrowserEventReader m_reader;
    QTimer m_timer;
    std::string m_diagnostics;
    int m_events = 0;
    bool m_over = false;
};

} // namespace sonde::auth
