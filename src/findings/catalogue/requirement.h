// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/revisionset.h"

#include <QString>
#include <QStringList>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::findings {

// How much a violation matters.
enum class Level : std::uint8_t { Info, Warning, Error };
std::string_view levelName(Level level); // "info", "warning", "error"
std::optional<Level> levelFromName(std::string_view name);

// Whose duty a requirement is. A host is the program around the client.
enum class Party : std::uint8_t { Client, Server, Both, AuthorizationServer, Host };
std::string_view partyName(Party party);

// How an inspector can see a violation.
enum class Observable : std::uint8_t {
    Wire, // in one message
    WireHistory, // in the messages of a session
    Timing, // in the times of messages
    Http, // in status, headers and streams
    Process, // in stdout, the exit and sockets of a process
    Auth, // in the authorization flow
    Ui, // only a person in front of the program sees it
    No,
};
std::string_view observableName(Observable observable);

// What a requirement rests on.
enum class Basis : std::uint8_t {
    Keyword, // a sentence with an RFC 2119 keyword
    Schema, // the types of the official schema
    Prose, // a sentence or table without a keyword
    JsonRpc, // JSON-RPC 2.0
    Derived, // it follows from others; a finding is no violation of the specification
    Practice, // experience: it hurts, but the specification does not forbid it
};
std::string_view basisName(Basis basis);

// A requirement of the specification, as in resources/requirements/requirements.json. Its texts are
// English in every language, as the specification is.
struct Requirement {
    std::string id; // "area.name"; "schema.<Type>" is the shape of a type of the official schema
    QString keyword; // "MUST", "SHOULD NOT", …: of the strongest or newest wording
    Party party = Party::Both;
    RevisionSet revisions;
    std::array<QString, kRevisions.size()> keywords; // per revision; empty where it does not hold
    std::array<QString, kRevisions.size()> sections; // "basic/lifecycle#shutdown"; may be empty
    QString summary;
    QString violation; // what the traffic looks like when it is broken
    QString example; // the smallest violation
    Observable observable = Observable::No;
    Basis basis = Basis::Keyword;
    Level severity = Level::Error;
    std::vector<std::string> supersedes; // more general requirements that the same value violates
    QStringList checks; // ids of the official conformance suite
    int rank = 0; // 1 to 30 for the findings that help most; 0 for the others

    // The text before the first point: "tools".
    std::string_view area() const;
    // The level of a violation in that revision, where it holds.
    Level levelIn(Revision revision) const;
    const QString &keywordIn(Revision revision) const;
    const QString &sectionIn(Revision revision) const;
    // The address of the section; empty where the requirement has none.
    QString addressIn(Revision revision) const;
};

} // namespace sonde::findings
