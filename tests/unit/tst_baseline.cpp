// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/accepted/baseline.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using sonde::Domain;
using sonde::findings::Baseline;
using sonde::findings::Identity;

namespace {

Identity identity(const char *rule, const char *method = "", const char *target = "")
{
    return {rule, QString::fromLatin1(method), QString::fromLatin1(target)};
}

} // namespace

class BaselineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void acceptsByRuleMethodAndTarget_data();
    void acceptsByRuleMethodAndTarget();
    void replacesAndWithdraws();
    void keepsReasonsInAFile();
    void refusesWhatIsNoBaseline_data();
    void refusesWhatIsNoBaseline();
    void isBounded();

private:
    QString write(const QByteArray &content);

    QTemporaryDir m_folder;
};

void BaselineTest::acceptsByRuleMethodAndTarget_data()
{
    QTest::addColumn<Identity>("entry");
    QTest::addColumn<bool>("isAccepted");
    QTest::newRow("the same") << identity("a.b", "tools/call", "echo") << true;
    QTest::newRow("any target") << identity("a.b", "tools/call") << true;
    QTest::newRow("any method") << identity("a.b") << true;
    QTest::newRow("another target") << identity("a.b", "tools/call", "add") << false;
    QTest::newRow("another method") << identity("a.b", "tools/list") << false;
    QTest::newRow("another rule") << identity("a.c", "tools/call", "echo") << false;
}

void BaselineTest::acceptsByRuleMethodAndTarget()
{
    QFETCH(Identity, entry);
    QFETCH(bool, isAccepted);
    Baseline baseline;
    QVERIFY(baseline.accept({identity("a.a"), {}, {}}));
    QVERIFY(baseline.accept({entry, QStringLiteral("why"), {}}));
    QVERIFY(baseline.accept({identity("z.z"), {}, {}}));
    const Baseline::Entry *found = baseline.find(identity("a.b", "tools/call", "echo"));
    QCOMPARE(found != nullptr, isAccepted);
    if (found)
        QCOMPARE(found->reason, QStringLiteral("why"));
}

void BaselineTest::replacesAndWithdraws()
{
    Baseline baseline;
    const Identity echo = identity("a.b", "tools/call", "echo");
    QVERIFY(baseline.accept({echo, QStringLiteral("first"), {}}));
    QVERIFY(baseline.accept({echo, QStringLiteral("second"), {}}));
    QCOMPARE(baseline.entries().size(), std::size_t(1));
    QCOMPARE(baseline.find(echo)->reason, QStringLiteral("second"));
    QVERIFY(baseline.accept({identity("a.b"), QStringLiteral("all"), {}}));
    QVERIFY(baseline.accept({identity("a.b", "tools/list"), QStringLiteral("other"), {}}));
    baseline.withdraw(echo);
    QVERIFY(!baseline.find(echo));
    QCOMPARE(baseline.entries().size(), std::size_t(1));
}

void BaselineTest::keepsReasonsInAFile()
{
    Baseline baseline;
    QVERIFY(baseline.accept({identity("b", "tools/call", "a \"b\""),
        QStringLiteral("Fixed in 2.0 – später"), QStringLiteral("2026-11-25")}));
    QVERIFY(baseline.accept({identity("a"), {}, {}}));
    const QString file = m_folder.filePath(QStringLiteral("a/folder/baseline.json"));
    QVERIFY(baseline.save(file));
    const auto read = Baseline::read(file);
    QVERIFY(read.ok());
    QVERIFY(read.value() == baseline);
    // writeNew() keeps what is there, save() replaces it.
    QVERIFY(!Baseline().writeNew(file));
    QVERIFY(Baseline::read(file).value() == baseline);
    QVERIFY(Baseline().save(file));
    QVERIFY(Baseline::read(file).value().entries().empty());
}

void BaselineTest::refusesWhatIsNoBaseline_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("not JSON") << QByteArray("{\"accepted\":[");
    QTest::newRow("no list") << QByteArray("{\"accepted\":{}}");
    QTest::newRow("an entry without a rule") << QByteArray(R"({"accepted":[{"method":"ping"}]})");
    QTest::newRow("a rule that is no string") << QByteArray(R"({"accepted":[{"rule":1}]})");
    QByteArray many("{\"accepted\":[");
    for (std::size_t i = 0; i <= Baseline::kMaxEntries; ++i)
        many += i == 0 ? R"({"rule":"a"})" : R"(,{"rule":"a"})";
    QTest::newRow("too many entries") << many + "]}";
    QTest::newRow("too large") << QByteArray(R"({"accepted":[],"x":")")
            + QByteArray(Baseline::kMaxBytes, 'x') + "\"}";
}

void BaselineTest::refusesWhatIsNoBaseline()
{
    QFETCH(QByteArray, content);
    const auto read = Baseline::read(write(content));
    QVERIFY(!read);
    QCOMPARE(read.error().domain, Domain::Config);
    QVERIFY(!read.error().sentence.isEmpty());
}

void BaselineTest::isBounded()
{
    Baseline baseline;
    for (std::size_t i = 0; i < Baseline::kMaxEntries; ++i)
        QVERIFY(baseline.accept(
            {identity("a", "m", QByteArray::number(qulonglong(i)).constData()), {}, {}}));
    QVERIFY(!baseline.accept({identity("b"), {}, {}}));
    QVERIFY(baseline.accept({identity("a", "m", "7"), QString(1000, u'x'), {}}));
    QCOMPARE(baseline.find(identity("a", "m", "7"))->reason.size(), Baseline::kMaxReason);
}

QString BaselineTest::write(const QByteArray &content)
{
    const QString file = m_folder.filePath(QStringLiteral("written.json"));
    QFile made(file);
    if (!made.open(QIODevice::WriteOnly) || made.write(content) != content.size())
        return {};
    return file;
}

QTEST_GUILESS_MAIN(BaselineTest)
#include "tst_baseline.moc"
