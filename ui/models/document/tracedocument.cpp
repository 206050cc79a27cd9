// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/document/tracedocument.h"

#include "models/findings/findinglist.h"
#include "models/timeaxis/timelanes.h"
#include "models/trace/errorcount.h"
#include "models/trace/tracemodel.h"

#include <utility>

namespace sonde::models {

TraceDocument::TraceDocument(trace::Store &store)
    : TraceDocument(store, Shared())
{
}

TraceDocument::TraceDocument(trace::Store &store, Shared shared)
    : m_shared(std::move(shared))
    , m_model(std::make_unique<TraceModel>(store))
{
    if (m_shared.marks)
        m_model->setServerMarks(m_shared.marks);
    derive();
}

TraceDocument::~TraceDocument() = default;

trace::Store &TraceDocument::store() const
{
    return m_model->store();
}

const ErrorCount &TraceDocument::errors()
{
    if (!m_errors)
        m_errors = std::make_unique<ErrorCount>(*m_model);
    return *m_errors;
}

void TraceDocument::derive()
{
    m_findings = std::make_unique<FindingList>(*m_model);
    if (m_shared.accepted)
        m_findings->setAccepted(m_shared.accepted);
    if (m_shared.last)
        m_findings->setLast(m_shared.last);
    m_lanes = std::make_unique<TimeLanes>(*m_model);
}

void TraceDocument::deriveAgain()
{
    m_findings.reset();
    m_lanes.reset();
    m_model->forgetTexts();
    derive();
}

} // namespace sonde::models
