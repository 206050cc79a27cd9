// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "mock/responselist.h"
#include "session/mock/mockcommand.h"
#include "session/mock/mockuse.h"

#include <QObject>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>
#include <vector>

namespace sonde::session {

// A mock that runs beside the window: sonde-cli, which serves over HTTP on this computer. It ends
// with this object, whose destructor does not wait for it.
class MockServing : public QObject {
    Q_OBJECT
public:
    static constexpr qsizetype kMaxLine = 2000; // characters of a note or a problem
    enum class State { Stopped, Starting, Serving, Failed };

    explicit MockServing(QString program, QObject *parent = nullptr); // sonde-cli
    ~MockServing() override;

    // Plays the list as it is now, from a new file of this object. Ends a mock that runs.
    void start(MockCommand command, mock::ResponseList list);
    void stop();

    State state() const { return m_state; }
    const QString &address() const { return m_address; } // while it serves
    const QString &problem() const { return m_problem; } // why it failed
    // The newest note that the mock printed since it serves; the first one says where it serves.
    QString note() const { return m_noteCount > 1 ? m_note : QString(); }

Q_SIGNALS:
    void changed();
    void used(const std::vector<sonde::session::MockUse> &uses); // by requests, while it serves

private:
    void run(const QStringList &arguments);
    void readOutput();
    enum class Rest { Comes, IsThere }; // of what the mock prints
    void readNotes(Rest rest);
    void end();
    void fail(const QString &problem);

    const QString m_program;
    State m_state = State::Stopped;
    QString m_address;
    QString m_problem;
    QString m_note;
    int m_noteCount = 0;
    int m_starts = 0;
    std::shared_ptr<QTemporaryDir> m_folder; // only its owner can read it; kept while it is written
    std::unique_ptr<QProcess> m_process;
    BackgroundJob m_writing;
};

} // namespace sonde::session
