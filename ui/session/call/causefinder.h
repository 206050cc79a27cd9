// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/trace/tracemodel.h"

#include <QObject>

namespace sonde::session {

// Looks in the background for the call that caused a message.
class CauseFinder : public QObject {
    Q_OBJECT
public:
    // The model and its store outlive it.
    explicit CauseFinder(models::TraceModel &model, QObject *parent = nullptr);

    void find(trace::Number number);

Q_SIGNALS:
    void found(sonde::trace::Number number);
    void missed(const QString &sentence);

private:
    models::TraceModel &m_model;
    BackgroundJob m_job;
};

} // namespace sonde::session
