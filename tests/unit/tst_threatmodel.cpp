// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/places.h"

#include <QDirIterator>
#include <QFile>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

using namespace Qt::StringLiterals;

namespace {

QString textOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

// The sources of the tests, by the name of their program.
QHash<QString, QString> testSources()
{
    QHash<QString, QString> sources;
    QDirIterator files(sonde::test::sourcePath("tests"), {u"tst_*.cpp"_s}, QDir::Files,
        QDirIterator::Subdirectories);
    while (files.hasNext()) {
        const QString path = files.next();
        sources[files.fileInfo().baseName()] = textOf(path);
    }
    return sources;
}

} // namespace

// The claims of the threat model, and the tests that they name.
class TestThreatModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyClaimNamesTestsThatExist_data();
    void everyClaimNamesTestsThatExist();
};

void TestThreatModel::everyClaimNamesTestsThatExist_data()
{
    QTest::addColumn<QString>("tests");
    const QString page = textOf(sonde::test::sourcePath("src/threat-model.md"));
    static const QRegularExpression row(
        u"^\\| (.+) \\| (`tst_.+) \\|$"_s, QRegularExpression::MultilineOption);
    for (auto rows = row.globalMatch(page); rows.hasNext();) {
        const auto match = rows.next();
        QTest::newRow(qPrintable(match.captured(1))) << match.captured(2);
    }
    // Below each heading with claims there is at least one of them.
    const qsizetype tables = page.count(u"| claim | tests |"_s);
    QVERIFY(tables > 0);
    static const QRegularExpression claims(
        u"\\| claim \\| tests \\|\n\\|---\\|---\\|\n(\\|[^\n]*`tst_[^\n]*\\|\n)+\n"_s);
    QCOMPARE(page.count(claims), tables);
}

void TestThreatModel::everyClaimNamesTestsThatExist()
{
    QFETCH(const QString, tests);
    static const QHash<QString, QString> sources = testSources();
    static const QRegularExpression name(u"^`(tst_\\w+)::(\\w+)`$"_s);
    for (const QString &test : tests.split(u", "_s)) {
        const auto match = name.match(test);
        QVERIFY2(match.hasMatch(), qPrintable(test));
        const QString source = sources.value(match.captured(1));
        QVERIFY2(!source.isEmpty(), qPrintable(test));
        QVERIFY2(source.contains(u"void "_s + match.captured(2) + u"()"_s), qPrintable(test));
    }
}

QTEST_APPLESS_MAIN(TestThreatModel)
#include "tst_threatmodel.moc"
