// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordedwire.h"
#include "trace/file/sessionreader.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <chrono>
#include <thread>
#include <vector>

using namespace sonde;
using rpc::Channel;
using trace::Recorder;
using trace::SessionReader;
using Wire = test::RecordedWire;

namespace {

// What the crash test's child does until it is killed: 100,000 messages a second, and every now and
// then the time and number of the newest on stdout.
int flood(const QString &path)
{
    Recorder recorder;
    if (!recorder.open(path))
        return 1;
    Wire wire(recorder);
    QFile out;
    if (!out.open(stdout, QIODevice::WriteOnly | QIODevice::Unbuffered))
        return 1;
    const auto start = SystemClock::instance().now();
    for (std::int64_t count = 0;; ++count) {
        auto now = SystemClock::instance().now();
        while (now.steady - start.steady < count * 10'000) {
            // Leaves the processor to the writer: a wire waits in poll(), it does not spin.
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            now = SystemClock::instance().now();
        }
        wire.put(Channel::Received,
            R"({"jsonrpc":"2.0","method":"notifications/tick","params":{"name":"n"}})", now);
        if (count % 1000 == 0)
            out.write(QByteArray::number(qint64(now.wall)) + '\n');
    }
}

// What the killed program and the file that it left say.
struct Outcome {
    std::uint64_t messages = 0;
    qint64 missedMs = 0;
    bool hasNoGap = false;
    QByteArray integrity;
};

// "ok", or what SQLite finds wrong with the file.
QByteArray integrityOf(const QString &path)
{
    sqlite3 *handle = nullptr;
    QByteArray found("not opened");
    const auto take = [](void *to, int, char **texts, char **) {
        *static_cast<QByteArray *>(to) = texts[0];
        return 0;
    };
    if (sqlite3_open_v2(
            QFile::encodeName(path).constData(), &handle, SQLITE_OPEN_READWRITE, nullptr)
        == SQLITE_OK)
        sqlite3_exec(handle, "PRAGMA integrity_check", take, &found, nullptr);
    sqlite3_close(handle);
    return found;
}

// Whether each message follows the one before it in the stream, so that none is missing.
bool hasNoGap(const std::vector<trace::Record> &records)
{
    std::uint64_t end = 0;
    for (const trace::Record &record : records) {
        if (record.offset != end)
            return false;
        end = record.offset + record.length + 1;
    }
    return true;
}

// Lets a child record for 1.5 s, kills it, and reads its file.
Result<Outcome> killAFlood(const QString &path)
{
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--flood"), path});
    QByteArray printed;
    const auto lines = [&] { return printed.left(printed.lastIndexOf('\n')).split('\n'); };
    const QDeadlineTimer deadline(20'000);
    while (!deadline.hasExpired()
        && lines().last().toLongLong() - lines().first().toLongLong() < 1'500'000'000) {
        child.waitForReadyRead(100);
        printed += child.readAllStandardOutput();
    }
    child.kill();
    child.waitForFinished();
    printed += child.readAllStandardOutput();

    const auto opened = SessionReader::open(path);
    if (!opened)
        return opened.error();
    const auto &reader = *opened.value();
    const auto records = reader.records(1, reader.messageCount());
    if (!records)
        return records.error();
    if (records->empty() || records->size() != reader.messageCount())
        return Error{Domain::Storage, 0, QStringLiteral("Messages are missing."), {}, {}};
    const auto &last = records->back();
    if (const auto bytes = reader.read(last.stream, last.offset, last.length); !bytes)
        return bytes.error();
    return Outcome{reader.messageCount(), (lines().last().toLongLong() - last.wallNs) / 1'000'000,
        hasNoGap(*records), integrityOf(path)};
}

} // namespace

class RecorderCrashTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void losesAtMostTheLastMomentWhenKilled();
};

// The claim is about the program, not about how busy the machine is: one of three tries decides,
// and a sanitizer's speed is no speed.
void RecorderCrashTest::losesAtMostTheLastMomentWhenKilled()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    constexpr qint64 kMaxMissedMs = 10'000;
#else
    constexpr qint64 kMaxMissedMs = 250;
#endif
    const QTemporaryDir folder;
    Outcome outcome;
    for (int attempt = 0; attempt < 3; ++attempt) {
        const auto killed = killAFlood(folder.filePath(QString::number(attempt)));
        QVERIFY2(killed.ok(), killed.ok() ? "" : qPrintable(killed.error().sentence));
        outcome = *killed;
        QVERIFY(outcome.hasNoGap);
        QCOMPARE(outcome.integrity, QByteArray("ok"));
        qInfo("%llu messages in the file, the last %lld ms missed",
            static_cast<unsigned long long>(outcome.messages),
            static_cast<long long>(outcome.missedMs));
        if (outcome.missedMs <= kMaxMissedMs)
            break;
    }
    QVERIFY(outcome.messages > 1000);
    QVERIFY2(outcome.missedMs <= kMaxMissedMs, qPrintable(QString::number(outcome.missedMs)));
}

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    if (app.arguments().value(1) == QStringLiteral("--flood"))
        return flood(app.arguments().value(2));
    RecorderCrashTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_recordercrash.moc"
