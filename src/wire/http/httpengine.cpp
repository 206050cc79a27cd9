// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/httpengine.h"

#include "wire/http/httpmodule.h"
#include "wire/http/wiretr.h"

#include <QCoreApplication>
#include <QLibrary>
#include <QTimer>

namespace sonde::wire {

namespace {

struct Module {
    MakeHttpClient make = nullptr;
    CurlVersion version = nullptr;
    QString problem;
};

// The module's path relative to the program is the same in the build tree and when installed.
Module load()
{
    QLibrary library(
        QCoreApplication::applicationDirPath() % QLatin1String("/../lib/sonde/sonde-http.so"));
    library.setLoadHints(QLibrary::PreventUnloadHint);
    // The module exports functions with these names.
    const auto make = reinterpret_cast<MakeHttpClient>(library.resolve(kMakeHttpClient));
    const auto version = reinterpret_cast<CurlVersion>(library.resolve(kCurlVersion));
    return {make, version, make ? QString() : library.errorString()};
}

const Module &module()
{
    static const Module loaded = load();
    return loaded;
}

// An exchange that could not be started.
class FailedExchange final : public RunningExchange {
public:
    explicit FailedExchange(HttpSink *sink)
    {
        m_later.setSingleShot(true);
        QObject::connect(&m_later, &QTimer::timeout, &m_later, [sink] {
            HttpOutcome outcome;
            outcome.failure = HttpOutcome::Failure::Local;
            outcome.said = told(QT_TRANSLATE_NOOP("sonde::wire",
                "HTTP does not work: a part of Sonde, sonde-http.so, is missing or of "
                "another version. Install Sonde again."));
            outcome.error = Error{.domain = Domain::Transport,
                .sentence = outcome.said.shown(),
                .detail = module().problem};
            sink->finished(outcome);
        });
        m_later.start();
    }
    void abort() override { } // it has already ended
    void setReading(bool) override { }

private:
    QTimer m_later;
};

} // namespace

QString curlVersion()
{
    return module().version ? QString::fromLatin1(module().version()) : QString();
}

HttpEngine::HttpEngine(const TlsTrust &trust, const HttpRoute &route,
    std::chrono::milliseconds connectTimeout, const HttpLimits &limits, const Clock &clock)
{
    if (const MakeHttpClient make = module().make)
        m_client.reset(make(SONDE_VERSION, trust, route, connectTimeout, limits, clock));
}

HttpEngine::~HttpEngine() = default;

std::unique_ptr<RunningExchange> HttpEngine::start(const HttpRequest &request, HttpSink *sink)
{
    if (m_client)
        return m_client->start(request, sink);
    return std::make_unique<FailedExchange>(sink);
}

} // namespace sonde::wire
