// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFile>
#include <QString>
#include <QTest>

namespace sonde::test {

// How many first causes the doctor names rightly, of the faults of one test program. With
// SONDE_FAULT_TABLE=FILE, each fault is a row there as well: who names it, what, expected, got.
class FaultCount {
public:
    // `what`: the servers or machines that have the faults.
    explicit FaultCount(const char *what)
        : m_what(what)
    {
    }

    // Of the current row of data. True: it is the right one.
    bool add(const QString &expected, const QString &got)
    {
        const bool isRight = expected == got;
        ++m_faults;
        m_right += isRight ? 1 : 0;
        QFile table(qEnvironmentVariable("SONDE_FAULT_TABLE"));
        if (table.fileName().isEmpty())
            return isRight;
        if (!table.open(QIODevice::Append))
            qFatal("%s cannot be written", qPrintable(table.fileName()));
        const QString row = QString::fromLatin1(QTest::currentDataTag());
        table.write(QStringLiteral("%1\t%2\t%3\t%4\n")
                        .arg(QString::fromLatin1(m_what),
                            row.isEmpty() ? QString::fromLatin1(QTest::currentTestFunction()) : row,
                            expected, got)
                        .toUtf8());
        return isRight;
    }

    void print() const { qInfo("%s: %d of %d first causes are right", m_what, m_right, m_faults); }

private:
    const char *m_what;
    int m_faults = 0;
    int m_right = 0;
};

} // namespace sonde::test
