// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/mock/mockserving.h"

#include "platform/process.h"
#include "session/mock/responsefile.h"

#include <QCoreApplication>
#include <QFile>

#include <unistd.h>

#include <utility>

namespace sonde::session {

namespace {

// Of a mock that prints nothing but a stream without an end of line.
constexpr qsizetype kMaxUnread = qsizetype(1) << 16;
const QString kFileName = QStringLiteral("responses-%1.json"); // of one start

} // namespace

MockServing::MockServing(QString program, QObject *parent)
    : QObject(parent)
    , m_program(std::move(program))
    , m_folder(std::make_shared<QTemporaryDir>())
    , m_writing(this)
{
}

MockServing::~MockServing()
{
    end();
}

void MockServing::start(MockCommand command, mock::ResponseList list)
{
    end();
    m_problem.clear();
    m_note.clear();
    m_noteCount = 0;
    m_state = State::Starting;
    // Another file each time: the one before may still be written.
    const QString before = m_folder->filePath(kFileName.arg(m_starts));
    command.responses = m_folder->filePath(kFileName.arg(++m_starts));
    command.port = command.port.value_or(0);
    command.reportsUses = true;
    using Done = Result<void>;
    m_writing.start<Done>(
        [list = std::move(list), folder = m_folder, before, file = command.responses](
            const std::stop_token &) {
            QFile::remove(before);
            return writeResponses(list, file);
        },
        [this, arguments = command.arguments()](const Done &done) {
            if (done)
                run(arguments);
            else
                fail(done.error().sentence);
        });
    Q_EMIT changed();
}

void MockServing::run(const QStringList &arguments)
{
    m_process = std::make_unique<QProcess>();
    m_process->setProgram(m_program);
    m_process->setArguments(arguments);
    m_process->setStandardInputFile(QProcess::nullDevice());
    // It must not go on listening if the window's process ends without this object's destructor.
    m_process->setChildProcessModifier([parent = ::getpid()] {
        if (!platform::endWithParent(parent))
            ::_exit(1);
    });
    connect(m_process.get(), &QProcess::readyReadStandardOutput, this, &MockServing::readOutput);
    connect(m_process.get(), &QProcess::readyReadStandardError, this,
        [this] { readNotes(Rest::Comes); });
    connect(m_process.get(), &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart)
            fail(tr("Cannot start %1: %2.").arg(m_program, m_process->errorString()));
    });
    connect(m_process.get(), &QProcess::finished, this, [this] {
        readNotes(Rest::IsThere);
        fail(m_note.isEmpty() ? tr("The mock ended.") : tr("The mock ended: %1").arg(m_note));
    });
    m_process->start();
}

// The address, and below it a line for each request.
void MockServing::readOutput()
{
    m_process->setReadChannel(QProcess::StandardOutput);
    std::vector<MockUse> uses;
    const State before = m_state;
    while (m_process->canReadLine() || m_process->bytesAvailable() > kMaxUnread) {
        const QByteArray line = m_process->readLine(kMaxUnread).trimmed();
        if (m_state == State::Starting) {
            m_address = QString::fromUtf8(line).left(kMaxLine);
            m_state = State::Serving;
        } else if (const auto use = MockUse::read(line)) {
            uses.push_back(*use);
        }
    }
    if (m_state != before)
        Q_EMIT changed();
    if (!uses.empty())
        Q_EMIT used(uses);
}

// The last line of a program may have no end.
void MockServing::readNotes(Rest rest)
{
    m_process->setReadChannel(QProcess::StandardError);
    const qsizetype unread = rest == Rest::IsThere ? 0 : kMaxUnread;
    while (m_process->canReadLine() || m_process->bytesAvailable() > unread) {
        const QString line = QString::fromUtf8(m_process->readLine(kMaxUnread)).trimmed();
        if (line.isEmpty())
            continue;
        m_note = line.left(kMaxLine);
        ++m_noteCount;
    }
    Q_EMIT changed();
}

void MockServing::stop()
{
    end();
    Q_EMIT changed();
}

// Does not wait for the process, which the application then owns: it reaps the process once that
// has ended, at the latest when the application ends.
void MockServing::end()
{
    m_writing.stop();
    m_state = State::Stopped;
    m_address.clear();
    QProcess *process = m_process.release();
    if (!process)
        return;
    process->disconnect(this);
    if (process->state() == QProcess::NotRunning)
        return process->deleteLater(); // it may be the one that reports this
    process->setParent(QCoreApplication::instance());
    connect(process, &QProcess::finished, process, &QObject::deleteLater);
    process->kill();
}

void MockServing::fail(const QString &problem)
{
    end();
    m_problem = problem;
    m_state = State::Failed;
    Q_EMIT changed();
}

} // namespace sonde::session
