// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <memory>

using namespace sonde::test;

class TestCliValidate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void tellsWhatFits();
    void tellsWhereAFileDoesNotFit();
    void printsOutputUnits();
    void findsRemoteSchemasInFolders();
    void refusesASchemaThatCannotBeUsed();
    void saysWhatIsWrongWithTheCommandLine_data();
    void saysWhatIsWrongWithTheCommandLine();

private:
    QString put(const char *name, const QByteArray &text);
    Run validate(const QStringList &arguments) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_schema;
};

void TestCliValidate::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_schema = put("schema.json",
        "{\"properties\":{\"n\":{\"maximum\":9007199254740992}},\"required\":[\"n\"]}");
}

QString TestCliValidate::put(const char *name, const QByteArray &text)
{
    const QString path = m_folder->filePath(QLatin1String(name));
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
        qFatal("a file of the test cannot be written");
    return path;
}

Run TestCliValidate::validate(const QStringList &arguments) const
{
    return cli(QStringList{QStringLiteral("validate")} + arguments);
}

void TestCliValidate::tellsWhatFits()
{
    const QString good = put("good.json", "{\"n\":9007199254740992}");
    const Run run = validate({QStringLiteral("--schema"), m_schema, good});
    COMPARE_CODE(run, 0);
    QCOMPARE(QString::fromUtf8(run.out), good + QStringLiteral(": valid\n"));
}

void TestCliValidate::tellsWhereAFileDoesNotFit()
{
    const QString bad = put("bad.json", "{\n  \"n\": 9007199254740993\n}");
    const QString empty = put("empty.json", "{}");
    const Run run = validate({QStringLiteral("--schema"), m_schema, bad, empty});
    COMPARE_CODE(run, 8);
    QCOMPARE(QString::fromUtf8(run.out),
        bad
            + QStringLiteral(
                ":2:8: /n: Must be at most 9007199254740992. (#/properties/n/maximum)\n")
            + empty + QStringLiteral(":1:1: /: Missing property “n”. (#/required)\n"));
}

void TestCliValidate::printsOutputUnits()
{
    const QString bad = put("bad.json", "{\"n\":9007199254740993}");
    const Run run = validate({QStringLiteral("--schema"), m_schema, QStringLiteral("--json"), bad});
    COMPARE_CODE(run, 8);
    QVERIFY2(run.out.contains("\"valid\":false") && run.out.contains("\"instanceLocation\":\"/n\"")
            && run.out.contains("\"begin\":5,\"end\":21"),
        told(run).constData());
}

void TestCliValidate::findsRemoteSchemasInFolders()
{
    put("remote/sub/text.json", "{\"type\":\"string\"}");
    const QString schema =
        put("refers.json", "{\"$ref\":\"https://example.org/schemas/sub/text.json\"}");
    const QString text = put("text.json", "\"a\"");
    const Run without = validate({QStringLiteral("--schema"), schema, text});
    COMPARE_CODE(without, 9);
    QVERIFY2(without.err.contains("Sonde fetches no schema from the network"),
        told(without).constData());
    const Run with = validate({QStringLiteral("--schema"), schema, QStringLiteral("--remote"),
        QStringLiteral("https://example.org/schemas=")
            + m_folder->filePath(QStringLiteral("remote")),
        text});
    COMPARE_CODE(with, 0);
}

void TestCliValidate::refusesASchemaThatCannotBeUsed()
{
    const QString schema = put("broken.json", "{\"properties\":{\"a\":{\"type\":\"text\"}}}");
    const Run run = validate({QStringLiteral("--schema"), schema, m_schema});
    COMPARE_CODE(run, 9);
    QVERIFY2(run.err.contains("at #/properties/a/type"), told(run).constData());
    const QString torn = put("torn.json", "{\n  \"type\": }");
    const Run other = validate({QStringLiteral("--schema"), torn, m_schema});
    COMPARE_CODE(other, 9);
    QVERIFY2(other.err.contains("torn.json is not JSON: "), told(other).constData());
    QVERIFY2(other.err.contains("(line 2, column 11)"), told(other).constData());
}

void TestCliValidate::saysWhatIsWrongWithTheCommandLine_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("no schema") << words("a.json")
                               << QByteArray("validate needs --schema FILE, or --tool NAME");
    QTest::newRow("no file") << words("--schema s.json")
                             << QByteArray(
                                    "validate needs a file to check, or - for standard input.");
    QTest::newRow("no value") << words("--schema") << QByteArray("--schema needs a value.");
    QTest::newRow("a file with a dash")
        << words("--schema /none/s.json -a.json") << QByteArray("/none/s.json");
    QTest::newRow("unknown") << words("--strict a") << QByteArray("no option “--strict”");
    QTest::newRow("both ways") << words("--schema s.json --tool t a")
                               << QByteArray("--schema contradicts --tool");
    QTest::newRow("standard input twice")
        << words("--schema - -") << QByteArray("which can be read only once");
    QTest::newRow("remote") << words("--remote here a")
                            << QByteArray("of --remote is not URL=FOLDER");
    QTest::newRow("no such file") << words("--schema /none/s.json a")
                                  << QByteArray("Cannot read /none/s.json");
}

void TestCliValidate::saysWhatIsWrongWithTheCommandLine()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, sentence);
    const Run run = validate(arguments);
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains(sentence), told(run).constData());
}

QTEST_GUILESS_MAIN(TestCliValidate)
#include "tst_clivalidate.moc"
