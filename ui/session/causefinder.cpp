// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/causefinder.h"

#include "base/formatting.h"
#include "models/trace/tracetext.h"
#include "trace/record/causeof.h"

namespace sonde::session {

CauseFinder::CauseFinder(models::TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_job(this)
{
}

CauseFinder::~CauseFinder()
{
    m_job.stop();
    const std::lock_guard wait(*m_gate);
}

void CauseFinder::find(trace::Number number)
{
    if (m_model.rowOf(number) < 0)
        return;
    m_job.start<trace::Number>(
        [number, records = m_model.snapshot(), first = m_model.number(0), &store = m_model.store(),
            gate = m_gate](const std::stop_token &stop) {
            const std::lock_guard lock(*gate);
            return stop.stop_requested() ? trace::Number(0)
                                         : trace::causeOf(number, records, first, store, stop);
        },
        [this, number](trace::Number cause) {
            if (cause != 0)
                Q_EMIT found(cause);
            else
                Q_EMIT missed(
                    tr("No call is recorded as the cause of message %1").arg(countText(number)));
        });
}

} // namespace sonde::session
