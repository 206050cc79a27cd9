// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/server/responsedialogue.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>

class QSocketNotifier;

namespace sonde::cli {

class Output;

// Asks the user on the terminal, one request at a time: prompts go to stderr, lines come from
// stdin.
class TerminalAsk : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxLine = std::size_t(1)
        << 20; // bytes; the rest of a longer line is dropped

    // `err` must outlive it; `fd` is read from the first request on.
    TerminalAsk(Output &err, int fd, QObject *parent);
    ~TerminalAsk() override;

    // `who` is printed first. `done` gets the response, nothing for a refusal, or an error when
    // stdin has ended. It is called once, from the event loop, and never after stop().
    void ask(const QString &who, const review::RequestedInput &question,
        std::function<void(Result<std::optional<Bytes>>)> done);
    void stop(const QString &why); // the request was withdrawn; `why` is printed

private:
    void read();
    void readLines();
    void finish(Result<std::optional<Bytes>> outcome);

    Output &m_err;
    const int m_fd;
    QSocketNotifier *m_notifier = nullptr;
    std::string m_waiting; // typed bytes that are not parsed yet
    bool m_ended = false;
    std::unique_ptr<ResponseDialogue> m_dialogue;
    std::function<void(Result<std::optional<Bytes>>)> m_done;
};

} // namespace sonde::cli
