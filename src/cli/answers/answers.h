// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/answeroptions.h"
#include "mcp/client/client.h"
#include "review/serverrequestqueue.h"

#include <QObject>

#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace sonde::cli {

class Output;
class TerminalAsk;

// Answers what a server asks of its client, from the places that --sampling, --elicitation and
// --roots name. One question after the other, in the order they came.
class Answers : public QObject {
    Q_OBJECT
public:
    static constexpr qint64 kMaxFile = qint64(64) << 20;

    // `err` outlives it.
    Answers(AnswerOptions options, Output &err, QObject *parent = nullptr);
    ~Answers() override;

    // Declares what is answered, and takes the questions. It outlives the client.
    void declare(mcp::ClientConfig &config);
    // Which revision the answers have to fit; once it is agreed.
    void setRevision(const QString &revision);
    // The connection is gone: what still waits cannot be answered.
    void lose(const QString &why);
    // One of the places gave no answer, so that the server was refused or its call given up.
    bool hasFailed() const { return m_failed; }

private:
    using Done = std::function<void(Result<std::optional<Bytes>>)>;

    void answerNext();
    void askNext(); // question of the ask under way
    void obtain(const review::RequestedInput &question, Done done);
    void answered(const Result<std::optional<Bytes>> &answer);
    void refuse(quint64 number, const Error &error);
    void send(quint64 number);
    void checkFit(const review::RequestedInput &question, const Bytes &answer);
    Result<std::optional<Bytes>> fromFile(const QString &path) const;
    QString who(const review::QueuedRequest &queued) const;

    const AnswerOptions m_options;
    Output &m_err;
    review::ServerRequestQueue m_box;
    std::string m_capabilities;
    QString m_revision;
    std::deque<quint64> m_queue;
    std::shared_ptr<const review::QueuedRequest> m_current;
    std::vector<Bytes> m_given; // answers to its questions so far
    RequestHandle m_run; // of a program
    TerminalAsk *m_terminal;
    bool m_failed = false;
};

} // namespace sonde::cli
