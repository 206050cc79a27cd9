// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/programtrial.h"

#include "doctor/base/delivery.h"
#include "doctor/base/doctortr.h"
#include "doctor/base/offered.h"
#include "mcp/message/dialect.h"
#include "rpc/lineframer.h"
#include "wire/process/spawn.h"
#include "wire/process/stdiotransport.h"
#include "json/builder.h"

#include <QPointer>
#include <QTimer>

#include <memory>
#include <utility>

namespace sonde::doctor {

namespace {

using std::chrono::nanoseconds;

constexpr std::size_t kMaxOutputLine = std::size_t(4) << 20;
// More than a pipe holds: what is accepted beyond that was read by the server. Blanks are no
// message.
constexpr std::size_t kFlood = std::size_t(2) * wire::kPipeSize;
constexpr std::chrono::milliseconds kFloodTime{500};
constexpr int kMaxPages = 20; // of tools
constexpr int kFirstPageId = 4; // 1 and 2 are of the two eras, 3 is the ping
const QString kLegacyRevision = QStringLiteral("2025-11-25");
const QString kModernRevision = QStringLiteral("2026-07-28");

class ProgramTrial final : public QObject, public wire::TransportSink {
public:
    ProgramTrial(const wire::Launch &launch, const config::Profile &profile,
        const TrialLimits &limits, QObject *parent, Delivery<TrialFacts>::Done done)
        : QObject(parent)
        , m_delivery(this, std::move(done))
        , m_limits(limits)
        , m_framer(kMaxOutputLine)
        , m_diagnostics(kMaxOutputLine)
        , m_transport(launch)
    {
        const bool isModern = profile.era == config::EraMode::Modern
            || mcp::eraOf(profile.revision) == mcp::Era::Modern;
        const QString usual = isModern ? kModernRevision : kLegacyRevision;
        const bool isKnown = mcp::eraOf(profile.revision).has_value();
        m_dialect = mcp::Dialect::make(
            isModern ? mcp::Era::Modern : mcp::Era::Legacy, isKnown ? profile.revision : usual);
        m_timer.setSingleShot(true);
        connect(&m_timer, &QTimer::timeout, this, &ProgramTrial::timedOut);
        m_transport.setSink(this);
    }

    void start()
    {
        m_began = m_clock.now().steady;
        m_transport.start();
    }

    void cancel() { m_delivery.cancel(); }

private:
    enum class Step : std::uint8_t { Opening, OtherEra, Ping, Tools, Flood, Closed, Stopping };

    nanoseconds since(Stamp at) const { return nanoseconds(at.steady - m_began); }

    void started(const wire::StartReport &report) override
    {
        m_facts.pid = report.pid;
        m_facts.limit = m_limits.response;
        sendOpening();
        m_timer.start(m_limits.response);
    }

    void failed(const wire::StartReport & /*report*/, const Error &error) override
    {
        m_facts.startError = error;
        m_delivery.give(m_facts);
    }

    void sent(const Bytes &bytes, Stamp /*at*/) override { m_facts.acceptedBytes += bytes.size(); }

    void received(const Bytes &bytes, Stamp at) override
    {
        if (!m_facts.firstOutput)
            m_facts.firstOutput = since(at);
        m_facts.downloader.clear();
        const auto room = TrialFacts::kMaxOutput - m_facts.outputBytes.size();
        m_facts.outputBytes += QByteArray(
            bytes.data(), std::min(qsizetype(bytes.size()), std::max<qsizetype>(room, 0)));
        m_framer.feed(bytes, [&](const rpc::Frame &frame) { receivedLine(frame, at); });
    }

    void diagnostics(const Bytes &bytes, Stamp /*at*/) override
    {
        m_diagnostics.feed(bytes, [&](const rpc::Frame &frame) { keepDiagnostic(frame.text); });
    }

    void keepDiagnostic(const Bytes &text)
    {
        if (m_facts.diagnostics.size() >= TrialFacts::kMaxLines)
            m_facts.diagnostics.erase(m_facts.diagnostics.begin());
        m_facts.diagnostics.push_back(
            QString::fromUtf8(text.slice(0, TrialFacts::kMaxLine).toByteArray()));
    }

    // Waits longer for what downloads, but not for ever.
    void fetching(const QString &program) override
    {
        if (m_step != Step::Opening || m_facts.firstOutput)
            return;
        const bool isFirst = m_facts.downloader.isEmpty();
        m_facts.downloader = program;
        if (isFirst && m_limits.download > m_limits.response) {
            m_facts.limit = m_limits.download;
            m_timer.start(m_limits.download);
        }
    }

    void ended(const wire::ExitReport &report) override
    {
        if (const auto last = m_framer.finish())
            m_facts.unfinished = last->text.slice(0, TrialFacts::kMaxLine).toByteArray();
        if (const auto last = m_diagnostics.finish())
            keepDiagnostic(last->text);
        m_timer.stop();
        m_facts.exit = report;
        m_facts.endedAt = since(m_clock.now());
        if (m_facts.stopRequested)
            m_facts.stopTook = m_facts.endedAt - m_stopAt;
        m_delivery.give(m_facts);
    }

    std::string request(const char *id, std::string_view method, std::string_view params)
    {
        return std::string(rpc::request(id, method, params).view()) + '\n';
    }

    void sendOpening()
    {
        m_facts.requestId = m_step == Step::Opening ? "1" : "2";
        m_transport.send(Bytes::copyOf(request(
            m_facts.requestId.c_str(), m_dialect->openingMethod(), m_dialect->openingParams())));
    }

    void receivedLine(const rpc::Frame &frame, Stamp at)
    {
        const Bytes &text = frame.text;
        TrialFacts::Line line;
        line.text = text.slice(0, TrialFacts::kMaxLine).toByteArray();
        line.offset = frame.offset;
        line.at = since(at);
        line.isBeforeResponse = !m_facts.response;
        rpc::Message message;
        for (rpc::Message &each : rpc::decode(text, true))
            message = std::move(each);
        line.isMessage = message.kind != rpc::Kind::Invalid;
        line.isJson = line.isMessage || message.problem == rpc::Problem::NotJsonRpc;
        line.problem = message.reason;
        if (m_facts.output.size() < TrialFacts::kMaxLines)
            m_facts.output.push_back(line);
        if (message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse)
            receivedResponse(message, at);
        else if (message.kind == rpc::Kind::Request)
            refuse(message);
    }

    // No capability was declared, so the server may only ping.
    void refuse(const rpc::Message &message)
    {
        const bool isPing = message.method == "ping";
        const Bytes response = isPing
            ? rpc::response(message.id, "{}")
            : rpc::errorResponse(message.id, rpc::kMethodNotFound, "Method not found");
        m_transport.send(Bytes::copyOf(std::string(response.view()) + '\n'));
    }

    void receivedResponse(const rpc::Message &message, Stamp at)
    {
        if (m_step == Step::Ping && message.id == "3")
            return listTools({});
        if (m_step == Step::Tools && message.id == std::to_string(kFirstPageId + m_pages))
            return receivedTools(message);
        if (m_facts.response && m_step != Step::OtherEra)
            return;
        if (message.id != m_facts.requestId) {
            m_facts.otherId = message.id;
            return;
        }
        const bool isOpening = m_step == Step::Opening;
        m_facts.answeredAtEnd = m_step == Step::Closed;
        if (message.kind == rpc::Kind::ErrorResponse && !m_facts.answeredAtEnd) {
            if (!m_facts.response) {
                m_facts.response = message;
                m_facts.responseAt = since(at);
            }
            if (isOpening)
                return tryOtherEra();
            m_facts.triedBothEras = true;
            return stop();
        }
        m_facts.response = message;
        m_facts.responseAt = since(at);
        m_facts.isModern = m_dialect->era() == mcp::Era::Modern;
        m_facts.refusedLegacy = m_facts.isModern && !isOpening;
        m_facts.revision = m_facts.isModern ? m_dialect->revision()
                                            : message.result()["protocolVersion"].toString();
        m_timer.stop();
        if (!m_facts.answeredAtEnd)
            ping();
    }

    void tryOtherEra()
    {
        m_step = Step::OtherEra;
        const bool wasLegacy = m_dialect->era() == mcp::Era::Legacy;
        m_dialect = mcp::Dialect::make(wasLegacy ? mcp::Era::Modern : mcp::Era::Legacy,
            wasLegacy ? kModernRevision : kLegacyRevision);
        m_timer.start(m_limits.next);
        sendOpening();
    }

    void ping()
    {
        m_step = Step::Ping;
        const Bytes after = m_dialect->afterOpening();
        std::string text = after.isEmpty() ? std::string() : std::string(after.view()) + '\n';
        if (!m_facts.isModern) // server/discover needs nothing more
            text += request("3", "ping", {});
        if (text.empty())
            return listTools({});
        m_timer.start(m_limits.next);
        m_transport.send(Bytes::copyOf(text));
    }

    // Hosts differ in what they make of them.
    void listTools(const json::Value &cursor)
    {
        const bool areOffered = m_facts.response->result()["capabilities"]["tools"].exists();
        if (!areOffered || m_pages == kMaxPages)
            return stop();
        m_step = Step::Tools;
        json::Builder params;
        params.beginObject();
        if (cursor.exists())
            params.rawMember("cursor", cursor.raw());
        params.endObject();
        m_timer.start(m_limits.next);
        m_transport.send(Bytes::copyOf(request(std::to_string(kFirstPageId + ++m_pages).c_str(),
            "tools/list", m_dialect->params(params.takeString(), {}))));
    }

    void receivedTools(const rpc::Message &message)
    {
        for (const json::Value tool : message.result()["tools"]) {
            if (m_facts.tools.size() < Offered::kMaxTools)
                m_facts.tools.push_back(Bytes::copyOf(tool.raw()));
        }
        const json::Value next = message.result()["nextCursor"];
        if (message.kind == rpc::Kind::Response && next.isString())
            return listTools(next);
        m_facts.hasAllTools = message.kind == rpc::Kind::Response;
        stop();
    }

    void timedOut()
    {
        switch (m_step) {
        case Step::Opening:
            m_facts.timedOut = true;
            return m_facts.downloader.isEmpty() ? flood() : stop();
        case Step::Flood:
            // Some servers read one byte after another.
            m_facts.readsInput = m_facts.acceptedBytes > m_beforeFlood + wire::kPipeSize;
            return m_facts.readsInput ? closeInput() : stop();
        case Step::OtherEra:
        case Step::Ping:
        case Step::Tools:
        case Step::Closed:
            return stop();
        case Step::Stopping:
            return;
        }
    }

    void flood()
    {
        m_step = Step::Flood;
        m_beforeFlood = m_facts.acceptedBytes;
        m_timer.start(std::max(kFloodTime, m_limits.next / 4));
        m_transport.send(Bytes::copyOf(std::string(kFlood, ' ')));
    }

    void closeInput()
    {
        m_step = Step::Closed;
        m_timer.start(m_limits.next);
        m_transport.closeInput();
    }

    void stop()
    {
        if (m_step == Step::Stopping)
            return;
        m_step = Step::Stopping;
        m_timer.stop();
        m_facts.stopRequested = true;
        m_stopAt = since(m_clock.now());
        m_transport.stop();
    }

    Delivery<TrialFacts> m_delivery;
    const TrialLimits m_limits;
    SystemClock m_clock;
    std::int64_t m_began = 0;
    nanoseconds m_stopAt{0};
    Step m_step = Step::Opening;
    std::uint64_t m_beforeFlood = 0;
    int m_pages = 0; // of tools that were asked for
    std::unique_ptr<const mcp::Dialect> m_dialect;
    QTimer m_timer;
    rpc::LineFramer m_framer;
    rpc::LineFramer m_diagnostics;
    TrialFacts m_facts;
    wire::StdioTransport m_transport;
};

} // namespace

RequestHandle tryProgram(const wire::Launch &launch, const config::Profile &profile,
    const TrialLimits &limits, QObject *context, std::function<void(Result<TrialFacts>)> done)
{
    auto *trial = new ProgramTrial(launch, profile, limits, context, std::move(done));
    trial->start();
    return RequestHandle([trial = QPointer<ProgramTrial>(trial)] {
        if (trial)
            trial->cancel();
    });
}

} // namespace sonde::doctor
