// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "conformance/skillcheck.h"

#include "json/document.h"

#include <QCryptographicHash>
#include <QTest>

using namespace sonde;
using namespace sonde::test;

class TestCliSkillCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesOnlyWhatTheSkillNames_data();
    void takesOnlyWhatTheSkillNames();
};

namespace {

const QByteArray kFile = "---\nname: pdf\ndescription: Fill: forms\n---\n\nBody.\n";
const QByteArray kFields = R"({"name":"pdf","description":"Fill: forms"})";

QByteArray digestOf(const QByteArray &file)
{
    return "sha256:" + QCryptographicHash::hash(file, QCryptographicHash::Sha256).toHex();
}

} // namespace

void TestCliSkillCheck::takesOnlyWhatTheSkillNames_data()
{
    QTest::addColumn<QByteArray>("named"); // the file that the entry was made of
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QString>("uri");
    QTest::addColumn<QString>("problem");
    const QString own = QStringLiteral("skill://pdf/SKILL.md");
    const QString other = QStringLiteral("skill://pdf/OTHER.md");
    QTest::newRow("as it is") << kFile << kFields << own << QString();
    QTest::newRow("longer") << kFile + "more" << kFields << own << QStringLiteral("bytes");
    QByteArray changed = kFile;
    changed.replace("Body", "Evil");
    QTest::newRow("changed") << changed << kFields << own << QStringLiteral("digest");
    QTest::newRow("another field") << kFile << QByteArray(R"({"name":"pdf","description":"x"})")
                                   << own << QStringLiteral("front matter");
    QTest::newRow("one field less")
        << kFile << QByteArray(R"({"name":"pdf"})") << own << QStringLiteral("front matter");
    QTest::newRow("one field more")
        << kFile << QByteArray(R"({"name":"pdf","description":"Fill: forms","a":"b"})") << own
        << QStringLiteral("front matter");
    QTest::newRow("not named") << kFile << kFields << other << QStringLiteral("no such file");
}

void TestCliSkillCheck::takesOnlyWhatTheSkillNames()
{
    QFETCH(QByteArray, named);
    QFETCH(QByteArray, fields);
    QFETCH(QString, uri);
    QFETCH(QString, problem);
    const json::Document entry =
        json::Document::parse(Bytes::fromByteArray(R"({"uri":"skill://pdf/SKILL.md","frontmatter":)"
            + fields + R"(,"resources":[{"uri":"skill://pdf/SKILL.md","digest":")" + digestOf(named)
            + R"(","size":)" + QByteArray::number(named.size()) + "}]}"));
    const auto checked = checkSkillFile(entry.root(), uri, kFile);
    QCOMPARE(checked.ok(), problem.isEmpty());
    if (!checked)
        QVERIFY2(checked.error().sentence.contains(problem), qPrintable(checked.error().sentence));
}

QTEST_GUILESS_MAIN(TestCliSkillCheck)
#include "tst_cliskillcheck.moc"
