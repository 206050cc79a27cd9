// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "base/result.h"
#include "rpc/message.h"
#include "rpc/trafficsink.h"

#include <QObject>
#include <QTimer>

#include <memory>
#include <optional>
#include <vector>

namespace sonde::tap {

// One message that crossed a tap; sent: from the host to the server.
struct TappedMessage {
    rpc::Channel channel = rpc::Channel::Sent;
    Stamp at;
    rpc::Message message;
    int connection = 1; // in the other recording: each client of a tap over HTTP has one
};

// Copies a session file while a tap writes it into another recording, with every byte and time, as
// if the conversation were a connection of Sonde's own. It reads in the background, in parts.
class TapFeed : public QObject {
    Q_OBJECT
public:
    // How the conversation is called in the other recording.
    struct Target {
        rpc::TrafficSink *sink; // outlives the feed
        QString server;
        int connection = 1; // of the first client; others follow
    };
    TapFeed(QString session, const Target &target, QObject *parent = nullptr);
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
    class Copy;
    struct Part {
        std::vector<TappedMessage> messages;
        std::uint64_t taken = 0; // records so far
        std::uint64_t present = 0; // in the file
        std::uint64_t exchanges = 0; // that have ended, so far
        int connection = 0; // the last one
        std::optional<Error> error;
        bool isLocked() const; // the error is that the tap, or another program, had locked the file
    };
    void step();
    void take(const Part &part, bool ended);
    bool isBehind() const { return m_taken < m_wanted || m_takenExchanges < m_wantedExchanges; }

    std::shared_ptr<Copy> m_copy;
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
