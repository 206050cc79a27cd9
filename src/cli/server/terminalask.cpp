// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/terminalask.h"

#include "cli/output/clitr.h"
#include "cli/output/output.h"

#include <QSocketNotifier>

#include <cerrno>
#include <utility>

#include <unistd.h>

namespace sonde::cli {

namespace {

Error nobody()
{
    return {.domain = Domain::Usage,
        .sentence = Text::tr("Cannot ask on the terminal: standard input has ended.")};
}

} // namespace

TerminalAsk::TerminalAsk(Output &err, int fd, QObject *parent)
    : QObject(parent)
    , m_err(err)
    , m_fd(fd)
{
}

TerminalAsk::~TerminalAsk() = default;

void TerminalAsk::ask(const QString &who, const review::RequestedInput &question,
    std::function<void(Result<std::optional<Bytes>>)> done)
{
    m_done = std::move(done);
    m_dialogue = std::make_unique<ResponseDialogue>(question);
    m_err.write(QString(u'\n' + who + u'\n' + m_dialogue->opening()));
    m_err.write(m_dialogue->prompt());
    if (!m_notifier) {
        m_notifier = new QSocketNotifier(m_fd, QSocketNotifier::Read, this);
        connect(m_notifier, &QSocketNotifier::activated, this, &TerminalAsk::read);
    }
    m_notifier->setEnabled(!m_ended);
    // Lines that were typed ahead, and an end that is known; not from inside this call.
    QMetaObject::invokeMethod(this, &TerminalAsk::readLines, Qt::QueuedConnection);
}

void TerminalAsk::stop(const QString &why)
{
    if (!m_dialogue)
        return;
    m_err.write(QString(u'\n' + why + u'\n'));
    m_dialogue.reset();
    m_done = {};
}

void TerminalAsk::read()
{
    char bytes[4096];
    const ssize_t size = ::read(m_fd, bytes, sizeof bytes);
    if (size < 0 && (errno == EINTR || errno == EAGAIN))
        return;
    if (size <= 0) {
        m_ended = true;
        m_notifier->setEnabled(false);
    } else {
        m_waiting.append(bytes, static_cast<std::size_t>(size));
        // What is typed ahead waits there, in the terminal, until it is asked for.
        m_notifier->setEnabled(m_waiting.size() < kMaxLine);
    }
    readLines();
}

void TerminalAsk::readLines()
{
    while (m_dialogue) {
        const std::size_t end = m_waiting.find('\n');
        const bool whole = end != std::string::npos;
        if (!whole && m_waiting.size() < kMaxLine) {
            if (m_ended)
                finish(nobody());
            return;
        }
        const std::size_t size = whole ? end : kMaxLine;
        QString line = QString::fromUtf8(m_waiting.data(), static_cast<qsizetype>(size));
        m_waiting.erase(0, size + (whole ? 1 : 0));
        if (line.endsWith(u'\r'))
            line.chop(1);
        if (!m_ended && m_notifier)
            m_notifier->setEnabled(true);
        if (m_dialogue->read(line))
            return finish(m_dialogue->response());
        if (!m_dialogue->complaint().isEmpty())
            m_err.write(QString(m_dialogue->complaint() + u'\n'));
        m_err.write(m_dialogue->prompt());
    }
}

void TerminalAsk::finish(Result<std::optional<Bytes>> outcome)
{
    m_dialogue.reset();
    const auto done = std::exchange(m_done, {});
    done(std::move(outcome));
}

} // namespace sonde::cli
