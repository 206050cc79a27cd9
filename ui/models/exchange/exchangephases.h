// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracemodel.h"

#include <QHash>
#include <QTimer>

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
    static constexpr int kMaxLookAhead = 4096; // rows in which they are looked for at once
    static constexpr int kOpenMs = 250;

    struct Phases { // steady nanoseconds; 0: not known
        std::int64_t sent = 0; // until then: name, connection, TLS and the request
        std::int64_t firstByte = 0; // until then it waited
        std::vector<std::int64_t> arrivals; // of messages and events, in their order
    };

    explicit ExchangePhases(TraceModel &model, QObject *parent = nullptr);

    // Nothing for one that has not been read yet: then changed() follows. What goes on is read
    // again when it has gone on, at most every kOpenMs: what is given is as old as that.
    std::optional<Phases> of(trace::Number exchange);

Q_SIGNALS:
    void changed();

private:
    struct Known {
        Phases phases;
        std::uint64_t facts = 0; // where the text stood that was read
        int row = 0; // in which the next arrival may be
        bool isOver = false;
    };

    void want(trace::Number exchange, int inMs);
    void readRequested();
    void read(const trace::Record &record, int row, Known &known) const;
    bool isNew(const Known &known, const trace::Record &record) const;

    TraceModel &m_model;
    QHash<trace::Number, Known> m_known;
    std::vector<trace::Number> m_wanted;
    QTimer m_reading;
};

} // namespace sonde::models
