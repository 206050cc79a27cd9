// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/servermarks.h"

#include <memory>

namespace sonde::trace {
class Store;
}

namespace sonde::models {

class AcceptedFindings;
class ErrorCount;
class FilterStore;
class FindingList;
class LastFindings;
class TimeLanes;
class TraceModel;

// A recording as it is looked at: its rows, and what is derived from them. One of it belongs to the
// workspace and one to each opened session file; any number of views and windows show it.
class TraceDocument {
public:
    // What it shares with other documents; each may be missing, and outlives the document.
    struct Shared {
        FilterStore *filters = nullptr; // saved filters and colour rules
        AcceptedFindings *accepted = nullptr; // findings
        LastFindings *last = nullptr; // of the connection before: tells which findings are new
        std::shared_ptr<ServerMarks> marks = nullptr;
    };

    explicit TraceDocument(trace::Store &store); // which outlives it
    TraceDocument(trace::Store &store, Shared shared);
    ~TraceDocument();

    trace::Store &store() const;
    TraceModel &model() const { return *m_model; }
    FindingList &findings() const { return *m_findings; }
    TimeLanes &lanes() const { return *m_lanes; }
    const ErrorCount &errors(); // counted from the first call on
    FilterStore *filters() const { return m_shared.filters; }
    const std::shared_ptr<ServerMarks> &marks() const { return m_shared.marks; }

    // Findings are sentences, and lanes have names: in another language they are derived from the
    // rows once more. Nothing may show the document meanwhile.
    void deriveAgain();

private:
    void derive();

    const Shared m_shared;
    std::unique_ptr<TraceModel> m_model; // outlives what is derived from it
    std::unique_ptr<FindingList> m_findings;
    std::unique_ptr<TimeLanes> m_lanes;
    std::unique_ptr<ErrorCount> m_errors;
};

} // namespace sonde::models
