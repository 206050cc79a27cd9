// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/patience.h"
#include "support/recordedwire.h"
#include "trace/file/sessionreader.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <vector>

using namespace sonde;
using rpc::Channel;
using trace::Recorder;
using trace::SessionReader;
using Wire = test::RecordedWire;

namespace {

constexpr int kEach = 1000; // messages between two numbers on stdout

void print(QFile &out, std::uint64_t number)
{
    out.write(QByteArray::number(qulonglong(number)) + '\n');
    out.flush();
}

// What the child of a test does until it is killed: records without an end, and prints how many
// messages are in the file each time that it has flushed.
int flood(Recorder &recorder, QFile &out)
{
    Wire wire(recorder);
    for (std::uint64_t count = 1;; ++count) {
        wire.put(Channel::Received,
            R"({"jsonrpc":"2.0","method":"notifications/tick","params":{"name":"n"}})");
        if (count % kEach != 0)
            continue;
        if (!recorder.flush())
            return 1;
        print(out, count);
    }
}

// Records some messages and waits to be killed, without flushing.
int pause(Recorder &recorder, QFile &out)
{
    Wire wire(recorder);
    for (int count = 0; count < kEach; ++count)
        wire.put(Channel::Received, R"({"jsonrpc":"2.0","method":"notifications/tick"})");
    print(out, kEach);
    QFile in;
    if (in.open(stdin, QIODevice::ReadOnly))
        in.readAll(); // until the test is over
    return 0;
}

int runChild(const QString &what, const QString &path)
{
    Recorder recorder;
    QFile out;
    if (!recorder.open(path) || !out.open(stdout, QIODevice::WriteOnly))
        return 1;
    return what == QLatin1String("--flood") ? flood(recorder, out) : pause(recorder, out);
}

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

// The messages in a file; none where it cannot be read (yet).
std::vector<trace::Record> recordsIn(const QString &path)
{
    const auto opened = SessionReader::open(path);
    if (!opened)
        return {};
    const auto &reader = *opened.value();
    const auto records = reader.records(1, reader.messageCount());
    if (!records || records->empty())
        return {};
    const auto &last = records->back();
    return reader.read(last.stream, last.offset, last.length) ? *records
                                                              : std::vector<trace::Record>();
}

// A program that records until it is killed.
class Child {
public:
    Child(const QString &what, const QString &path)
    {
        m_process.start(QCoreApplication::applicationFilePath(), {what, path});
    }
    ~Child() { kill(); }

    void kill()
    {
        m_process.kill();
        m_process.waitForFinished();
        m_printed += m_process.readAllStandardOutput();
    }
    // The last number that it has printed.
    std::uint64_t number()
    {
        m_printed += m_process.readAllStandardOutput();
        const auto whole = m_printed.left(m_printed.lastIndexOf('\n'));
        return whole.mid(whole.lastIndexOf('\n') + 1).toULongLong();
    }

private:
    QProcess m_process;
    QByteArray m_printed;
};

} // namespace

class RecorderCrashTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void losesNothingThatWasFlushedWhenKilled();
    void writesWithoutBeingAskedTo();
};

void RecorderCrashTest::losesNothingThatWasFlushedWhenKilled()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("flood.sonde"));
    Child child(QStringLiteral("--flood"), path);
    QTRY_VERIFY_WITH_TIMEOUT(child.number() >= 20 * kEach, kPatienceMs);
    child.kill();
    const auto records = recordsIn(path);
    QVERIFY2(records.size() >= child.number(), qPrintable(QString::number(records.size())));
    QVERIFY(hasNoGap(records));
    QCOMPARE(integrityOf(path), QByteArray("ok"));
}

// A program that is idle after its last message loses none, although it never flushes.
void RecorderCrashTest::writesWithoutBeingAskedTo()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("pause.sonde"));
    Child child(QStringLiteral("--pause"), path);
    QTRY_COMPARE_WITH_TIMEOUT(child.number(), std::uint64_t(kEach), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(recordsIn(path).size(), std::size_t(kEach), kPatienceMs);
    child.kill();
    QCOMPARE(recordsIn(path).size(), std::size_t(kEach));
    QCOMPARE(integrityOf(path), QByteArray("ok"));
}

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    if (const QString what = app.arguments().value(1); what.startsWith(QLatin1String("--")))
        return runChild(what, app.arguments().value(2));
    RecorderCrashTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_recordercrash.moc"
