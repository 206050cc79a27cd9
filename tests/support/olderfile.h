// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/database.h"
#include "trace/sessionschema.h"

#include <QFile>
#include <QTest>

#include <sqlite3.h>

#include <string>

namespace sonde::test {

// Changes a session file behind everybody's back.
inline void changeFile(const QString &path, const QByteArray &sql)
{
    auto database = trace::Database::open(QFile::encodeName(path), SQLITE_OPEN_READWRITE);
    QVERIFY(database.ok());
    const auto done = database.value().execute(sql.constData());
    QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().detail));
}

// Makes a session file of today one as version 5 wrote it: a row for each message. What they are is
// asked of the view for other tools.
inline void makeVersion5(const QString &path)
{
    changeFile(path,
        QByteArray("CREATE TEMP TABLE saved AS SELECT * FROM message; DROP VIEW message;")
            + trace::schema::kMessageTable
            + "; INSERT INTO message SELECT * FROM saved; DROP TABLE saved; DROP TABLE block; "
              "DROP TABLE change; UPDATE meta SET value = '5' WHERE key = 'schema'");
}

} // namespace sonde::test
