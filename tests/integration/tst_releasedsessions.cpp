// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/places.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace sonde::test;

// Session files that released versions wrote, and what they hold: each stays readable. A release
// adds a file of its own (see the README there).
class TstReleasedSessions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachIsReadAsItWas_data();
    void eachIsReadAsItWas();
    void thisVersionHasOne();
};

namespace {

const QString kFolder = sonde::test::sourcePath("tests/data/sessions");

QStringList sessions()
{
    return QDir(kFolder).entryList({QStringLiteral("*.sonde")}, QDir::Files);
}

QByteArray contentsOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

} // namespace

void TstReleasedSessions::eachIsReadAsItWas_data()
{
    QTest::addColumn<QString>("name");
    for (const QString &name : sessions())
        QTest::newRow(qPrintable(name)) << name;
}

// A copy is read, so that the file in the sources cannot change.
void TstReleasedSessions::eachIsReadAsItWas()
{
    QFETCH(QString, name);
    const QTemporaryDir folder;
    const QString copy = folder.filePath(name);
    QVERIFY(QFile::copy(kFolder + u'/' + name, copy));
    const Run run =
        cli({QStringLiteral("trace"), QStringLiteral("show"), QStringLiteral("--json"), copy});
    QCOMPARE(run.err, QByteArray());
    COMPARE_CODE(run, 0);
    QString expected = kFolder + u'/' + name;
    expected.replace(QStringLiteral(".sonde"), QStringLiteral(".jsonl"));
    const QList<QByteArray> rows = run.out.split('\n');
    const QList<QByteArray> kept = contentsOf(expected).split('\n');
    QCOMPARE(rows.size(), kept.size());
    QVERIFY(rows.size() > 10);
    for (qsizetype i = 0; i < rows.size(); ++i)
        QCOMPARE(rows[i], kept[i]);
}

void TstReleasedSessions::thisVersionHasOne()
{
    const QStringList own = sessions().filter(QStringLiteral(SONDE_VERSION "-"));
    QVERIFY2(!own.isEmpty(), "There is no session file of this version in tests/data/sessions.");
}

QTEST_GUILESS_MAIN(TstReleasedSessions)
#include "tst_releasedsessions.moc"
