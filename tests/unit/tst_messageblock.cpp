// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/file/messageblock.h"
#include "trace/file/messageblockrows.h"

#include <QRandomGenerator>
#include <QTest>

#include <array>
#include <limits>

using namespace sonde;
using trace::MessageBlock;
using trace::MessageBlockRows;
using trace::Record;

class MessageBlockTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesNoMoreColumnsThanAreNeeded_data();
    void writesNoMoreColumnsThanAreNeeded();
    void givesBackWhatWasWritten();
    void keepsIdsAsTheyAre_data();
    void keepsIdsAsTheyAre();
    void takesNothingElse_data();
    void takesNothingElse();
    void isNotWholeWhenItIsCut();
    void survivesDamage();
};

namespace {

constexpr int kNumbersBeforeId = 8;
constexpr int kNumbersAfterId = 7;

struct Row {
    std::array<std::int64_t, kNumbersBeforeId + kNumbersAfterId> numbers{};
    std::string id;
    friend bool operator==(const Row &, const Row &) = default;
};

// The rows up to the first damage.
std::vector<Row> rowsOf(std::string_view text, bool &whole)
{
    std::vector<Row> rows;
    MessageBlockRows block(text);
    while (block.next()) {
        Row row;
        bool good = true;
        std::array<char, 100> id{};
        for (int i = 0; i < kNumbersBeforeId; ++i)
            good = block.number(row.numbers[std::size_t(i)]) && good;
        good = block.text(id.data(), id.size()) && good;
        for (int i = 0; i < kNumbersAfterId; ++i)
            good = block.number(row.numbers[std::size_t(kNumbersBeforeId + i)]) && good;
        if (!good)
            break;
        row.id = id.data();
        rows.push_back(row);
    }
    whole = block.isWhole();
    return rows;
}

Record sample()
{
    Record record;
    record.steadyNs = 1005;
    record.wallNs = 2003;
    record.stream = 2;
    record.offset = 77;
    record.length = 40;
    record.kind = rpc::Kind::Notification;
    record.method = 3;
    return record;
}

std::string written(const Record &record, std::string_view id)
{
    MessageBlock block;
    block.begin({1000, 2000});
    block.add(record, id);
    return block.finish();
}

} // namespace

void MessageBlockTest::writesNoMoreColumnsThanAreNeeded_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("id");
    QTest::addColumn<int>("target");
    QTest::addColumn<int>("folded");
    QTest::newRow("notification") << QByteArray("[[5,-2,2,77,40,3,0,3]]") << QByteArray() << 0 << 0;
    QTest::newRow("id") << QByteArray("[[5,-2,2,77,40,3,0,3,\"7\"]]") << QByteArray("7") << 0 << 0;
    QTest::newRow("target") << QByteArray("[[5,-2,2,77,40,3,0,3,null,9]]") << QByteArray() << 9
                            << 0;
    QTest::newRow("all") << QByteArray("[[5,-2,2,77,40,3,0,3,\"7\",9,0,0,0,0,1]]")
                         << QByteArray("7") << 9 << 1;
}

void MessageBlockTest::writesNoMoreColumnsThanAreNeeded()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, id);
    QFETCH(int, target);
    QFETCH(int, folded);
    Record record = sample();
    record.target = static_cast<std::uint32_t>(target);
    record.folded = folded != 0;
    QCOMPARE(QByteArray::fromStdString(written(record, id.toStdString())), text);
}

void MessageBlockTest::givesBackWhatWasWritten()
{
    QRandomGenerator generator(5);
    // Often 0, often an end of the range, else anything.
    const auto any = [&](std::uint64_t max) -> std::uint64_t {
        switch (generator.bounded(4)) {
        case 0:
            return 0;
        case 1:
            return max;
        default:
            return max == ~std::uint64_t(0) ? generator.generate64()
                                            : generator.generate64() % (max + 1);
        }
    };
    constexpr auto k32 = std::numeric_limits<std::uint32_t>::max();
    for (int round = 0; round < 300; ++round) {
        const Stamp base{std::int64_t(any(~0ULL)), std::int64_t(any(~0ULL))};
        MessageBlock block;
        block.begin(base);
        std::vector<Row> expected;
        for (int i = 0; i <= round % 5; ++i) {
            Record record;
            record.steadyNs = std::int64_t(any(~0ULL));
            record.wallNs = std::int64_t(any(~0ULL));
            record.stream = rpc::StreamId(std::max<std::uint64_t>(1, any(0xffff)));
            record.offset = any((1ULL << 47) - 1);
            record.length = std::uint32_t(any(k32));
            record.kind = rpc::Kind(any(6));
            record.state = trace::State(any(8));
            record.method = std::uint32_t(any(k32));
            record.target = std::uint32_t(any(k32));
            record.pair = trace::Number(any(k32));
            record.problem = rpc::Problem(any(13));
            record.errorCode = std::int32_t(any(k32));
            record.parent = trace::Number(any(k32));
            record.folded = any(1) != 0;
            record.origin = rpc::Origin(any(1));
            const std::string id = any(1) != 0 ? "\"a\\u0007\"" : "";
            block.add(record, id);
            const auto behind = [](std::int64_t value, std::int64_t from) {
                return std::int64_t(std::uint64_t(value) - std::uint64_t(from));
            };
            expected.push_back(
                {{behind(record.steadyNs, base.steady),
                     behind(behind(record.wallNs, base.wall), behind(record.steadyNs, base.steady)),
                     record.stream, std::int64_t(record.offset), record.length,
                     std::int64_t(record.kind), std::int64_t(record.state), record.method,
                     record.target, record.pair, std::int64_t(record.problem), record.errorCode,
                     record.parent, record.folded, std::int64_t(record.origin)},
                    id});
        }
        bool whole = false;
        const auto rows = rowsOf(block.finish(), whole);
        QVERIFY(whole);
        QVERIFY(rows == expected);
    }
}

void MessageBlockTest::keepsIdsAsTheyAre_data()
{
    QTest::addColumn<QByteArray>("id");
    for (const char *id : {"1", "1.0", "-0", "1e400", "\"1\"", "\"\\\"\"", "\"\\\\u0041\"", "null",
             "\"\xc3\xa4\"", "\"\xff\"", "\"]],[\"", "\"\t\x01\""})
        QTest::newRow(id) << QByteArray(id);
}

void MessageBlockTest::keepsIdsAsTheyAre()
{
    QFETCH(QByteArray, id);
    bool whole = false;
    const auto rows = rowsOf(written(sample(), id.toStdString()), whole);
    QVERIFY(whole);
    QCOMPARE(rows.size(), std::size_t(1));
    QCOMPARE(QByteArray::fromStdString(rows.front().id), id);
}

void MessageBlockTest::takesNothingElse_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
        {"", "[", "]", "[]", "[[]]", "[[1]", "[[1]]]", "[[1]] ", " [[1]]", "[[1], [2]]", "[[1],]",
            "[[1,]]", "[[,1]]", "[1]", "[[1.5]]", "[[1e3]]", "[[+1]]", "[[9223372036854775808]]",
            "[[null]]", "[[\"1\"]]", "[[1 ]]", "{}", "[[0,0,1,0,0,0,0,0,5]]",
            "[[0,0,1,0,0,0,0,0,nil]]", "[[0,0,1,0,0,0,0,0,\"a]]", "[[0,0,1,0,0,0,0,0,\"\\n\"]]",
            "[[0,0,1,0,0,0,0,0,\"\\u0100\"]]", "[[0,0,1,0,0,0,0,0,\"\\u00\"]]",
            "[[0,0,1,0,0,0,0,0,\"\\", "[[1,2,3,4,5,6,7,8,null,10,11,12,13,14,15,16,17]]"})
        QTest::newRow(text) << QByteArray(text);
}

void MessageBlockTest::takesNothingElse()
{
    QFETCH(QByteArray, text);
    bool whole = true;
    rowsOf(text.toStdString(), whole);
    QVERIFY(!whole);
}

void MessageBlockTest::isNotWholeWhenItIsCut()
{
    Record record = sample();
    record.pair = 12;
    MessageBlock block;
    block.begin({1000, 2000});
    block.add(record, "\"i\\d\"");
    block.add(sample(), {});
    const std::string text = block.finish();
    for (std::size_t size = 0; size < text.size(); ++size) {
        bool whole = true;
        rowsOf(std::string_view(text).substr(0, size), whole);
        QVERIFY2(!whole, text.substr(0, size).c_str());
    }
}

void MessageBlockTest::survivesDamage()
{
    QRandomGenerator generator(11);
    const std::string good = written(sample(), "\"an id\"");
    for (int round = 0; round < 20'000; ++round) {
        std::string text = good;
        for (int i = 0; i <= round % 4; ++i)
            text[generator.bounded(quint32(text.size()))] = char(generator.bounded(256));
        bool whole = false;
        const auto rows = rowsOf(text, whole);
        QVERIFY(!whole || !rows.empty());
    }
}

QTEST_GUILESS_MAIN(MessageBlockTest)
#include "tst_messageblock.moc"
