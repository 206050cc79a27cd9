// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mockhttpserver.h"

#include "base/clock.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "serve/httperror.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sonde::cli {

namespace {

mock::Nanoseconds now()
{
    return mock::Nanoseconds(SystemClock::instance().now().steady);
}

} // namespace

MockHttpServer::MockHttpServer(const mock::MockScript &script, mock::MockOptions options,
    RealServer::Make makeServer, serve::ListeningSocket socket, Output &out, Output &err)
    : m_endpoint(script, std::move(options), socket.isOnLoopback(), std::move(makeServer))
    , m_out(out)
    , m_err(err)
    , m_gate(std::move(socket),
          [this](const serve::ServedRequest &request, const serve::ReplyPointer &reply) {
              if (m_isOver)
                  return serve::respondWithError(*reply, 503, "The mock ends.");
              m_endpoint.receive(request, reply, now());
              goOn();
          },
          {.connection = {.maxBody = mock::MockSession::kMaxMessage}})
{
    m_timer.setSingleShot(true);
    m_timer.setTimerType(Qt::PreciseTimer);
    connect(&m_timer, &QTimer::timeout, this, &MockHttpServer::hear);
}

void MockHttpServer::start()
{
    const QString place = QStringLiteral("http://") + QString::fromStdString(m_gate.authority());
    const QString address = place + QLatin1String(kMcpPath);
    m_err.note(Text::tr("The client uses %1 as the server's address, or %2 for HTTP+SSE. Ctrl+C "
                        "ends the mock.")
                   .arg(address, place + QLatin1String(kSsePath)));
    m_out.write(address.toStdString() + '\n');
}

void MockHttpServer::interrupt(int signal)
{
    m_isOver = true;
    m_timer.stop();
    m_endpoint.end();
    Q_EMIT finished(kSignalBase + signal);
}

void MockHttpServer::hear()
{
    if (m_isOver)
        return;
    m_endpoint.tick(now());
    goOn();
}

void MockHttpServer::goOn()
{
    for (const mock::Action &remark : m_endpoint.takeRemarks()) {
        if (remark.kind == mock::Action::Kind::Note)
            m_err.note(remark.note);
        else if (remark.kind == mock::Action::Kind::Use)
            m_out.write(std::string(remark.bytes.view()) + '\n');
        else
            m_err.write(std::string(remark.bytes.view()) + '\n');
    }
    const auto due = m_endpoint.nextDeadline();
    if (!due)
        return m_timer.stop();
    const auto rest = std::max(mock::Nanoseconds(0), *due - now());
    m_timer.start(std::chrono::ceil<std::chrono::milliseconds>(rest));
}

} // namespace sonde::cli
