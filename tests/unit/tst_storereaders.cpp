// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordedwire.h"
#include "trace/file/sessionstore.h"
#include "trace/recorder/changelog.h"
#include "trace/recorder/recorder.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <atomic>
#include <map>
#include <thread>

using namespace sonde::trace;
using sonde::rpc::Channel;
using Wire = sonde::test::RecordedWire;

namespace {

Record recordOf(std::uint32_t length, State state = State::Pending)
{
    Record record;
    record.length = length;
    record.state = state;
    return record;
}

std::vector<std::uint32_t> lengthsOf(const std::vector<Record> &records)
{
    std::vector<std::uint32_t> lengths;
    for (const Record &record : records)
        lengths.push_back(record.length);
    return lengths;
}

Changes readAll(ChangeLog &log, ChangeLog::Place &place)
{
    Changes changes;
    while (log.readInto(changes, place, 2)) { }
    return changes;
}

void request(Wire &wire, int id)
{
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"ping","id":)" + std::to_string(id) + "}");
}

void respond(Wire &wire, int id)
{
    wire.put(Channel::Received, R"({"jsonrpc":"2.0","result":{},"id":)" + std::to_string(id) + "}");
}

} // namespace

class StoreReadersTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachReaderGetsEverything();
    void aReaderGetsTheNewestStateOnce();
    void keepsNothingForReadersThatAreGone();
    void aSlowReaderSkipsAndTheOthersDoNot();
    void aReaderThatMissesTooManyChangesSkips();
    void aLaterReaderBeginsWithWhatIsThere();
    void wakesEachReaderOnce();
    void readersInThreadsSeeEveryRecord();
    void readersOfAFileDoNotWaitForEachOther();
};

void StoreReadersTest::eachReaderGetsEverything()
{
    ChangeLog log;
    ChangeLog::Place *one = log.add();
    ChangeLog::Place *other = log.add();
    for (std::uint32_t number = 1; number <= 5; ++number)
        log.append(number, recordOf(number));
    QCOMPARE(lengthsOf(readAll(log, *one).fresh), (std::vector<std::uint32_t>{1, 2, 3, 4, 5}));
    QCOMPARE(log.size(), std::size_t(5)); // for the other one
    log.append(6, recordOf(6));
    const Changes last = readAll(log, *one);
    QCOMPARE(last.firstNew, Number(6));
    QCOMPARE(lengthsOf(last.fresh), std::vector<std::uint32_t>{6});
    const Changes all = readAll(log, *other);
    QCOMPARE(all.firstNew, Number(1));
    QCOMPARE(lengthsOf(all.fresh), (std::vector<std::uint32_t>{1, 2, 3, 4, 5, 6}));
    QCOMPARE(log.size(), std::size_t(0));
}

void StoreReadersTest::aReaderGetsTheNewestStateOnce()
{
    ChangeLog log;
    ChangeLog::Place *one = log.add();
    ChangeLog::Place *other = log.add();
    log.append(1, recordOf(1));
    readAll(log, *one);
    log.change(1, recordOf(1, State::Ok));
    log.change(1, recordOf(1, State::Error)); // before anybody has read the change
    Changes changes = readAll(log, *one);
    QCOMPARE(changes.changed.size(), std::size_t(1));
    QCOMPARE(changes.changed[0].second.state, State::Error);
    log.change(1, recordOf(1, State::Late));
    changes = readAll(log, *other);
    QCOMPARE(changes.fresh.size(), std::size_t(1));
    QCOMPARE(changes.fresh[0].state, State::Late);
    QVERIFY(changes.changed.empty()); // it was new
    changes = readAll(log, *one);
    QCOMPARE(changes.changed.size(), std::size_t(1));
    QCOMPARE(changes.changed[0].second.state, State::Late);
    QCOMPARE(log.size(), std::size_t(0));
}

void StoreReadersTest::keepsNothingForReadersThatAreGone()
{
    ChangeLog log;
    log.append(1, recordOf(1)); // without a reader
    QCOMPARE(log.size(), std::size_t(0));
    ChangeLog::Place *one = log.add();
    ChangeLog::Place *other = log.add();
    log.append(2, recordOf(2));
    QCOMPARE(readAll(log, *one).firstNew, Number(2));
    log.change(2, recordOf(2, State::Ok));
    QCOMPARE(log.size(), std::size_t(2));
    log.remove(other);
    QCOMPARE(log.size(), std::size_t(1)); // the change
    log.remove(one);
    QCOMPARE(log.size(), std::size_t(0));
}

void StoreReadersTest::aSlowReaderSkipsAndTheOthersDoNot()
{
    ChangeLog log(10);
    ChangeLog::Place *quick = log.add();
    ChangeLog::Place *slow = log.add();
    std::size_t read = 0;
    for (std::uint32_t number = 1; number <= 25; ++number) {
        log.append(number, recordOf(number));
        if (number > 1)
            log.change(number - 1, recordOf(number - 1, State::Ok));
        QVERIFY(log.size() <= 20);
        read += readAll(log, *quick).fresh.size();
    }
    QCOMPARE(read, std::size_t(25));
    const Changes rest = readAll(log, *slow);
    QVERIFY(rest.firstNew > 11);
    QCOMPARE(rest.firstNew + rest.fresh.size(), std::size_t(26));
    log.append(26, recordOf(26));
    QCOMPARE(readAll(log, *slow).firstNew, Number(26));
}

void StoreReadersTest::aReaderThatMissesTooManyChangesSkips()
{
    ChangeLog log(10);
    ChangeLog::Place *quick = log.add();
    ChangeLog::Place *slow = log.add();
    for (std::uint32_t number = 1; number <= 4; ++number)
        log.append(number, recordOf(number));
    readAll(log, *quick);
    readAll(log, *slow);
    for (int i = 0; i < 50; ++i) {
        log.change(Number(1 + i % 4), recordOf(1, State::Ok));
        QCOMPARE(readAll(log, *quick).changed.size(), std::size_t(1));
        QVERIFY(log.size() <= 10);
    }
    const Changes rest = readAll(log, *slow);
    QVERIFY(rest.changed.size() <= 10);
}

void StoreReadersTest::aLaterReaderBeginsWithWhatIsThere()
{
    Recorder recorder;
    Wire wire(recorder);
    request(wire, 1);
    const auto reader = recorder.makeReader();
    QCOMPARE(reader->take().fresh.size(), std::size_t(1)); // the recorder's own has not read it
    recorder.take();
    const auto later = recorder.makeReader();
    QVERIFY(later->take().fresh.empty());
    request(wire, 2);
    QCOMPARE(later->take().firstNew, Number(2));
    QCOMPARE(reader->take().firstNew, Number(2));
}

void StoreReadersTest::wakesEachReaderOnce()
{
    Recorder recorder;
    Wire wire(recorder);
    std::array<int, 2> woken{};
    auto one = recorder.makeReader([&] { ++woken[0]; });
    const auto other = recorder.makeReader([&] { ++woken[1]; });
    request(wire, 1);
    request(wire, 2);
    QCOMPARE(woken, (std::array{1, 1}));
    one->take();
    request(wire, 3);
    QCOMPARE(woken, (std::array{2, 1})); // the other one knows that there is news
    one.reset();
    other->take();
    respond(wire, 1);
    QCOMPARE(woken, (std::array{2, 2}));
}

void StoreReadersTest::readersInThreadsSeeEveryRecord()
{
    constexpr int kRequests = 5000;
    Recorder recorder;
    recorder.keepNoChanges();
    Wire wire(recorder);
    std::atomic<bool> isOver = false;
    std::array<std::map<Number, State>, 3> seen;
    std::vector<std::jthread> threads;
    for (auto &states : seen) {
        threads.emplace_back([&states, &isOver, reader = recorder.makeReader()] {
            for (bool wasOver = false; !std::exchange(wasOver, isOver.load());) {
                const Changes changes = reader->take();
                for (std::size_t i = 0; i < changes.fresh.size(); ++i)
                    states[changes.firstNew + Number(i)] = changes.fresh[i].state;
                for (const auto &[number, record] : changes.changed)
                    states[number] = record.state;
            }
        });
    }
    for (int i = 0; i < kRequests; ++i) {
        request(wire, i);
        respond(wire, i);
    }
    isOver = true;
    threads.clear();
    for (const auto &states : seen) {
        QCOMPARE(states.size(), std::size_t(2 * kRequests));
        for (const auto &[number, state] : states)
            QVERIFY(state == State::Ok || number % 2 == 0);
    }
}

void StoreReadersTest::readersOfAFileDoNotWaitForEachOther()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("long.sonde"));
    constexpr std::size_t kMessages = 2 * SessionStore::kMaxReady;
    {
        Recorder recorder;
        recorder.keepNoChanges();
        QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        for (std::size_t i = 0; i < kMessages; ++i)
            request(wire, int(i));
    }
    const auto store = SessionStore::open(path);
    QVERIFY(store.ok());
    const auto idle = (*store)->makeReader(); // which never takes anything
    for (int i = 0; i < 2; ++i) {
        const auto reader = (*store)->makeReader();
        std::size_t read = 0;
        QTRY_VERIFY([&] {
            read += reader->take().fresh.size();
            return read == kMessages;
        }());
    }
    QVERIFY(!(*store)->failure());
}

QTEST_GUILESS_MAIN(StoreReadersTest)
#include "tst_storereaders.moc"
