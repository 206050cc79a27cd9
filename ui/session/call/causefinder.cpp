// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/causefinder.h"

#include "base/formatting.h"
#include "models/trace/tracetext.h"
#include "trace/record/causeof.h"

namespace sonde::session {

CauseFinder::CauseFinder(models::TraceModel &model, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_job(this, BackgroundJob::Ending::Join)
{
}

void CauseFinder::find(trace::Number number)
{
    if (m_model.rowOf(number) < 0)
        return;
    m_job.start<trace::Number>(
        [number, records = m_model.snapshot(), first = m_model.number(0), &store = m_model.store()](
            const std::stop_token &stop) {
            return trace::causeOf(number, records, first, store, stop);
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
