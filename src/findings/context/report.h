// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "json/value.h"

#include <QLatin1String>
#include <QString>

#include <string_view>
#include <vector>

namespace sonde::findings {

// Collects the findings of one message. A rule adds sentences; the rest is filled in here.
class Report {
public:
    static constexpr std::size_t kMaxOfRule = 20; // findings of one rule in one message
    static constexpr std::size_t kMaxFindings = 200; // in one message

    // Begins the message; the findings of the previous one are dropped.
    // `sender`: whose message it is; Both: it is an exchange.
    void begin(trace::Number number, const About &about, Revision revision, Party sender);
    // The requirement that the next findings violate.
    void setRequirement(const Requirement *requirement);
    const Requirement *requirement() const { return m_requirement; }

    // A finding at a value of the message, or about the whole message. The returned finding may be
    // completed until the next call.
    Finding &at(const json::Value &value, QString sentence);
    Finding &whole(QString sentence);
    // A finding about a member that the value lacks.
    Finding &missing(const json::Value &value, std::string_view member, QString sentence);

    // The message gives the rule nothing to check, so the requirement does not count as checked.
    // A finding shows that it was, whatever else the rule says.
    void notTested() { m_isTested = false; }
    bool isTested() const { return m_isTested || m_ofRule > 0; }

    // Whether further findings of the rule would be dropped.
    bool isFull() const
    {
        return m_ofRule >= kMaxOfRule || (m_ofRule > 0 && m_findings.size() >= kMaxFindings);
    }
    // The children of a value, until the rule is full: the sentences of millions of findings that
    // nobody sees would take minutes.
    class Children;
    Children untilFull(const json::Value &container) const;

    // Drops findings that a more specific one about the same value makes superfluous, and returns
    // the others, as findings about that stream.
    std::vector<Finding> finish(rpc::StreamId stream);
    bool isEmpty() const { return m_findings.empty(); }

private:
    std::vector<Finding> m_findings;
    Finding m_dropped; // beyond a limit
    const Requirement *m_requirement = nullptr;
    std::size_t m_ofRule = 0;
    trace::Number m_number = 0;
    About m_about;
    Revision m_revision = Revision::R20260728;
    Party m_sender = Party::Both;
    bool m_isTested = true;
};

class Report::Children {
public:
    Children(const Report &report, const json::Value &container)
        : m_report(report)
        , m_container(container)
    {
    }

    struct End { };
    class Iterator {
    public:
        Iterator(const Report &report, json::Value::Iterator at)
            : m_report(report)
            , m_at(at)
        {
        }
        json::Value operator*() const { return *m_at; }
        Iterator &operator++()
        {
            ++m_at;
            return *this;
        }
        friend bool operator==(const Iterator &a, End)
        {
            return a.m_at == json::Value::Iterator() || a.m_report.isFull();
        }

    private:
        const Report &m_report;
        json::Value::Iterator m_at;
    };
    Iterator begin() const { return {m_report, m_container.begin()}; }
    End end() const { return {}; }

private:
    const Report &m_report;
    const json::Value m_container;
};

inline Report::Children Report::untilFull(const json::Value &container) const
{
    return {*this, container};
}

// In the place of a secret that has no text of its own.
inline constexpr QLatin1String kHidden("***");

// Whether the value at a JSON pointer is a secret by the name of its member, or in such a one.
bool isSecretPlace(const QString &pointer);
// Whether a value is a secret, without its pointer: that would count the elements before it.
bool isSecretPlace(const json::Value &value);

// A value as it was written, for a sentence: shortened, without secrets, with control characters
// made visible. What is missing or empty is said in a word, so that no sentence has a gap.
QString shown(const json::Value &value);
QString shown(std::string_view utf8);

} // namespace sonde::findings
