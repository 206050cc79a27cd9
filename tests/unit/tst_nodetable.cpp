// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/document.h"

#include <QTest>

#include <string>
#include <vector>

using namespace sonde;
using namespace sonde::json;

class NodeTableTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheSameFromAPool();
    void givesBackWhatATextDidNotNeed();
    void leavesNothingWhereItWasMovedFrom();
    void sharesTheNodesOfACopy();
};

namespace {

std::vector<std::string> texts()
{
    std::vector<std::string> texts = {"{}", "1", "[1,2,3]", R"({"a":{"b":[true,null,"x"]}})", "",
        "[1,", R"({"jsonrpc":"2.0","id":7,"result":{}})"};
    // Many more nodes than a text of that length mostly has, and a text that is not short.
    texts.push_back(std::string(200, '[') + std::string(200, ']'));
    texts.push_back("[" + std::string(3000, ' ') + "1]");
    return texts;
}

bool isSame(const Document &a, const Document &b)
{
    if (a.nodeCount() != b.nodeCount() || a.isValid() != b.isValid() || a.text() != b.text())
        return false;
    for (NodeId id = 0; id < a.nodeCount(); ++id) {
        const Node &one = a.node(id);
        const Node &other = b.node(id);
        if (one.begin != other.begin || one.end != other.end || one.parent != other.parent
            || one.next != other.next || one.keyBegin != other.keyBegin
            || one.keyEnd != other.keyEnd || one.count != other.count || one.type != other.type
            || one.complete != other.complete)
            return false;
    }
    return true;
}

} // namespace

// Documents of many blocks stay what they were when they were read.
void NodeTableTest::readsTheSameFromAPool()
{
    NodePool pool;
    std::vector<Document> kept;
    for (int round = 0; round < 200; ++round) {
        for (const std::string &text : texts())
            kept.push_back(Document::parse(Bytes::copyOf(text), {}, &pool));
    }
    std::size_t at = 0;
    for (int round = 0; round < 200; ++round) {
        for (const std::string &text : texts())
            QVERIFY2(isSame(kept[at++], Document::parse(text)), text.c_str());
    }
}

// One node each: as many as a block has room for lie in one, though each text had asked for more.
void NodeTableTest::givesBackWhatATextDidNotNeed()
{
    NodePool pool;
    const Document first = Document::parse(Bytes::copyOf("1"), {}, &pool);
    std::vector<Document> kept;
    for (std::size_t i = 1; i <= NodePool::kBlock / 2; ++i) {
        kept.push_back(Document::parse(Bytes::copyOf("2"), {}, &pool));
        QCOMPARE(&kept.back().node(0), &first.node(0) + i);
    }
}

void NodeTableTest::leavesNothingWhereItWasMovedFrom()
{
    Document from = Document::parse("[1,2]");
    const Document to = std::move(from);
    QCOMPARE(to.nodeCount(), std::size_t(3));
    QVERIFY(to.isValid());
    QCOMPARE(from.nodeCount(), std::size_t(0)); // NOLINT: that is what is looked at
    QVERIFY(!from.root());
    from = to;
    QVERIFY(isSame(from, to));
}

void NodeTableTest::sharesTheNodesOfACopy()
{
    auto first = std::make_unique<Document>(Document::parse(R"({"a":[1]})"));
    const Document copy = *first;
    QCOMPARE(&copy.node(0), &first->node(0));
    first.reset();
    QCOMPARE(copy.pointer(u"/a/0").raw(), std::string_view("1"));
}

QTEST_GUILESS_MAIN(NodeTableTest)
#include "tst_nodetable.moc"
