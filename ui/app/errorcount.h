// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <cstdint>

namespace sonde::models {
class TraceModel;
}

namespace sonde::app {

// Counts the errors among the messages that arrive in the trace, for the status line.
class ErrorCount : public QObject {
    Q_OBJECT
public:
    explicit ErrorCount(const models::TraceModel &trace, QObject *parent = nullptr);

    std::uint64_t count() const { return m_count; }

private:
    void add(int first, int last);

    const models::TraceModel &m_trace;
    std::uint64_t m_count = 0;
};

} // namespace sonde::app
