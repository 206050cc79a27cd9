// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/answers/answerdialogue.h"

#include <QObject>

#include <functional>
#include <memory>
#include <string>

class QSocketNotifier;

namespace sonde::cli {

class Output;

// Asks on the terminal: prompts go to stderr, lines come from stdin. One question at a time.
class TerminalAsk : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxLine = std::size_t(1) << 20; // bytes; the rest is left out

    // `err` outlives it; `fd` is read from the first question on.
    TerminalAsk(Output &err, int fd, QObject *parent);
    ~TerminalAsk() override;

    // `who` is said first. The answer, or nothing for a refusal; an error when nobody is there to
    // ask. Called once, from the event loop, and not at all after stop().
    void ask(const QString &who, const review::RequestedInput &question,
        std::function<void(Result<std::optional<Bytes>>)> done);
    void stop(const QString &why); // the question is no longer there

private:
    void read();
    void readLines();
    void finish(Result<std::optional<Bytes>> outcome);

    Output &m_err;
    const int m_fd;
    QSocketNotifier *m_notifier = nullptr;
    std::string m_waiting; // what was typed and not yet taken
    bool m_ended = false;
    std::unique_ptr<AnswerDialogue> m_dialogue;
    std::function<void(Result<std::optional<Bytes>>)> m_done;
};

} // namespace sonde::cli
