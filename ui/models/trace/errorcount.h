// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <cstdint>
#include <vector>

namespace sonde::models {

class TraceModel;

// Counts the errors of a trace, as trace::countsAsError() defines them, and follows what the
// session finds later about a message. Rows that the list drops stay in the count. One bit a row.
class ErrorCount : public QObject {
    Q_OBJECT
public:
    explicit ErrorCount(const TraceModel &model, QObject *parent = nullptr);

    std::uint64_t count() const { return m_count; }
    // "0 errors", "1 error", "1,204 errors"
    static QString text(std::uint64_t count);

Q_SIGNALS:
    void changed();

private:
    void add(int first, int last);
    void update(int first, int last);
    void startAnew();

    const TraceModel &m_model;
    std::vector<bool> m_counted; // by row
    std::uint64_t m_count = 0;
};

} // namespace sonde::models
