// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/patience.h"

#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTest>

namespace sonde::test {

// Another process that holds what a server needs, until its input ends.
class HoldingProcess {
public:
    HoldingProcess(const QString &program, const QStringList &arguments)
    {
        m_process.start(program, arguments);
    }

    // Waits for the line that it writes as soon as it holds it.
    bool holds()
    {
        return QTest::qWaitFor([this] { return m_process.bytesAvailable() > 0; }, kLongPatienceMs);
    }
    QString pid() const { return QString::number(m_process.processId()); }
    bool isRunning() const { return m_process.state() == QProcess::Running; }
    // Ends its input, and waits until it has ended.
    bool end()
    {
        m_process.closeWriteChannel();
        return QTest::qWaitFor([this] { return !isRunning(); }, kLongPatienceMs);
    }

private:
    QProcess m_process;
};

} // namespace sonde::test
