// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/pump.h"

#include <QTest>

#include <algorithm>
#include <string>

using namespace sonde;
using tap::Pump;

// The buffer of one direction of a relay, as a table of what happens and what the pump then wants.
class TestTapPump : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wantsWhatTheEventsLeave_data();
    void wantsWhatTheEventsLeave();
    void passesEveryByteOnInOrder();
    void keepsWhatWasReadForTheRecorder();
    void holdsAtMostOneRead();
    void readsIntoTheSameBlock();
};

namespace {

void fill(Pump &pump, std::string_view text)
{
    std::copy(text.begin(), text.end(), pump.room().begin());
    pump.fill(text.size());
}

// r: four bytes were read, 2: two were written, e: the source ended, c: the sink was closed.
void play(Pump &pump, const char *events)
{
    for (; *events; ++events) {
        if (*events == 'r')
            fill(pump, "abcd");
        else if (*events == '2')
            pump.drop(2);
        else if (*events == 'e')
            pump.endSource();
        else if (*events == 'c')
            pump.endSink();
    }
}

// What the relay does next: R reads, W writes, S keeps the source open, K keeps the sink open.
QString wants(const Pump &pump)
{
    QString text;
    text += pump.wantsToRead() ? u"R" : u"";
    text += pump.pending().isEmpty() ? u"" : u"W";
    text += pump.needsSource() ? u"S" : u"";
    text += pump.needsSink() ? u"K" : u"";
    return text;
}

} // namespace

void TestTapPump::wantsWhatTheEventsLeave_data()
{
    QTest::addColumn<QString>("wanted");
    QTest::newRow("") << QStringLiteral("RSK");
    QTest::newRow("r") << QStringLiteral("WSK"); // reads no more until all is written
    QTest::newRow("r2") << QStringLiteral("WSK");
    QTest::newRow("r22") << QStringLiteral("RSK");
    QTest::newRow("e") << QString(); // the end is passed on at once
    QTest::newRow("re") << QStringLiteral("WK"); // after what is pending
    QTest::newRow("re2") << QStringLiteral("WK");
    QTest::newRow("re22") << QString();
    QTest::newRow("c") << QString(); // so that the writer at the other end is told
    QTest::newRow("rc") << QString(); // nobody will read what is pending
    QTest::newRow("rec") << QString();
    QTest::newRow("ce") << QString();
}

void TestTapPump::wantsWhatTheEventsLeave()
{
    Pump pump;
    play(pump, QTest::currentDataTag());
    QTEST(wants(pump), "wanted");
}

void TestTapPump::passesEveryByteOnInOrder()
{
    Pump pump;
    std::string in;
    std::string out;
    for (int i = 0; i < 100'000; ++i) {
        const std::string text = std::to_string(i) + '\n';
        in += text;
        fill(pump, text);
        while (!pump.pending().isEmpty()) {
            const auto part = pump.pending().view().substr(0, std::size_t(i) % 3 + 1);
            out += part;
            pump.drop(part.size());
        }
    }
    QCOMPARE(out, in);
}

// A chunk stays as it was although its block is filled up further.
void TestTapPump::keepsWhatWasReadForTheRecorder()
{
    Pump pump;
    std::vector<Bytes> chunks;
    for (int i = 0; i < 10'000; ++i) {
        const std::string text(100, static_cast<char>('a' + i % 26));
        std::copy(text.begin(), text.end(), pump.room().begin());
        chunks.push_back(pump.fill(text.size()));
        pump.drop(text.size());
    }
    for (int i = 0; i < 10'000; ++i)
        QCOMPARE(chunks[std::size_t(i)].view(),
            std::string_view(std::string(100, static_cast<char>('a' + i % 26))));
}

void TestTapPump::holdsAtMostOneRead()
{
    Pump pump;
    for (int i = 0; i < 100; ++i) {
        QVERIFY(pump.room().size() <= Pump::kMaxRead);
        QVERIFY(pump.room().size() >= 4096);
        pump.fill(pump.room().size());
        QVERIFY(!pump.wantsToRead());
        pump.drop(pump.pending().size());
        QVERIFY(pump.wantsToRead());
    }
}

// A process that was forked from one with threads must not ask for memory.
void TestTapPump::readsIntoTheSameBlock()
{
    Pump pump;
    fill(pump, "before");
    pump.keepToOneBlock();
    QCOMPARE(pump.pending().view(), "before"); // is still to be written
    pump.drop(6);
    const char *const block = pump.room().data();
    for (int i = 0; i < 1000; ++i) {
        QCOMPARE(pump.room().data(), block);
        QCOMPARE(pump.room().size(), Pump::kMaxRead);
        pump.fill(Pump::kMaxRead);
        pump.drop(Pump::kMaxRead);
    }
    Pump unused;
    unused.keepToOneBlock();
    fill(unused, "x");
    QCOMPARE(unused.pending().view(), "x");
}

QTEST_GUILESS_MAIN(TestTapPump)
#include "tst_tappump.moc"
