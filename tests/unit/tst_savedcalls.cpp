// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/savedcalls.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using config::SavedCall;
using config::SavedCalls;

class TestSavedCalls : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void startsEmptyWithoutAFile();
    void keepsTheArgumentsByteForByte_data();
    void keepsTheArgumentsByteForByte();
    void writesAFileThatCanBeRead();
    void keepsWhatItDoesNotKnow();
    void keepsEntriesThatAreNoneAndSaysSo_data();
    void keepsEntriesThatAreNoneAndSaysSo();
    void doesNotReplaceWhatItCannotRead_data();
    void doesNotReplaceWhatItCannotRead();
    void replacesRenamesAndRemoves();
    void keepsWhatRunsAfterARestart();
    void refusesWhatIsTooMuch();
    void saysWhyItCannotSave();
    void namesAFileForAnyServer();

private:
    QString path() const { return m_folder->filePath(QStringLiteral("calls/demo.json")); }
    QByteArray content() const
    {
        QFile file(path());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &bytes) const
    {
        QVERIFY(QDir().mkpath(QFileInfo(path()).path()));
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

SavedCall call(const QString &name, const QByteArray &arguments = "{}")
{
    return {name, QStringLiteral("tool"), Bytes::fromByteArray(arguments)};
}

} // namespace

void TestSavedCalls::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestSavedCalls::startsEmptyWithoutAFile()
{
    SavedCalls calls(path());
    QVERIFY(calls.load());
    QVERIFY(calls.calls().empty());
    QVERIFY(!QFile::exists(path()));
}

void TestSavedCalls::keepsTheArgumentsByteForByte_data()
{
    QTest::addColumn<QByteArray>("arguments");
    QTest::newRow("numbers") << QByteArray(
        "{\"a\":9007199254740993,\"b\":1.0,\"c\":1e400,\"d\":-0}");
    QTest::newRow("escapes and order")
        << QByteArray("{\"z\":\"\\u00f6\\/\",\"a\":\"\xc3\xb6\",\"z\":1}");
    QTest::newRow("lines") << QByteArray("{\n  \"a\": [\n    1\n  ]\n}");
    QTest::newRow("space around") << QByteArray(" {} \n");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{\"a\": \"unfinished");
    QTest::newRow("no UTF-8") << QByteArray("{\"a\":\"\xc3\"}");
    QTest::newRow("a zero byte") << QByteArray("a\0b", 3);
    QTest::newRow("no object") << QByteArray("[1, 2.50]");
    QTest::newRow("very deep") << QByteArray(5000, '[') + QByteArray(5000, ']');
}

void TestSavedCalls::keepsTheArgumentsByteForByte()
{
    QFETCH(QByteArray, arguments);
    SavedCalls calls(path());
    QVERIFY(calls.load());
    QVERIFY(calls.put(call(QStringLiteral("one"), arguments)));
    QVERIFY(calls.put(call(QStringLiteral("two"))));
    QVERIFY(calls.save());
    SavedCalls again(path());
    QVERIFY2(again.load(), qPrintable(QString::fromUtf8(content())));
    QCOMPARE(again.calls().size(), std::size_t(2));
    QCOMPARE(again.calls()[0].arguments.toByteArray(), arguments);
    QCOMPARE(again.calls()[0].tool, QStringLiteral("tool"));
    QCOMPARE(again.calls()[1].arguments.toByteArray(), QByteArray("{}"));
    const QByteArray before = content();
    QVERIFY(again.save());
    QCOMPARE(content(), before);
}

void TestSavedCalls::writesAFileThatCanBeRead()
{
    SavedCalls calls(path());
    QVERIFY(calls.put(call(QStringLiteral("hike, 2 \"guests\""), "{\"seats\": 2}")));
    QVERIFY(calls.save());
    QCOMPARE(content(),
        QByteArray("{\n  \"version\": 1,\n  \"calls\": [\n    {\n"
                   "      \"name\": \"hike, 2 \\\"guests\\\"\",\n      \"tool\": \"tool\",\n"
                   "      \"arguments\": {\"seats\": 2}\n    }\n  ]\n}\n"));
}

void TestSavedCalls::keepsWhatItDoesNotKnow()
{
    write("{\"version\":7,\"team\":{\"n\":1.0},\"calls\":[{\"name\":\"a\",\"note\":[1e400],"
          "\"tool\":\"t\",\"arguments\":{}}]}");
    SavedCalls calls(path());
    QVERIFY(calls.load());
    QVERIFY(calls.put({QStringLiteral("a"), QStringLiteral("t2"), Bytes::copyOf("[]")}));
    QVERIFY(calls.rename(QStringLiteral("a"), QStringLiteral("b")));
    QVERIFY(calls.save());
    QVERIFY(content().contains("\"team\": {\"n\":1.0}"));
    QVERIFY(content().contains("\"note\": [1e400]"));
    QVERIFY(content().contains("\"version\": 7"));
    QVERIFY(content().contains("\"t2\""));
}

void TestSavedCalls::keepsEntriesThatAreNoneAndSaysSo_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("no object") << QByteArray("17");
    QTest::newRow("no name") << QByteArray("{\"tool\":\"t\",\"arguments\":{}}");
    QTest::newRow("no tool") << QByteArray("{\"name\":\"x\"}");
    QTest::newRow("the same name") << QByteArray("{\"name\":\"good\",\"tool\":\"u\"}");
    QTest::newRow("a long name") << "{\"tool\":\"t\",\"name\":\""
            + QByteArray(SavedCalls::kMaxName + 1, 'x') + "\"}";
    QTest::newRow("large arguments") << "{\"tool\":\"t\",\"name\":\"x\",\"arguments\":\""
            + QByteArray(qsizetype(SavedCalls::kMaxArguments), 'x') + "\"}";
}

void TestSavedCalls::keepsEntriesThatAreNoneAndSaysSo()
{
    QFETCH(QByteArray, entry);
    write("{\"calls\":[{\"name\":\"good\",\"tool\":\"t\",\"arguments\":{}}," + entry + "]}");
    SavedCalls calls(path());
    QVERIFY(calls.load());
    QCOMPARE(calls.calls().size(), std::size_t(1));
    QCOMPARE(calls.notices().size(), 1);
    QVERIFY(calls.save());
    QVERIFY(content().contains(entry));
}

void TestSavedCalls::doesNotReplaceWhatItCannotRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("no JSON") << QByteArray("{\"calls\":[");
    QTest::newRow("no calls") << QByteArray("{\"servers\":[]}");
    QTest::newRow("too deep") << QByteArray(3000, '[') + QByteArray(3000, ']');
    QTest::newRow("too large") << QByteArray(SavedCalls::kMaxFileBytes + 1, ' ');
    QByteArray many = "{\"calls\":[0";
    for (std::size_t i = 0; i < SavedCalls::kMaxCalls; ++i)
        many += ",0";
    QTest::newRow("too many") << many + "]}";
}

void TestSavedCalls::doesNotReplaceWhatItCannotRead()
{
    QFETCH(QByteArray, bytes);
    write(bytes);
    SavedCalls calls(path());
    const auto loaded = calls.load();
    QVERIFY(!loaded);
    QVERIFY(loaded.error().sentence.contains(path()));
    QVERIFY(calls.put(call(QStringLiteral("a"))));
    QVERIFY(!calls.save());
    QCOMPARE(content(), bytes);
}

void TestSavedCalls::replacesRenamesAndRemoves()
{
    SavedCalls calls(path());
    QVERIFY(calls.put(call(QStringLiteral("a"))));
    QVERIFY(calls.put(call(QStringLiteral("b"))));
    QVERIFY(calls.put(call(QStringLiteral("a"), "[]")));
    QCOMPARE(calls.calls().size(), std::size_t(2));
    QCOMPARE(calls.find(QStringLiteral("a"))->arguments.toByteArray(), QByteArray("[]"));
    QCOMPARE(calls.freeName(QStringLiteral("a")), QStringLiteral("a 2"));
    QVERIFY(!calls.rename(QStringLiteral("a"), QStringLiteral("b")));
    QVERIFY(!calls.rename(QStringLiteral("a"), {}));
    QVERIFY(!calls.rename(QStringLiteral("gone"), QStringLiteral("c")));
    QVERIFY(calls.rename(QStringLiteral("a"), QStringLiteral("a")));
    QVERIFY(calls.rename(QStringLiteral("a"), QStringLiteral("c")));
    QVERIFY(calls.remove(QStringLiteral("c")));
    QVERIFY(!calls.remove(QStringLiteral("c")));
    QCOMPARE(calls.calls().size(), std::size_t(1));
}

void TestSavedCalls::keepsWhatRunsAfterARestart()
{
    SavedCalls calls(path());
    QVERIFY(calls.put(call(QStringLiteral("a"))));
    QVERIFY(calls.put(call(QStringLiteral("b"))));
    QVERIFY(calls.setAfterRestart(QStringLiteral("b"), true));
    QVERIFY(!calls.setAfterRestart(QStringLiteral("c"), true));
    // Other arguments under that name do not change it.
    QVERIFY(calls.put(call(QStringLiteral("b"), "{\"x\":1}")));
    QVERIFY(calls.save());
    SavedCalls again(path());
    QVERIFY(again.load());
    QVERIFY(!again.find(QStringLiteral("a"))->isAfterRestart);
    QVERIFY(again.find(QStringLiteral("b"))->isAfterRestart);
    QVERIFY(again.find(QStringLiteral("b"))->unknown.empty());
    QVERIFY(again.setAfterRestart(QStringLiteral("b"), false));
    QVERIFY(again.save());
    QVERIFY(!content().contains("afterRestart"));
    // What is no truth value is not understood, and kept.
    write(R"({"calls":[{"name":"a","tool":"t","arguments":{},"afterRestart":"later"}]})");
    QVERIFY(again.load());
    QVERIFY(!again.find(QStringLiteral("a"))->isAfterRestart);
    QVERIFY(again.save());
    QVERIFY(content().contains(R"("afterRestart": "later")"));
}

void TestSavedCalls::refusesWhatIsTooMuch()
{
    SavedCalls calls(path());
    QVERIFY(!calls.put(call({})));
    QVERIFY(!calls.put(call(QString(SavedCalls::kMaxName + 1, u'x'))));
    QVERIFY(!calls.put(
        call(QStringLiteral("a"), QByteArray(qsizetype(SavedCalls::kMaxArguments) + 1, '1'))));
    for (std::size_t i = 0; i < SavedCalls::kMaxCalls; ++i)
        QVERIFY(calls.put(call(QString::number(i))));
    QVERIFY(!calls.put(call(QStringLiteral("one more"))));
    QVERIFY(calls.put(call(QStringLiteral("1"), "[]")));
}

void TestSavedCalls::saysWhyItCannotSave()
{
    QFile block(m_folder->filePath(QStringLiteral("calls")));
    QVERIFY(block.open(QIODevice::WriteOnly)); // a file where the folder should be
    SavedCalls calls(path());
    QVERIFY(calls.put(call(QStringLiteral("a"))));
    const auto saved = calls.save();
    QVERIFY(!saved);
    QVERIFY(saved.error().sentence.contains(path()));
}

void TestSavedCalls::namesAFileForAnyServer()
{
    const QString folder = QStringLiteral("/f");
    QCOMPARE(SavedCalls::defaultPath(folder, QStringLiteral("my server")),
        QStringLiteral("/f/calls/my server.json"));
    QCOMPARE(SavedCalls::defaultPath(folder, QStringLiteral("../a/b")),
        QStringLiteral("/f/calls/%2E%2E%2Fa%2Fb.json"));
    const QString one = SavedCalls::defaultPath(folder, QString(300, u'x') + u'1');
    const QString two = SavedCalls::defaultPath(folder, QString(300, u'x') + u'2');
    QVERIFY(one != two);
    QVERIFY(one.size() < 120);
}

QTEST_GUILESS_MAIN(TestSavedCalls)
#include "tst_savedcalls.moc"
