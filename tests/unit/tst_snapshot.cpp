// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/comparison.h"
#include "changes/snapshotfile.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::changes;

// What a server offers, as a file, and what differs between two of them.
class TestSnapshot : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aFileHasEveryByte();
    void equalOffersGiveEqualFiles();
    void refusesWhatIsNoSnapshot_data();
    void refusesWhatIsNoSnapshot();
    void refusesEveryBeginning();
    void limitsItems();
    void namesWhatDiffers_data();
    void namesWhatDiffers();
    void limitsDifferences();
    void comparesDefinitions_data();
    void comparesDefinitions();
    void whatAnIncompleteListMissesIsNotGone();
    void comparesServers();
};

namespace {

void add(Snapshot &snapshot, ListKind kind, const QByteArray &definition)
{
    const auto document = json::Document::parse(Bytes::fromByteArray(definition));
    addItem(snapshot.list(kind), kind, document.root());
}

Snapshot sample()
{
    Snapshot snapshot;
    snapshot.revision = QStringLiteral("2025-11-25");
    snapshot.serverInfo = Bytes::copyOf("{\"name\":\"weather\",\"version\":\"1.0\"}");
    snapshot.capabilities = Bytes::copyOf("{\"tools\":{\"listChanged\":true},\"logging\":{}}");
    snapshot.instructions = Bytes::copyOf("\"Use \\u0041.\"");
    for (ItemList &list : snapshot.lists)
        list.isComplete = true;
    return snapshot;
}

// The changes as lines: "tools changed a: Argument …".
QStringList linesOf(const Comparison &comparison)
{
    QStringList lines;
    for (const PartChanges &part : comparison.parts) {
        for (const Change &change : part.changes) {
            const char *const kind = change.kind == ChangeKind::Added ? "added"
                : change.kind == ChangeKind::Removed                  ? "removed"
                                                                      : "changed";
            QString line = QStringLiteral("%1 %2 %3")
                               .arg(partName(part.part), QLatin1String(kind),
                                   QString::fromStdString(change.key));
            for (const Reason &reason : change.reasons)
                line += (reason.severity == Severity::Breaks ? QStringLiteral(" !")
                                                             : QStringLiteral(" ?"))
                    + reason.sentence;
            lines << line.trimmed();
        }
    }
    return lines;
}

} // namespace

void TestSnapshot::aFileHasEveryByte()
{
    Snapshot snapshot = sample();
    const QByteArray odd = "{\"name\":\"b\" , \"x\":1e400,\"x\":-0,\"s\":\"\\u00e9\\/\"}";
    add(snapshot, ListKind::Tools, odd);
    add(snapshot, ListKind::Tools, "{\"noname\":1}");
    add(snapshot, ListKind::Resources, "{\"uri\":\"demo://a\"}");
    for (ItemList &list : snapshot.lists)
        orderByKey(list);
    snapshot.list(ListKind::Prompts).isComplete = false;

    const std::string text = snapshotText(snapshot);
    QVERIFY(text.find(odd.toStdString()) != std::string::npos);
    QVERIFY(looksLikeSnapshot(Bytes::copyOf(text)));
    const auto read = readSnapshot(Bytes::copyOf(text));
    QVERIFY(read.ok());
    QCOMPARE(*read, snapshot);
    QCOMPARE(read->list(ListKind::Tools).items.back().definition.toByteArray(), odd);
    QCOMPARE(read->serverName(), QStringLiteral("weather"));
    QVERIFY(compareSnapshots(*read, snapshot).isSame());
}

void TestSnapshot::equalOffersGiveEqualFiles()
{
    Snapshot one = sample();
    Snapshot other = sample();
    add(one, ListKind::Tools, "{\"name\":\"a\"}");
    add(one, ListKind::Tools, "{\"name\":\"b\"}");
    add(other, ListKind::Tools, "{\"name\":\"b\"}");
    add(other, ListKind::Tools, "{\"name\":\"a\"}");
    orderByKey(one.list(ListKind::Tools));
    orderByKey(other.list(ListKind::Tools));
    QCOMPARE(snapshotText(one), snapshotText(other));
}

void TestSnapshot::refusesWhatIsNoSnapshot_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &text, const char *says) {
        QTest::newRow(name) << text << QString::fromUtf8(says);
    };
    const QByteArray begin = "{\"format\":\"sonde-snapshot\",\"version\":1,\"revision\":\"r\"";
    row("nothing", "", "not JSON");
    row("no JSON", "SQLite format 3", "not JSON");
    row("no UTF-8", "{\"format\":\"\xff\"}", "not JSON");
    row("another value", "[]", "not a snapshot");
    row("another format", "{\"format\":\"x\",\"version\":1}", "not a snapshot");
    row("a later version", "{\"format\":\"sonde-snapshot\",\"version\":2}", "version 2");
    row("no version", "{\"format\":\"sonde-snapshot\"}", "version");
    row("a version that is no integer", "{\"format\":\"sonde-snapshot\",\"version\":1.5}",
        "version 1.5");
    row("no revision", "{\"format\":\"sonde-snapshot\",\"version\":1}", "revision");
    row("a revision of another type",
        "{\"format\":\"sonde-snapshot\",\"version\":1,\"revision\":1}", "revision");
    row("server information of another type", begin + ",\"serverInfo\":[]}", "serverInfo");
    row("capabilities of another type", begin + ",\"capabilities\":null}", "capabilities");
    row("instructions of another type", begin + ",\"instructions\":{}}", "instructions");
    row("a list of another type", begin + ",\"tools\":[]}", "tools");
    row("a list that does not say whether it is complete", begin + ",\"tools\":{\"items\":[]}}",
        "tools");
    row("items of another type", begin + ",\"prompts\":{\"complete\":true,\"items\":{}}}",
        "prompts");
    row("too deep", begin + ",\"serverInfo\":" + QByteArray(2000, '[') + "}", "not JSON");
}

void TestSnapshot::refusesWhatIsNoSnapshot()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const auto read = readSnapshot(Bytes::fromByteArray(text));
    QVERIFY(!read.ok());
    QCOMPARE(read.error().domain, Domain::Storage);
    QVERIFY2(read.error().sentence.contains(says), qPrintable(read.error().sentence));
}

void TestSnapshot::refusesEveryBeginning()
{
    Snapshot snapshot = sample();
    add(snapshot, ListKind::Tools, "{\"name\":\"a\"}");
    const QByteArray text = QByteArray::fromStdString(snapshotText(snapshot)).trimmed();
    for (qsizetype length = 0; length < text.size(); ++length)
        QVERIFY2(!readSnapshot(Bytes::fromByteArray(text.left(length))).ok(),
            text.left(length).constData());
    QVERIFY(readSnapshot(Bytes::fromByteArray(text)).ok());
}

void TestSnapshot::limitsItems()
{
    QByteArray items = "0";
    items += QByteArray(",0").repeated(qsizetype(Snapshot::kMaxItems));
    const auto read = readSnapshot(Bytes::fromByteArray(
        "{\"format\":\"sonde-snapshot\",\"version\":1,\"revision\":\"\",\"tools\":"
        "{\"complete\":true,\"items\":["
        + items + "]}}"));
    QVERIFY(!read.ok());
    QVERIFY(read.error().sentence.contains(u"100001"));

    ItemList list;
    list.isComplete = true;
    const auto item = json::Document::parse("{\"name\":\"a\"}");
    for (std::size_t i = 0; i <= Snapshot::kMaxItems; ++i)
        addItem(list, ListKind::Tools, item.root());
    QCOMPARE(list.items.size(), Snapshot::kMaxItems);
    QVERIFY(!list.isComplete);
}

void TestSnapshot::namesWhatDiffers_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("found"); // "/pointer before→after"
    const auto row = [](const char *name, const char *before, const char *after,
                         const QStringList &found) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << found;
    };
    row("the same", "{\"a\":1}", "{\"a\":1}", {});
    row("another order", "{\"a\":1,\"b\":2}", "{\"b\":2,\"a\":1}", {});
    row("another text of the same value", "[1.0,\"\\u0041\"]", "[1,\"A\"]", {});
    row("the root", "1", "2", {"1→2"});
    row("another type", "{\"a\":[]}", "{\"a\":{}}", {"/a []→{}"});
    row("a member", "{\"a\":{\"b\":1}}", "{\"a\":{\"b\":2}}", {"/a/b 1→2"});
    row("members", "{\"a\":1,\"c\":3}", "{\"b\":2,\"c\":3}", {"/a 1→", "/b →2"});
    row("an odd name", "{\"a/b~\":1}", "{\"a/b~\":2}", {"/a~1b~0 1→2"});
    row("the last one of equal names", "{\"a\":1,\"a\":2}", "{\"a\":2}", {});
    row("a list of plain values", "[\"x\",\"y\"]", "[\"y\",\"z\"]", {"/0 \"x\"→", "/1 →\"z\""});
    row("plain values in another order", "[1,2]", "[2,1]", {"[1,2]→[2,1]"});
    row("an element between", "[{\"a\":1},{\"a\":3}]", "[{\"a\":1},{\"a\":2},{\"a\":3}]",
        {"/1 →{\"a\":2}"});
    row("an element", "[{\"a\":1},{\"a\":2}]", "[{\"a\":1},{\"a\":9}]", {"/1/a 2→9"});
}

void TestSnapshot::namesWhatDiffers()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const auto earlier = json::Document::parse(Bytes::fromByteArray(before));
    const auto later = json::Document::parse(Bytes::fromByteArray(after));
    QStringList found;
    for (const Difference &each : differences(earlier.root(), later.root())) {
        const QString values = QString::fromUtf8(each.before.toByteArray()) + QStringLiteral("→")
            + QString::fromUtf8(each.after.toByteArray());
        found << (each.pointer.isEmpty() ? values : QString(each.pointer + u' ' + values));
    }
    QTEST(found, "found");
}

void TestSnapshot::limitsDifferences()
{
    QByteArray before = "{\"a\":0";
    for (std::size_t i = 0; i < 2 * kMaxDifferences; ++i)
        before += ",\"" + QByteArray::number(qulonglong(i)) + "\":1";
    before += "}";
    const auto earlier = json::Document::parse(Bytes::fromByteArray(before));
    const auto later = json::Document::parse("{}");
    QCOMPARE(differences(earlier.root(), later.root()).size(), kMaxDifferences);

    const QByteArray deep = QByteArray(900, '[') + "1" + QByteArray(900, ']');
    const auto one = json::Document::parse(Bytes::fromByteArray(deep));
    const auto two =
        json::Document::parse(Bytes::fromByteArray(QByteArray(deep).replace('1', '2')));
    QCOMPARE(differences(one.root(), two.root()).size(), std::size_t(1));
}

void TestSnapshot::comparesDefinitions_data()
{
    QTest::addColumn<int>("list");
    QTest::addColumn<QByteArray>("before"); // empty: there is none
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("line"); // of linesOf(); empty: nothing changed
    const auto row = [](const char *name, ListKind list, const char *before, const char *after,
                         const char *line) {
        QTest::newRow(name) << int(list) << QByteArray(before) << QByteArray(after)
                            << QString::fromUtf8(line);
    };
    using enum ListKind;
    row("a new tool", Tools, "", "{\"name\":\"a\"}", "tools added a");
    row("a tool is gone", Tools, "{\"name\":\"a\"}", "", "tools removed a !Tool “a” was removed");
    row("a resource is gone", Resources, "{\"uri\":\"x:/\"}", "",
        "resources removed x:/ !Resource “x:/” was removed");
    row("a template is gone", Templates, "{\"uriTemplate\":\"x:/{a}\"}", "",
        "resourceTemplates removed x:/{a} !Resource template “x:/{a}” was removed");
    row("a prompt is gone", Prompts, "{\"name\":\"p\"}", "",
        "prompts removed p !Prompt “p” was removed");
    row("only its order", Tools, "{\"name\":\"a\",\"title\":\"t\"}",
        "{\"title\":\"t\",\"name\":\"a\"}", "");
    row("a description", Tools, "{\"name\":\"a\",\"description\":\"d\"}",
        "{\"name\":\"a\",\"description\":\"e\"}", "tools changed a");
    row("a new required argument", Tools, "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}}",
        "{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"required\":[\"u\"]}}",
        "tools changed a !New required argument “u”");
    row("the output schema is gone", Tools, "{\"name\":\"a\",\"outputSchema\":{}}",
        "{\"name\":\"a\"}", "tools changed a !The output schema is gone");
    row("a new output schema", Tools, "{\"name\":\"a\"}", "{\"name\":\"a\",\"outputSchema\":{}}",
        "tools changed a");
    row("a result field may be missing", Tools,
        "{\"name\":\"a\",\"outputSchema\":{\"properties\":{\"x\":{}},\"required\":[\"x\"]}}",
        "{\"name\":\"a\",\"outputSchema\":{\"properties\":{}}}",
        "tools changed a !Required result field “x” is gone");
    row("no longer read-only", Tools,
        "{\"name\":\"a\",\"annotations\":{\"readOnlyHint\":true,\"destructiveHint\":false}}",
        "{\"name\":\"a\",\"annotations\":{\"destructiveHint\":false}}",
        "tools changed a !The tool is no longer read-only (readOnlyHint)");
    row("destructive, as it is when nothing is said", Tools,
        "{\"name\":\"a\",\"annotations\":{\"destructiveHint\":false}}", "{\"name\":\"a\"}",
        "tools changed a !The tool may now be destructive (destructiveHint)");
    row("read-only now", Tools, "{\"name\":\"a\"}",
        "{\"name\":\"a\",\"annotations\":{\"readOnlyHint\":true}}", "tools changed a");
    row("only as a task", Tools, "{\"name\":\"a\"}",
        "{\"name\":\"a\",\"execution\":{\"taskSupport\":\"required\"}}",
        "tools changed a !The tool can only be called as a task now");
    row("never as a task", Tools, "{\"name\":\"a\",\"execution\":{\"taskSupport\":\"optional\"}}",
        "{\"name\":\"a\"}", "tools changed a !The tool can no longer be called as a task");
    row("a required argument of a prompt", Prompts, "{\"name\":\"p\"}",
        "{\"name\":\"p\",\"arguments\":[{\"name\":\"x\",\"required\":true}]}",
        "prompts changed p !New required argument “x”");
    row("an optional argument of a prompt", Prompts, "{\"name\":\"p\"}",
        "{\"name\":\"p\",\"arguments\":[{\"name\":\"x\"}]}", "prompts changed p");
    row("an argument of a prompt is gone", Prompts,
        "{\"name\":\"p\",\"arguments\":[{\"name\":\"x\"}]}", "{\"name\":\"p\"}",
        "prompts changed p ?Argument “x” was removed");
    row("another MIME type", Resources, "{\"uri\":\"x:/\",\"mimeType\":\"a/b\"}",
        "{\"uri\":\"x:/\",\"mimeType\":\"a/c\"}",
        "resources changed x:/ ?The MIME type was a/b, is now a/c");
    row("definitions that are no objects", Tools, "1", "2", "tools changed");
}

void TestSnapshot::comparesDefinitions()
{
    QFETCH(int, list);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(QString, line);
    Snapshot earlier = sample();
    Snapshot later = sample();
    if (!before.isEmpty())
        add(earlier, ListKind(list), before);
    if (!after.isEmpty())
        add(later, ListKind(list), after);
    const QStringList lines = linesOf(compareSnapshots(earlier, later));
    QCOMPARE(lines, line.isEmpty() ? QStringList() : QStringList(line));
}

void TestSnapshot::whatAnIncompleteListMissesIsNotGone()
{
    Snapshot before = sample();
    Snapshot after = sample();
    add(before, ListKind::Tools, "{\"name\":\"a\"}");
    add(before, ListKind::Tools, "{\"name\":\"b\",\"title\":\"1\"}");
    add(after, ListKind::Tools, "{\"name\":\"b\",\"title\":\"2\"}");
    after.list(ListKind::Tools).isComplete = false;
    const Comparison there = compareSnapshots(before, after);
    QCOMPARE(linesOf(there), QStringList("tools changed b"));
    QVERIFY(there.part(Part::Tools).isIncomplete);
    QCOMPARE(linesOf(compareSnapshots(after, before)), QStringList("tools changed b"));
}

void TestSnapshot::comparesServers()
{
    const Snapshot before = sample();
    Snapshot after = sample();
    after.revision = QStringLiteral("2025-06-18");
    after.serverInfo = Bytes::copyOf("{\"name\":\"weather\",\"version\":\"1.1\"}");
    after.capabilities = Bytes::copyOf("{\"tools\":{\"listChanged\":false}}");
    after.instructions = {};
    const Comparison comparison = compareSnapshots(before, after);
    QCOMPARE(linesOf(comparison),
        QStringList({"server changed revision ?The revision was 2025-11-25, is now the older "
                     "2025-06-18",
            "server changed serverInfo",
            "capabilities changed  !The capability “logging” is gone !The capability "
            "“tools.listChanged” is gone",
            "instructions removed"}));
    QCOMPARE(comparison.count(Severity::Breaks), std::size_t(1));
    QCOMPARE(comparison.count(Severity::MayBreak), std::size_t(1));
    QVERIFY(!comparison.isSame());
    QVERIFY(compareSnapshots(after, after).isSame());
}

QTEST_GUILESS_MAIN(TestSnapshot)

#include "tst_snapshot.moc"
