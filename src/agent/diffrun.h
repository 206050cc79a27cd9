// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/inspected.h"
#include "agent/looks.h"
#include "changes/snapshotrun.h"

#include <QObject>

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace sonde::agent {

// Looks at what a connected server offers, keeps that, and compares it with an earlier look.
class DiffRun : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds kTimeout{30'000}; // of a list

    // Both outlive it.
    DiffRun(Looks &looks, Inspected &server);

    // `done` gets the result of diff; empty: the connection was closed. `before` may be null: then
    // there is nothing to compare with.
    using Done = std::function<void(const std::string &result)>;
    void start(Looks::Look before, std::size_t skip, Done done);

private:
    void finish();
    void abandon();

    Looks &m_looks;
    const QString m_handle;
    const std::string m_server;
    std::unique_ptr<changes::SnapshotRun> m_run; // null: the client is gone
    Looks::Look m_before;
    std::size_t m_skip = 0;
    Done m_done;
};

} // namespace sonde::agent
