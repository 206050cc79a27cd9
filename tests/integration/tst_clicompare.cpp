// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/shellserver.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace sonde::test;

namespace {

// A server of the shell with the tools of its argument.
const QString kServer =
    shellServer("  *broken*) say '\"error\":{\"code\":-32603,\"message\":\"no second page\"}';;\n"
                "  *tools/list*) say '\"result\":{\"tools\":['\"$0\"']'\"$1\"'}';;\n");

constexpr char kTool[] =
    R"({"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"number"}}}})";
constexpr char kStricter[] =
    R"({"name":"add","inputSchema":{"type":"object","properties":{"a":{"type":"integer"}}}})";
constexpr char kDescribed[] =
    R"({"name":"add","title":"\u001b[31mAdd","inputSchema":{"type":"object","properties":{"a":{"type":"number"}}}})";

QStringList server(const char *tools, const char *more = "")
{
    return shellWords(kServer, {QString::fromUtf8(tools), QString::fromUtf8(more)});
}

Run run(const QStringList &command, const QStringList &side = {})
{
    return cli(QStringList{QStringLiteral("--era"), QStringLiteral("legacy")} + command + side);
}

} // namespace

// What a server offers as a file, and what changed since then.
class TstCliCompare : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { QVERIFY(m_folder.isValid()); }
    void comparesAFileWithAServer_data();
    void comparesAFileWithAServer();
    void saysWhatChanged();
    void printsOneObject();
    void readsASession();
    void comparesServersOfAConfiguration();
    void saysWhatIsIncomplete();
    void refusesWhatIsNoSide_data();
    void refusesWhatIsNoSide();

private:
    QString written(const char *name, const QByteArray &text) const
    {
        QFile file(m_folder.filePath(QString::fromLatin1(name)));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName()
                                                                                  : QString();
    }
    QString snapshot(const char *name, const char *tools) const
    {
        return written(name, run(words("snapshot"), server(tools)).out);
    }

    QTemporaryDir m_folder;
};

void TstCliCompare::comparesAFileWithAServer_data()
{
    QTest::addColumn<QByteArray>("tools");
    QTest::addColumn<int>("code");
    QTest::newRow("the same") << QByteArray(kTool) << 0;
    QTest::newRow("a narrower type") << QByteArray(kStricter) << 12;
    QTest::newRow("a title") << QByteArray(kDescribed) << 0;
    QTest::newRow("a tool is gone") << QByteArray() << 12;
}

void TstCliCompare::comparesAFileWithAServer()
{
    QFETCH(QByteArray, tools);
    QFETCH(int, code);
    const QString before = snapshot("before.json", kTool);
    COMPARE_CODE(run({QStringLiteral("compare"), before}, server(tools.constData())), code);
}

void TstCliCompare::saysWhatChanged()
{
    const QString before = snapshot("one.json", kTool);
    const Run same = run({QStringLiteral("compare"), before, before});
    COMPARE_CODE(same, 0);
    QCOMPARE(same.out, QByteArray("No changes.\n"));

    const Run stricter = run({QStringLiteral("compare"), before}, server(kStricter));
    for (const char *part : {"Tools: 1 changed", "  ~ add",
             "BREAKING  Argument \xe2\x80\x9c"
             "a\xe2\x80\x9d: type was number, is now integer",
             "/inputSchema/properties/a/type  \"number\" \xe2\x86\x92 \"integer\"",
             "Breaking changes: 1."})
        QVERIFY2(stricter.out.contains(part), stricter.out.constData());

    const Run described =
        run(words("compare --output-format text") + QStringList(before), server(kDescribed));
    QVERIFY2(described.out.contains("+ /title"), described.out.constData());
    QVERIFY(!described.out.contains('\x1b'));
}

void TstCliCompare::printsOneObject()
{
    const QString before = snapshot("one.json", kTool);
    const Run compared =
        run(words("compare --output-format json") + QStringList(before), server(kStricter));
    COMPARE_CODE(compared, 12);
    QCOMPARE(compared.out.count('\n'), 1);
    const QJsonObject root = QJsonDocument::fromJson(compared.out).object();
    QCOMPARE(root[QStringLiteral("breaking")].toInt(), 1);
    QCOMPARE(root[QStringLiteral("same")].toBool(true), false);
    const QJsonObject tools = root[QStringLiteral("parts")].toArray()[3].toObject();
    QCOMPARE(tools[QStringLiteral("part")].toString(), QStringLiteral("tools"));
    const QJsonObject change = tools[QStringLiteral("changes")].toArray()[0].toObject();
    QCOMPARE(change[QStringLiteral("name")].toString(), QStringLiteral("add"));
    QCOMPARE(change[QStringLiteral("severity")].toString(), QStringLiteral("breaking"));
    const QJsonObject reason = change[QStringLiteral("reasons")].toArray()[0].toObject();
    QCOMPARE(reason[QStringLiteral("pointer")].toString(),
        QStringLiteral("/inputSchema/properties/a/type"));
    // The definitions are there as they were received.
    QVERIFY(compared.out.contains(QByteArray(QByteArray("\"before\":") + kTool)));
    QVERIFY(compared.out.contains(QByteArray(QByteArray("\"after\":") + kStricter)));
}

void TstCliCompare::readsASession()
{
    const QString before = snapshot("one.json", kTool);
    const QString session = m_folder.filePath(QStringLiteral("s.sonde"));
    COMPARE_CODE(
        run({QStringLiteral("--record"), session, QStringLiteral("tools"), QStringLiteral("list")},
            server(kStricter)),
        0);
    const Run compared = run({QStringLiteral("compare"), before, session});
    COMPARE_CODE(compared, 12);
    COMPARE_CODE(run({QStringLiteral("compare"), session}, server(kStricter)), 0);
}

void TstCliCompare::comparesServersOfAConfiguration()
{
    const auto entry = [](const char *tools) {
        return QJsonObject{{QStringLiteral("command"), QStringLiteral("sh")},
            {QStringLiteral("args"), QJsonArray::fromStringList(server(tools).mid(2))}};
    };
    const QJsonObject root{{QStringLiteral("mcpServers"),
        QJsonObject{
            {QStringLiteral("old"), entry(kTool)}, {QStringLiteral("new"), entry(kStricter)}}}};
    const QString config = written("mcp.json", QJsonDocument(root).toJson());
    COMPARE_CODE(run({QStringLiteral("compare"), QStringLiteral("--config"), config,
                     QStringLiteral("old"), QStringLiteral("new")}),
        12);
    COMPARE_CODE(run({QStringLiteral("compare"), QStringLiteral("--config"), config,
                     QStringLiteral("new"), QStringLiteral("old")}),
        0);
    const Run missing = run({QStringLiteral("compare"), QStringLiteral("--config"), config,
        QStringLiteral("old"), QStringLiteral("newer")});
    COMPARE_CODE(missing, 1);
    QVERIFY2(missing.err.contains("There is no file"), missing.err.constData());
    QVERIFY2(missing.err.contains("The servers are new, old."), missing.err.constData());
}

void TstCliCompare::saysWhatIsIncomplete()
{
    const char *const more = R"(,"nextCursor":"broken")";
    const Run taken = run(words("snapshot"), server(kTool, more));
    COMPARE_CODE(taken, 6);
    QVERIFY2(taken.err.contains("The snapshot is incomplete."), taken.err.constData());
    QVERIFY(taken.out.contains("\"tools\": {\"complete\": false"));
    const QString before = snapshot("one.json", kTool);
    const Run compared = run({QStringLiteral("compare"), before}, server("", more));
    COMPARE_CODE(compared, 6);
    QVERIFY2(compared.out.contains("one of the lists is incomplete"), compared.out.constData());
}

void TstCliCompare::refusesWhatIsNoSide_data()
{
    QTest::addColumn<QByteArray>("content"); // of a file; null: the words alone
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *name, const QByteArray &content, const char *command,
                         const char *says) {
        QTest::newRow(name) << content << words(command) << QByteArray(says);
    };
    row("nothing", {}, "compare", "needs two sides");
    row("one side", {}, "compare a.json", "needs two sides");
    row("three sides", {}, "compare a b c", "takes no further argument");
    row("two sides and a server", {}, "compare a b -- sh", "needs two sides");
    row("only a server", {}, "compare -- sh", "needs two sides");
    row("no file and no server", {}, "compare nothing.json none.json", "There is no file");
    row("an empty file", "", "compare", "neither a snapshot nor a session file");
    row("another file", "{}", "compare", "neither a snapshot nor a session file");
    row("a later version", "{\"format\":\"sonde-snapshot\",\"version\":9}", "compare", "version 9");
    row("a session that is none", QByteArray("SQLite format 3\0xyz", 19), "compare", "");
    row("an option of another command", {}, "compare a b --one-page", "--one-page is only for");
}

void TstCliCompare::refusesWhatIsNoSide()
{
    QFETCH(QByteArray, content);
    QFETCH(QStringList, command);
    QFETCH(QByteArray, says);
    if (!content.isNull()) {
        const QString file = written("side", content);
        command << file << file;
    }
    const Run refused = run(command);
    COMPARE_CODE(refused, 1);
    QVERIFY2(refused.err.contains(says), refused.err.constData());
    QVERIFY(refused.out.isEmpty());
}

QTEST_GUILESS_MAIN(TstCliCompare)

#include "tst_clicompare.moc"
