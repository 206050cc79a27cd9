// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordedwire.h"
#include "trace/sessionreader.h"

#include <QDeadlineTimer>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using rpc::Channel;
using rpc::Kind;
using rpc::Problem;
using test::textOf;
using trace::Number;
using trace::Record;
using trace::Recorder;
using trace::SessionReader;
using trace::State;
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
        while (now.steady - start.steady < count * 10'000)
            now = SystemClock::instance().now();
        wire.put(Channel::Received,
            R"({"jsonrpc":"2.0","method":"notifications/tick","params":{"name":"n"}})", now);
        if (count % 1000 == 0)
            out.write(QByteArray::number(qint64(now.wall)) + '\n');
    }
}

} // namespace

class RecorderCrashTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void losesAtMostTheLastMomentWhenKilled();

private:
    QString newPath() { return m_dir.filePath(QStringLiteral("session%1.sonde").arg(++m_files)); }
    QTemporaryDir m_dir;
    int m_files = 0;
};

void RecorderCrashTest::losesAtMostTheLastMomentWhenKilled()
{
    const auto path = newPath();
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--flood"), path});
    QVERIFY(child.waitForStarted());
    QByteArray printed;
    qint64 first = 0;
    qint64 last = 0;
    QDeadlineTimer deadline(20'000);
    while (!deadline.hasExpired() && last - first < 1'500'000'000) {
        child.waitForReadyRead(100);
        printed += child.readAllStandardOutput();
        const auto lines = printed.left(printed.lastIndexOf('\n')).split('\n');
        first = lines.first().toLongLong();
        last = lines.last().toLongLong();
    }
    child.kill();
    QVERIFY(child.waitForFinished());
    printed += child.readAllStandardOutput();
    last = printed.left(printed.lastIndexOf('\n')).split('\n').last().toLongLong();

    auto opened = SessionReader::open(path);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().sentence));
    const auto &reader = *opened.value();
    const auto count = reader.messageCount();
    QVERIFY(count > 1000);
    const auto records = reader.records(static_cast<Number>(count), 1);
    QVERIFY(records.ok());
    const auto &record = records->front();
    QVERIFY(reader.read(record.stream, record.offset, record.length).ok());
    const auto missed = (last - record.wallNs) / 1'000'000;
    qInfo("%llu messages in the file, the last %lld ms missed",
        static_cast<unsigned long long>(count), static_cast<long long>(missed));
    QVERIFY2(missed <= 250, qPrintable(QString::number(missed)));
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
