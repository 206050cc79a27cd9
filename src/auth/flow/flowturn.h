// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flowrun.h"

namespace sonde::auth {

// One event of a flow: the state that its parts share, the time, and where the actions go. It keeps
// the steps, each with the requests that were made for it.
class FlowTurn {
public:
    static constexpr std::size_t kMaxAttempts = 100; // that a flow keeps

    FlowTurn(FlowRun &run, Stamp now, FlowActions &out)
        : m_run(run)
        , m_now(now)
        , m_out(out)
    {
    }

    FlowRun &run() { return m_run; }
    Stamp now() const { return m_now; }
    void add(FlowAction action) { m_out.push_back(std::move(action)); }

    void openStep(StepKind kind);
    Step &step() { return m_run.steps.back(); }
    void closeStep(StepState state, const QString &decision, const char *basis = "");
    void fact(const char *name, const QString &value);
    void remark(const QString &sentence) { step().remarks.push_back(sentence); }
    // Whether the developer overrides this rule in this run; the step is marked with it.
    bool isOverridden(AuthRule rule);

    void fetch(wire::HttpRequest request, const QByteArray &shownBody);
    Attempt *attempt(); // the newest one of the step; nullptr: none
    void recordRequest(FetchKey key, const wire::HttpRequest &request);
    void recordSent(FetchKey key);
    // False: nothing waits for it.
    bool recordResponse(FetchKey key, const FetchResponse &response);
    void reject(const QString &verdict, std::optional<AuthRule> rule = {});
    enum class Endpoint : std::uint8_t { Authorization, Token, Registration, IdentityToken };
    // Fails when the endpoint is missing or must not be used.
    bool checkEndpoint(const QUrl &url, Endpoint endpoint);

    void fail(AuthRule rule, const QString &sentence, const QString &detail = {});
    void failWith(const Error &error, std::optional<AuthRule> rule = {});
    void cancel();
    void finish();

private:
    static QString missingEndpoint(Endpoint endpoint);
    static QString refusedEndpoint(Endpoint endpoint, const QString &url, const QString &why);

    FlowRun &m_run;
    const Stamp m_now;
    FlowActions &m_out;
};

// A text of another server, in quotation marks and shortened.
inline constexpr qsizetype kMaxQuoted = 300; // characters
QString quoted(QString text);
// "HTTP status 404.", or why there was no response.
QString statusVerdict(const FetchResponse &response);

inline constexpr qsizetype kMaxShown = 1000; // of a text of the authorization server

} // namespace sonde::auth
