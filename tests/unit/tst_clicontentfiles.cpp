// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/contentfiles.h"
#include "json/document.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::cli;

namespace {

std::vector<ContentPiece> piecesOf(std::string_view json)
{
    const json::Document document = json::Document::parse(json);
    return contentPieces(document.root());
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

constexpr std::string_view kRead =
    R"({"contents":[{"uri":"../../etc/passwd","mimeType":"text/markdown","text":"# h\u00e9"},)"
    R"({"uri":"a:b","mimeType":"image/png","blob":"iVBORwD/"}]})";

} // namespace

class TstCliContentFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesEveryKindOfContent();
    void knowsSuffixesByType_data();
    void knowsSuffixesByType();
    void writesOneContentIntoAFile();
    void writesSeveralIntoAFolderUnderNamesOfItsOwn();
    void writesOverNothing();
    void writesNothingWhenSomethingIsBroken();
    void checksThePlaceBeforeAServerIsStarted();
};

void TstCliContentFiles::takesEveryKindOfContent()
{
    const auto pieces = piecesOf(
        R"({"content":[{"type":"text","text":"t"},{"type":"image","mimeType":"image/png","data":)"
        R"("AAAA"},{"type":"audio","mimeType":"audio/wav","data":"AAA="},{"type":"resource_link",)"
        R"("uri":"a:b"},{"type":"resource","resource":{"uri":"c:d","text":"r"}},{"type":"odd"}],)"
        R"("structuredContent":{"a":1.0}})");
    QStringList told;
    for (const ContentPiece &piece : pieces)
        told += piece.name + u'|' + piece.suffix + u'|' + QString::number(piece.bytes.size());
    QCOMPARE(told,
        (QStringList{QStringLiteral("text|txt|1"), QStringLiteral("image, image/png|png|3"),
            QStringLiteral("audio, audio/wav|wav|2"), QStringLiteral("c:d|txt|1"),
            QStringLiteral("odd|json|14"), QStringLiteral("structured content|json|9")}));
    QCOMPARE(pieces.back().bytes, QByteArray(R"({"a":1.0})"));

    const auto prompt = piecesOf(
        R"({"messages":[{"role":"user","content":{"type":"text","text":"a"}},{"role":"user",)"
        R"("content":[{"type":"text","text":"b"},{"type":"text","text":"c"}]}]})");
    QCOMPARE(prompt.size(), std::size_t(3));
    QCOMPARE(prompt[2].bytes, QByteArray("c"));
    QVERIFY(piecesOf(R"({"contents":7,"content":"x","messages":null})").empty());
}

void TstCliContentFiles::knowsSuffixesByType_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("suffix");
    QTest::newRow("known") << QStringLiteral("image/png") << QStringLiteral("png");
    QTest::newRow("case and parameters")
        << QStringLiteral("Text/Markdown; charset=utf-8") << QStringLiteral("md");
    QTest::newRow("json inside") << QStringLiteral("application/geo+json")
                                 << QStringLiteral("json");
    QTest::newRow("xml inside") << QStringLiteral("application/atom+xml") << QStringLiteral("xml");
    QTest::newRow("unknown") << QStringLiteral("application/x-evil") << QString();
    QTest::newRow("hostile") << QStringLiteral("../../x") << QString();
    QTest::newRow("nothing") << QString() << QString();
}

void TstCliContentFiles::knowsSuffixesByType()
{
    QFETCH(QString, type);
    QFETCH(QString, suffix);
    QCOMPARE(QString(suffixOf(type)), suffix);
}

void TstCliContentFiles::writesOneContentIntoAFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x"));
    const auto lines = writeContents(
        piecesOf(R"({"contents":[{"uri":"a:b","mimeType":"image/png","blob":"iVBORwD/"}]})"), path);
    QVERIFY2(lines.ok(), qPrintable(lines ? QString() : lines.error().sentence));
    QCOMPARE(*lines, QStringList{path + QStringLiteral(": 6 bytes (a:b, image/png)")});
    QCOMPARE(contentOf(path), QByteArray("\x89PNG\x00\xff", 6));
}

void TstCliContentFiles::writesSeveralIntoAFolderUnderNamesOfItsOwn()
{
    const QTemporaryDir folder;
    const auto lines = writeContents(piecesOf(kRead), folder.path());
    QVERIFY2(lines.ok(), qPrintable(lines ? QString() : lines.error().sentence));
    QCOMPARE(lines->size(), 2);
    QCOMPARE(QDir(folder.path()).entryList(QDir::Files, QDir::Name),
        (QStringList{QStringLiteral("content-1.md"), QStringLiteral("content-2.png")}));
    QCOMPARE(contentOf(folder.filePath(QStringLiteral("content-1.md"))), QByteArray("# h\xc3\xa9"));

    const auto one = writeContents(piecesOf(kRead), folder.filePath(QStringLiteral("new")));
    QVERIFY(!one.ok());
    QVERIFY(one.error().sentence.contains(u"2 content items"));
}

void TstCliContentFiles::writesOverNothing()
{
    const QTemporaryDir folder;
    QFile old(folder.filePath(QStringLiteral("content-2.png")));
    QVERIFY(old.open(QIODevice::WriteOnly));
    old.write("mine");
    old.close();
    const auto lines = writeContents(piecesOf(kRead), folder.path());
    QVERIFY(!lines.ok());
    QCOMPARE(lines.error().domain, Domain::Storage);
    QCOMPARE(contentOf(old.fileName()), QByteArray("mine"));
    QVERIFY(!QFile::exists(folder.filePath(QStringLiteral("content-1.md"))));
}

void TstCliContentFiles::writesNothingWhenSomethingIsBroken()
{
    const QTemporaryDir folder;
    const auto lines = writeContents(
        piecesOf(R"({"contents":[{"uri":"a:b","text":"x"},{"uri":"a:c","blob":"no base64!"}]})"),
        folder.path());
    QVERIFY(!lines.ok());
    QVERIFY2(lines.error().sentence.contains(u"base64"), qPrintable(lines.error().sentence));
    QVERIFY(QDir(folder.path()).isEmpty());
}

void TstCliContentFiles::checksThePlaceBeforeAServerIsStarted()
{
    const QTemporaryDir folder;
    QVERIFY(checkOutput(folder.path()).ok());
    QVERIFY(checkOutput(folder.filePath(QStringLiteral("new"))).ok());
    QVERIFY(!checkOutput(folder.filePath(QStringLiteral("no/new"))).ok());
    QVERIFY(!checkOutput(folder.filePath(QStringLiteral("no/"))).ok());
    QVERIFY(!checkOutput(QStringLiteral("/etc/hosts")).ok());
}

QTEST_GUILESS_MAIN(TstCliContentFiles)
#include "tst_clicontentfiles.moc"
