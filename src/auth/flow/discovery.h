// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flowturn.h"

namespace sonde::auth {

// From the challenge to the authorization server's metadata (RFC 9728, RFC 8414): a state machine,
// and a part of Flow. The outcome is FlowRun::server.
class Discovery {
public:
    static constexpr int kMaxMetadataRedirects = 3;

    void recordChallenge(FlowTurn &turn);
    void begin(FlowTurn &turn);
    void fetched(const FetchResponse &response, FlowTurn &turn);
    void chosen(int index, FlowTurn &turn);
    bool isDone() const { return m_phase == Phase::Done; }

private:
    enum class Phase : std::uint8_t { Idle, ResourceMetadata, Choosing, ServerMetadata, Done };

    void tryNextUrl(FlowTurn &turn);
    bool followRedirect(const FetchResponse &response, FlowTurn &turn);
    bool hasNoMetadata(const FetchResponse &response, FlowTurn &turn);
    void fetchMetadata(const QUrl &url, FlowTurn &turn);
    // How much a rejection tells about why there is no metadata.
    enum class Weight : std::uint8_t { Missing, Failed, Rule };
    struct Cause {
        Weight weight;
        QString verdict;
        QUrl url;
        std::optional<AuthRule> rule;
    };
    // Where metadata may be.
    struct Candidate {
        QUrl url;
        QString written; // by the challenge; empty: the URL is a well-known one
    };

    void setCandidates(const std::vector<QUrl> &urls);
    void readNamedUrls(FlowTurn &turn);
    QString notRequested(const Candidate &candidate, AuthRule rule, FlowTurn &turn) const;
    void reject(const QString &verdict, std::optional<AuthRule> rule, FlowTurn &turn,
        Weight weight = Weight::Failed);
    void rejectDocument(const QString &problem, const FetchResponse &response, FlowTurn &turn);
    void failOfCause(AuthRule otherwise, const QString &sentence, FlowTurn &turn);

    void parseResource(const FetchResponse &response, FlowTurn &turn);
    void adoptResource(const ResourceMetadata &resource, FlowTurn &turn);
    void resourceMissing(FlowTurn &turn);
    void chooseServer(FlowTurn &turn);
    void adoptServer(const QString &issuer, const QString &why, FlowTurn &turn);
    void parseServer(const FetchResponse &response, FlowTurn &turn);
    void serverMissing(FlowTurn &turn);
    void adoptServerMetadata(FlowTurn &turn);
    bool checkPkce(FlowTurn &turn);

    Phase m_phase = Phase::Idle;
    std::vector<Candidate> m_urls; // those before m_nextUrl were tried
    std::size_t m_nextUrl = 0;
    int m_redirects = 0;
    bool m_onlyMissing = true; // every response was a client error such as 404
    std::optional<Cause> m_cause; // the rejection that tells most; of several, the newest
    bool m_wasNamed = false; // the challenge named the metadata's URL
    QStringList m_issuers; // that the resource's metadata lists
};

} // namespace sonde::auth
