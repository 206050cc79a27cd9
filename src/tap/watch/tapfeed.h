// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/result.h"
#include "tap/watch/tappart.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <vector>

namespace sonde::tap {

class TapCopy;

// Copies a session file while a tap writes it into another recording, with every byte and time, as
// if the conversation were a connection of Sonde's own. It reads in the background, in parts.
class TapFeed : public QObject {
    Q_OBJECT
public:
    TapFeed(QString session, const TapTarget &target, QObject *parent = nullptr);
    ~TapFeed() override;

    // The tap has recorded so many records, and so many exchanges among them have ended.
    void follow(std::uint64_t recorded, std::uint64_t exchanges = 0);
    // The tap has ended: takes what is left; finished() follows.
    void finish();
    int lastConnection() const { return m_connection; } // so far

Q_SIGNALS:
    void took(const std::vector<sonde::tap::TappedMessage> &messages);
    void failed(const sonde::Error &error); // the rest is not taken
    void finished();

private:
    void step();
    void take(const TapPart &part, bool ended);
    bool isBehind() const { return m_taken < m_wanted || m_takenExchanges < m_wantedExchanges; }

    std::shared_ptr<TapCopy> m_copy;
    std::uint64_t m_wanted = 0;
    std::uint64_t m_taken = 0;
    std::uint64_t m_wantedExchanges = 0;
    std::uint64_t m_takenExchanges = 0;
    int m_connection;
    bool m_runs = false;
    bool m_ends = false;
    bool m_over = false;
    int m_locked = 0; // attempts in a row that found the file locked
    QTimer m_again; // the tap reports records before they are in the file
    BackgroundJob m_job;
};

} // namespace sonde::tap
