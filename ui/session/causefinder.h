// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "models/trace/tracemodel.h"

#include <QObject>

#include <memory>
#include <mutex>

namespace sonde::session {

// Looks in the background for the call that caused a message.
class CauseFinder : public QObject {
    Q_OBJECT
public:
    // The model and its store outlive it.
    explicit CauseFinder(models::TraceModel &model, QObject *parent = nullptr);
    ~CauseFinder() override; // waits for the message that is being read

    void find(trace::Number number);

Q_SIGNALS:
    void found(sonde::trace::Number number);
    void missed(const QString &sentence);

private:
    models::TraceModel &m_model;
    // Who works in the background holds it meanwhile, so that the store is still there.
    std::shared_ptr<std::mutex> m_gate = std::make_shared<std::mutex>();
    BackgroundJob m_job;
};

} // namespace sonde::session
