// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/patience.h"
#include "support/recordedcontent.h"
#include "support/tapprocess.h"

#include "tap/announce/tapsfolder.h"
#include "tap/announce/tapsocket.h"
#include "tap/watch/tapfeed.h"
#include "tap/watch/tapfinder.h"
#include "tap/watch/taplink.h"
#include "trace/file/database.h"
#include "trace/file/sessionfile.h"
#include "trace/file/sessionreader.h"
#include "trace/recorder/recorder.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <memory>
#include <poll.h>
#include <sqlite3.h>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// A window beside `sonde-cli tap` processes: it finds them, copies what crosses them while it
// crosses, and the conversation does not notice.
class TestTapWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void followsAConversation();
    void copiesEveryByteWithItsTime();
    void catchesUpWithALongConversation();
    void followsSeveralTapsAtOnce();
    void followsTheServersOfAnAgent();
    void comesBack();
    void saysOfATapThatWasKilledThatItEnded();
    void removesTheSocketOfATapThatDiesBeforeItSpeaks();
    void takesNothingFromADamagedFile();
    void waitsForAFileThatIsLocked();

private:
    std::unique_ptr<QTemporaryDir> m_data;
};

namespace {

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

QByteArray call(int id)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id)
        + R"(,"method":"tools/call","params":{"name":"echo","arguments":{"n":1.0,"n":1e400}}})";
}

// A window without widgets.
class Window : public QObject {
public:
    explicit Window(const QString &folder, const QString &file = {})
        : m_finder(folder + u"/taps"_s)
    {
        if (!file.isEmpty())
            QVERIFY(recorder.open(file).ok());
        connect(&m_finder, &tap::TapFinder::found, this, &Window::follow);
        QVERIFY(m_finder.start());
    }

    // How many messages with this method were taken.
    qsizetype taken(const QString &method) const { return methods.count(method); }

    trace::Recorder recorder; // outlives the feeds
    QStringList hosts;
    QStringList methods;
    QStringList finished;
    QStringList failures;

private:
    void follow(tap::TapLink *link)
    {
        const QString name = link->introduction().name;
        auto *feed = new tap::TapFeed(link->introduction().session, {&recorder, name}, &m_finder);
        connect(link, &tap::TapLink::progressed, feed, [this, link, feed] {
            if (link->progress().host && !hosts.contains(*link->progress().host))
                hosts += *link->progress().host;
            feed->follow(link->progress().recorded);
        });
        connect(link, &tap::TapLink::closed, feed, &tap::TapFeed::finish);
        connect(feed, &tap::TapFeed::finished, this, [this, name] { finished += name; });
        connect(feed, &tap::TapFeed::failed, this,
            [this](const Error &error) { failures += error.sentence; });
        connect(feed, &tap::TapFeed::took, this,
            [this](const std::vector<tap::TappedMessage> &messages) {
                for (const auto &one : messages)
                    methods += QString::fromStdString(std::string(one.message.method.view()));
            });
    }

    tap::TapFinder m_finder;
};

QString recordingIn(const QString &folder, const QString &name)
{
    const QStringList files = QDir(folder).entryList({name + u"-*.sonde"_s}, QDir::Files);
    return files.size() == 1 ? folder + u'/' + files.first() : QString();
}

} // namespace

void TestTapWatch::init()
{
    m_data = std::make_unique<QTemporaryDir>();
    QVERIFY(m_data->isValid());
}

void TestTapWatch::followsAConversation()
{
    const Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme Editor"));
    QVERIFY(holds([&] { return window.hosts == QStringList(u"Acme Editor"_s); }));
    QVERIFY(holds([&] { return window.taken(u"initialize"_s) == 1; }));
    // While it goes on: each call is there before the next one is sent.
    for (int i = 1; i <= 3; ++i) {
        host.send(call(i));
        QVERIFY(host.receives("\"id\":" + QByteArray::number(i)));
        QVERIFY(holds([&] { return window.taken(u"tools/call"_s) == i; }));
    }
    QVERIFY(window.finished.isEmpty());
    QVERIFY(host.ends());
    QVERIFY(holds([&] { return window.finished == QStringList(u"weather"_s); }));
    QCOMPARE(window.failures, QStringList());
}

void TestTapWatch::copiesEveryByteWithItsTime()
{
    const QString copy = m_data->filePath(u"copy.sonde"_s);
    {
        Window window(m_data->path(), copy);
        TapProcess host(u"weather"_s, m_data->path(),
            {kTestServer, u"--stderr"_s, u"hello"_s, u"--garbage"_s, u"Connected to db"_s,
                u"--exit-after"_s, u"3"_s});
        QVERIFY(host.opens("Acme"));
        QVERIFY(holds([&] { return window.hosts == QStringList(u"Acme"_s); }));
        host.send("this is no JSON");
        host.send(
            "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"x\",\"params\":{\"t\":\"\xff\xfe\"}}");
        host.send("[" + call(8) + "," + call(9) + "]");
        host.send(call(10));
        host.process().write("{\"unfinished\":");
        QVERIFY(host.hasEnded());
        QVERIFY(holds([&] { return window.finished.size() == 1; }));
        QCOMPARE(window.failures, QStringList());
        QVERIFY(window.recorder.flush().ok());
    }
    const QStringList original = contentOf(recordingIn(m_data->path(), u"weather"_s));
    QVERIFY2(original.size() > 15, qPrintable(original.join(u'\n')));
    QCOMPARE(contentOf(copy), original);
}

// More than one part, and a message that is larger than a part.
void TestTapWatch::catchesUpWithALongConversation()
{
    constexpr int kCalls = 2000;
    const QString copy = m_data->filePath(u"copy.sonde"_s);
    {
        TapProcess host(u"weather"_s, m_data->path(), {kDemo});
        QVERIFY(host.opens("Acme"));
        for (int i = 1; i <= kCalls; ++i)
            host.send(call(i));
        host.send(R"({"jsonrpc":"2.0","id":9999,"method":"ping","params":{"x":")"
            + QByteArray(6 << 20, 'x') + "\"}}");
        QVERIFY(host.receives("\"id\":9999"));
        Window window(m_data->path(), copy);
        QVERIFY(holds([&] { return window.taken(u"ping"_s) == 1; }));
        QCOMPARE(window.taken(u"tools/call"_s), kCalls);
        QVERIFY(host.ends());
        QVERIFY(holds([&] { return window.finished.size() == 1; }));
        QVERIFY(window.recorder.flush().ok());
    }
    QCOMPARE(contentOf(copy), contentOf(recordingIn(m_data->path(), u"weather"_s)));
}

void TestTapWatch::followsSeveralTapsAtOnce()
{
    const Window window(m_data->path());
    TapProcess first(u"weather"_s, m_data->path(), {kDemo});
    TapProcess second(u"notes"_s, m_data->path(), {kDemo});
    QVERIFY(first.opens("Acme"));
    QVERIFY(second.opens("Other"));
    first.send(call(1));
    second.send(call(1));
    QVERIFY(holds([&] { return window.taken(u"tools/call"_s) == 2; }));
    QVERIFY(window.hosts.contains(u"Acme"_s) && window.hosts.contains(u"Other"_s));
    QVERIFY(first.ends());
    QVERIFY(holds([&] { return window.finished == QStringList(u"weather"_s); }));
    second.send(call(2));
    QVERIFY(holds([&] { return window.taken(u"tools/call"_s) == 3; }));
}

// Both servers number their requests from 1.
void TestTapWatch::followsTheServersOfAnAgent()
{
    const QString copy = m_data->filePath(u"copy.sonde"_s);
    {
        Window window(m_data->path(), copy);
        TapProcess agent(m_data->path(),
            {u"mcp"_s, u"--allow-command"_s, u"*"_s, u"--record"_s, m_data->path()});
        QVERIFY(agent.opens("Acme"));
        const auto use = [&agent](int id, const QByteArray &tool, const QByteArray &arguments) {
            agent.send(R"({"jsonrpc":"2.0","method":"tools/call","id":)" + QByteArray::number(id)
                + R"(,"params":{"name":")" + tool + R"(","arguments":)" + arguments + "}}");
            return agent.receives("\"id\":" + QByteArray::number(id));
        };
        const QByteArray demo = "{\"command\":\"" + kDemo.toUtf8() + "\"}";
        QVERIFY(use(1, "connect", demo));
        QVERIFY(use(2, "connect", demo));
        for (int i = 1; i <= 2; ++i) {
            for (const char *server : {"c1", "c2"})
                QVERIFY(use(10 * i, "call",
                    R"({"name":"echo","arguments":{},"connection":")" + QByteArray(server)
                        + "\"}"));
            QVERIFY(holds([&] { return window.taken(u"tools/call"_s) == 2 * i; }));
        }
        QCOMPARE(window.hosts, QStringList(u"Acme"_s));
        QVERIFY(agent.ends());
        QVERIFY(holds([&] { return window.finished == QStringList(u"sonde-cli mcp"_s); }));
        QCOMPARE(window.failures, QStringList());
        QVERIFY(window.recorder.flush().ok());
    }
    // No response has lost its request.
    const auto reader = trace::SessionReader::open(copy);
    QVERIFY(reader.ok());
    const auto records = reader.value()->records(1, 1000);
    QVERIFY(records.ok());
    int calls = 0;
    for (const trace::Record &record : *records) {
        QVERIFY(record.kind != rpc::Kind::Response || record.pair != 0);
        QCOMPARE(record.problem, rpc::Problem::None);
        calls += record.kind == rpc::Kind::Response
            && reader.value()->string(record.method) == u"tools/call";
    }
    QCOMPARE(calls, 4);
}

void TestTapWatch::comesBack()
{
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    for (int i = 1; i <= 3; ++i) {
        const Window window(m_data->path());
        host.send(call(i));
        QVERIFY(host.receives("\"id\":" + QByteArray::number(i)));
        QVERIFY(holds([&] { return window.taken(u"tools/call"_s) == i; }));
    }
    host.send(call(4)); // nobody looks
    QVERIFY(host.receives("\"id\":4"));
    QVERIFY(host.ends());
    QCOMPARE(host.process().exitCode(), 0);
    QCOMPARE(
        QDir(m_data->filePath(u"taps"_s)).entryList(QDir::System | QDir::Files), QStringList());
}

void TestTapWatch::saysOfATapThatWasKilledThatItEnded()
{
    const QString copy = m_data->filePath(u"copy.sonde"_s);
    {
        Window window(m_data->path(), copy);
        TapProcess host(u"weather"_s, m_data->path(), {kDemo});
        QVERIFY(host.opens("Acme"));
        QVERIFY(holds([&] { return window.taken(u"initialize"_s) == 1; }));
        host.process().kill();
        QVERIFY(holds([&] { return window.finished.size() == 1; }));
        QCOMPARE(window.failures, QStringList());
        // Its socket is no tap any more.
        QVERIFY(holds([&] {
            return QDir(m_data->filePath(u"taps"_s))
                .entryList(QDir::System | QDir::Files)
                .isEmpty();
        }));
        QVERIFY(window.recorder.flush().ok());
    }
    QVERIFY(contentOf(copy).join(u'\n').contains(u"connection ended"_s));
}

void TestTapWatch::removesTheSocketOfATapThatDiesBeforeItSpeaks()
{
    QVERIFY(tap::makeTapsFolder(m_data->filePath(u"taps"_s)));
    const QString path = m_data->filePath(u"taps/dying.sock"_s);
    auto listening = tap::listenAt(path);
    QVERIFY(listening.ok());
    tap::Inlet socket = std::move(listening).value();
    const Window window(m_data->path());
    pollfd coming{socket.descriptor(), POLLIN, 0};
    QVERIFY(holds([&] { return ::poll(&coming, 1, 0) == 1; })); // the window has connected
    socket.close();
    QVERIFY(holds([&] { return !QFileInfo::exists(path); }));
    QCOMPARE(window.failures, QStringList());
}

void TestTapWatch::takesNothingFromADamagedFile()
{
    trace::Recorder recorder;
    QFile file(m_data->filePath(u"no.sonde"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("SQLite format 3 and then nonsense");
    file.close();
    for (const QString &path : {file.fileName(), m_data->filePath(u"missing.sonde"_s)}) {
        tap::TapFeed feed(path, {&recorder, u"weather"_s});
        QStringList failures;
        bool over = false;
        connect(&feed, &tap::TapFeed::failed, this,
            [&](const Error &error) { failures += error.sentence; });
        connect(&feed, &tap::TapFeed::finished, this, [&] { over = true; });
        feed.follow(5);
        QVERIFY(holds([&] { return !failures.isEmpty(); }));
        feed.finish();
        feed.follow(6);
        QVERIFY(!over);
        QCOMPARE(failures.size(), 1);
        QCOMPARE(recorder.messageCount(), std::uint64_t(0));
    }
}

// A tap on a slow disk locks its file for longer than one attempt to read it waits.
void TestTapWatch::waitsForAFileThatIsLocked()
{
    const QString path = m_data->filePath(u"tapped.sonde"_s);
    {
        TapProcess host(u"weather"_s, m_data->path(), {kDemo});
        QVERIFY(host.opens("Acme"));
        QVERIFY(host.ends());
    }
    QVERIFY(QFile::rename(recordingIn(m_data->path(), u"weather"_s), path));
    auto locker = trace::Database::open(QFile::encodeName(path), SQLITE_OPEN_READWRITE);
    QVERIFY(locker.ok());
    QVERIFY(locker.value().execute("PRAGMA locking_mode = EXCLUSIVE").ok());
    QVERIFY(locker.value().execute("BEGIN EXCLUSIVE").ok());

    trace::Recorder recorder;
    tap::TapFeed feed(path, {&recorder, u"weather"_s});
    QStringList failures;
    bool over = false;
    connect(&feed, &tap::TapFeed::failed, this,
        [&](const Error &error) { failures += error.sentence; });
    connect(&feed, &tap::TapFeed::finished, this, [&] { over = true; });
    QElapsedTimer waited;
    waited.start();
    feed.finish();
    QVERIFY(holds([&] { return waited.hasExpired(trace::kMaxLockedMs + 500); }));
    QCOMPARE(recorder.messageCount(), std::uint64_t(0));
    locker.value().close();
    QVERIFY(holds([&] { return over; }));
    QCOMPARE(failures, QStringList());
    QVERIFY(recorder.messageCount() > 2);
}

QTEST_GUILESS_MAIN(TestTapWatch)
#include "tst_tapwatch.moc"
