// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/database.h"
#include "trace/file/sessionreader.h"
#include "trace/file/sessionschema.h"

#include <QFile>
#include <QTest>

#include <sqlite3.h>

namespace sonde::test {

// Changes a session file behind everybody's back.
inline void changeFile(const QString &path, const QByteArray &sql)
{
    auto database = trace::Database::open(QFile::encodeName(path), SQLITE_OPEN_READWRITE);
    QVERIFY(database.ok());
    const auto done = database.value().execute(sql.constData());
    QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().detail));
}

// The file opens; its messages [1, count] are read, or said to be damaged.
inline void verifyRecords(const QString &path, std::uint64_t count, bool areRead)
{
    const auto opened = trace::SessionReader::open(path);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().sentence));
    const auto records = opened.value()->records(1, count);
    QCOMPARE(records.ok(), areRead);
    if (!areRead)
        QVERIFY2(records.error().sentence.contains(QStringLiteral("damaged")),
            qPrintable(records.error().sentence));
}

// Makes a session file of today one as version 5 wrote it: a row for each message. What they are is
// asked of the view for other tools.
inline void makeVersion5(const QString &path)
{
    changeFile(path,
        QByteArray("CREATE TEMP TABLE saved AS SELECT * FROM message; DROP VIEW message; "
                   "ALTER TABLE saved DROP COLUMN origin;")
            + trace::schema::kMessageTable
            + "; INSERT INTO message SELECT * FROM saved; DROP TABLE saved; DROP TABLE block; "
              "DROP TABLE change; UPDATE meta SET value = '5' WHERE key = 'schema'");
}

} // namespace sonde::test
