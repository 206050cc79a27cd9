// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/pastedserver.h"
#include "mcp/message/repeatedmembers.h"
#include "paste/pastedtext.h"
#include "rpc/sseparser.h"
#include "support/growth.h"
#include "wire/link/challenge.h"

#include <QTest>

#include <malloc.h>

using namespace sonde;

// How the time of the readers of text from outside grows with the text: event streams, challenges,
// pasted servers. 8 times as much text: 8 when linear, 64 when quadratic.
class TestTextGrowth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void joinsAnEventOfManyChunksOnce_data();
    void joinsAnEventOfManyChunksOnce();
    void looksAtEachByteOfAStreamOnce_data();
    void looksAtEachByteOfAStreamOnce();
    void readsAChallenge_data();
    void readsAChallenge();
    void readsWhatWasPasted_data();
    void readsWhatWasPasted();
    void findsRepeatedMembers_data();
    void findsRepeatedMembers();
};

namespace {

constexpr int kTimes = 8;
constexpr double kLinear = 25; // far from both

void eachPiece(std::initializer_list<const char *> pieces)
{
    QTest::addColumn<QByteArray>("piece");
    for (const char *piece : pieces)
        QTest::newRow(piece) << QByteArray(piece);
}

QByteArray repeated(const QByteArray &piece, int length)
{
    return piece.repeated(length / piece.size());
}

} // namespace

// Memory that is given back after each run comes anew with page faults, which cost more than the
// reading: the allocator keeps it.
void TestTextGrowth::initTestCase()
{
    constexpr int kKept = 1 << 30;
    QVERIFY(mallopt(M_MMAP_THRESHOLD, kKept) == 1);
    QVERIFY(mallopt(M_TRIM_THRESHOLD, kKept) == 1);
}

void TestTextGrowth::joinsAnEventOfManyChunksOnce_data()
{
    QTest::addColumn<QByteArray>("end"); // of a chunk
    QTest::newRow("one line") << QByteArray();
    QTest::newRow("folded") << QByteArray("\ndata:");
}

void TestTextGrowth::joinsAnEventOfManyChunksOnce()
{
    QFETCH(QByteArray, end);
    const Bytes piece = Bytes::fromByteArray(QByteArray(4000, 'x') + end);
    const auto reading = [&](int chunks) {
        return [&piece, chunks] {
            rpc::SseParser parser;
            std::size_t length = 0;
            const auto take = [&length](const rpc::SseEvent &event) { length = event.data.size(); };
            parser.feed(Bytes::copyOf("data:"), take);
            for (int i = 0; i < chunks; ++i)
                parser.feed(piece, take);
            parser.feed(Bytes::copyOf("\n\n"), take);
            if (length < std::size_t(chunks) * 4000)
                qFatal("the event is not whole");
        };
    };
    const double growth = test::growth(reading(50), reading(kTimes * 50));
    QVERIFY2(growth < kLinear, qPrintable(QString::number(growth)));
}

// A stream that never uses one of the two line ends must not be searched for it at each line.
void TestTextGrowth::looksAtEachByteOfAStreamOnce_data()
{
    QTest::addColumn<QByteArray>("event");
    QTest::newRow("LF") << QByteArray("data:\n\n");
    QTest::newRow("CR") << QByteArray("data:\r\r");
}

void TestTextGrowth::looksAtEachByteOfAStreamOnce()
{
    QFETCH(QByteArray, event);
    const auto reading = [&](int events) {
        const Bytes text = Bytes::fromByteArray(event.repeated(events));
        return [text, events] {
            rpc::SseParser parser;
            int count = 0;
            parser.feed(text, [&count](const rpc::SseEvent &) { ++count; });
            if (count < events - 1)
                qFatal("events are missing");
        };
    };
    const double growth = test::growth(reading(20'000), reading(kTimes * 20'000));
    QVERIFY2(growth < kLinear, qPrintable(QString::number(growth)));
}

void TestTextGrowth::readsAChallenge_data()
{
    eachPiece({"a ", "a=", "\"", "\\", ",", "a=\"", "a =", "= ", "a,b c,", "@", "a a=\"\\"});
}

void TestTextGrowth::readsAChallenge()
{
    QFETCH(QByteArray, piece);
    for (const char *begin : {"", "Bearer "}) {
        const auto reading = [&](int length) {
            const QByteArray text = begin + repeated(piece, length);
            return [text] {
                QByteArray unread;
                (void)wire::parseChallenges({{"WWW-Authenticate", text}}, &unread);
            };
        };
        const double growth = test::growth(reading(12'000), reading(kTimes * 12'000));
        QVERIFY2(growth < kLinear, qPrintable(QString::number(growth)));
    }
}

void TestTextGrowth::readsWhatWasPasted_data()
{
    eachPiece({"{\"a\":", "/*", "//\n", ",", "\"", "[", "/", "${", "-e A=b ", "\\", "a ", "<>"});
}

void TestTextGrowth::readsWhatWasPasted()
{
    QFETCH(QByteArray, piece);
    for (const char *begin : {"", "{", "<", "claude mcp add ", "npx "}) {
        const auto reading = [&](int length) {
            const QString text = QString::fromLatin1(begin + repeated(piece, length));
            return [text] { (void)paste::readPastedServers(text); };
        };
        const double growth = test::growth(reading(25'000), reading(kTimes * 25'000));
        QVERIFY2(growth < kLinear, qPrintable(QString::number(growth)));
    }
}

// One object of many members whose names have the same length, or many small objects.
void TestTextGrowth::findsRepeatedMembers_data()
{
    QTest::addColumn<bool>("isOne");
    QTest::newRow("one object") << true;
    QTest::newRow("many objects") << false;
}

void TestTextGrowth::findsRepeatedMembers()
{
    QFETCH(bool, isOne);
    const auto searching = [isOne](int members) {
        std::string text = isOne ? "{" : "[";
        for (int i = 0; i < members; ++i) {
            const std::string member = "\"member" + std::to_string(10'000'000 + i) + "\":0";
            text += (i == 0 ? "" : ",") + (isOne ? member : "{\"a\":0," + member + "}");
        }
        const auto document = json::Document::parse(text + (isOne ? "}" : "]"));
        return [document] {
            if (!mcp::repeatedMembers(document).empty())
                qFatal("no member is repeated");
        };
    };
    constexpr int kMembers = 20'000;
    const double times = test::growth(searching(kMembers), searching(kTimes * kMembers));
    QVERIFY2(times < kLinear, QByteArray::number(times).constData());
}

QTEST_GUILESS_MAIN(TestTextGrowth)
#include "tst_textgrowth.moc"
