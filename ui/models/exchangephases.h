// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/tracemodel.h"

#include <QHash>

#include <optional>
#include <vector>

namespace sonde::models {

// When the phases of HTTP exchanges were over, and what arrived in them, for a time axis: read from
// the trace when it is asked for, a few at a time, and remembered.
class ExchangePhases : public QObject {
    Q_OBJECT
public:
    static constexpr int kAtOnce = 32; // exchanges read before the window has its turn
    static constexpr int kMaxKept = 4096;
    static constexpr std::size_t kMaxArrivals = 256; // of one exchange
    static constexpr int kMaxLookAhead = 4096; // rows in which they are looked for

    struct Phases { // steady nanoseconds; 0: not known
        std::int64_t sent = 0; // until then: name, connection, TLS and the request
        std::int64_t firstByte = 0; // until then it waited
        std::vector<std::int64_t> arrivals; // of messages and events, in their order
    };

    explicit ExchangePhases(TraceModel &model, QObject *parent = nullptr);

    // Of an exchange that is over. Nothing for one that goes on or has not been read yet: then
    // changed() follows.
    std::optional<Phases> of(trace::Number exchange);

Q_SIGNALS:
    void changed();

private:
    void readWanted();
    Phases read(const trace::Record &record, int row) const;

    TraceModel &m_model;
    QHash<trace::Number, Phases> m_known;
    std::vector<trace::Number> m_wanted;
    bool m_reads = false; // readWanted() comes
};

} // namespace sonde::models
