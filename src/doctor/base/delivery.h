// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "doctor/base/doctortr.h"

#include <QObject>

#include <functional>
#include <utility>

namespace sonde::doctor {

// What a run has found, given once to whoever started it. Always later, because what the run uses
// may be on the stack still; then the run deletes itself. Part of the run, and goes with it.
template <typename Facts>
class Delivery {
public:
    using Done = std::function<void(Result<Facts>)>;

    Delivery(QObject *run, Done done)
        : m_run(run)
        , m_done(std::move(done))
    {
    }

    void give(const Result<Facts> &result)
    {
        QMetaObject::invokeMethod(
            m_run,
            [this, result] {
                if (!m_done)
                    return;
                const Done done = std::exchange(m_done, nullptr);
                m_run->deleteLater();
                done(result);
            },
            Qt::QueuedConnection);
    }
    void cancel()
    {
        give(Error{.domain = Domain::Cancelled, .sentence = Text::tr("The doctor was stopped.")});
    }

private:
    QObject *m_run;
    Done m_done;
};

} // namespace sonde::doctor
