// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/programrun.h"

#include "review/responseerror.h"
#include "json/document.h"

namespace sonde::review {

namespace {

constexpr std::chrono::milliseconds kPatience{10'000}; // until SIGTERM, then until SIGKILL

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kSpace = " \t\r\n";
    const auto first = text.find_first_not_of(kSpace);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(kSpace) - first + 1);
}

} // namespace

RequestHandle ResponseProgram::run(
    const Bytes &params, QObject *context, std::function<void(Result<Bytes>)> done) const
{
    auto *run = new ProgramRun(*this, params, context, std::move(done));
    run->start();
    return RequestHandle([run = QPointer<ProgramRun>(run)] {
        if (run)
            run->cancel();
    });
}

ProgramRun::ProgramRun(const ResponseProgram &program, Bytes params, QObject *context,
    std::function<void(Result<Bytes>)> done)
    : m_params(std::move(params))
    , m_timeout(program.timeout)
    , m_context(context)
    , m_done(std::move(done))
{
    wire::Launch launch = program.launch;
    launch.patience = kPatience;
    m_transport = std::make_unique<wire::StdioTransport>(std::move(launch));
    m_transport->setSink(this);
    m_timer.setSingleShot(true);
    connect(&m_timer, &QTimer::timeout, this, [this] {
        finish(responseError(Domain::Timeout,
            tr("The program did not respond within %L1 s.").arg(double(m_timeout.count()) / 1000),
            QString::fromStdString(m_diagnostics)));
    });
    // The context that waits for it is gone: the result is not needed.
    connect(context, &QObject::destroyed, this, [this] { finish(Bytes()); });
}

ProgramRun::~ProgramRun() = default;

void ProgramRun::start()
{
    m_timer.start(m_timeout);
    m_transport->start();
    m_transport->send(m_params);
    m_transport->send(Bytes::copyOf("\n"));
    m_transport->closeInput();
}

void ProgramRun::cancel()
{
    finish(responseError(Domain::Cancelled, tr("Cancelled.")));
}

void ProgramRun::started(const wire::StartReport &) { }

void ProgramRun::failed(const wire::StartReport &, const Error &error)
{
    finish(error);
}

void ProgramRun::received(const Bytes &bytes, Stamp)
{
    if (m_output.size() + bytes.size() > ResponseProgram::kMaxOutput)
        return finish(
            responseError(Domain::Process, tr("The output of the program is too large.")));
    m_output += bytes.view();
}

void ProgramRun::diagnostics(const Bytes &bytes, Stamp)
{
    const std::size_t room = ResponseProgram::kMaxDiagnostics - m_diagnostics.size();
    m_diagnostics += bytes.view().substr(0, room);
}

void ProgramRun::ended(const wire::ExitReport &report)
{
    finish(resultOf(report));
}

Result<Bytes> ProgramRun::resultOf(const wire::ExitReport &report) const
{
    if (report.exitCode != 0)
        return responseError(Domain::Process,
            tr("The program ended: %1.").arg(report.end().sentence()),
            QString::fromStdString(m_diagnostics));
    const Bytes response = Bytes::copyOf(trimmed(m_output));
    const json::Document document = json::Document::parse(response);
    if (!document.isValid())
        return responseError(Domain::Json,
            document.error()
                ? tr("The output of the program is not JSON: %1").arg(document.error()->reason)
                : tr("The program produced no output."),
            QString::fromStdString(m_diagnostics));
    if (!document.root().isObject())
        return responseError(Domain::Json, tr("The output of the program is not a JSON object."),
            QString::fromStdString(m_diagnostics));
    return response;
}

// A transport must not be deleted while it reports, so the rest waits for the event loop.
void ProgramRun::finish(Result<Bytes> result)
{
    if (m_result)
        return;
    m_result = std::move(result);
    m_timer.stop();
    QMetaObject::invokeMethod(
        this,
        [this] {
            m_transport.reset();
            deleteLater();
            if (m_context)
                m_done(*std::move(m_result));
        },
        Qt::QueuedConnection);
}

} // namespace sonde::review
