// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/holders.h"
#include "platform/openfiles.h"
#include "platform/peersocket.h"
#include "support/fakeprocesses.h"

#include <QFile>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTest>

#include <sys/stat.h>
#include <sys/sysmacros.h>

using namespace sonde;
using namespace sonde::platform;
using sonde::tests::FakeProcesses;
using Kind = OpenFile::Kind;

// The open files and sockets of a process.
class TestOpenFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsKindsApart_data();
    void tellsKindsApart();
    void resolvesSockets_data();
    void resolvesSockets();
    void survivesBrokenTables();
    void boundsTheList();
    void saysWhatCannotBeRead();
    void readsThisProcess();
    void findsWhoListensAtAPort();
    void findsTheProcessOfThePeer();
    void findsWhoHasALockedFileOpen();
    void namesTheProcessesOfLocks();
    void findsProcessesThatLostTheirParent();
};

void TestOpenFiles::tellsKindsApart_data()
{
    QTest::addColumn<QByteArray>("link");
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<bool>("deleted");
    QTest::newRow("file") << QByteArray("/tmp/a b\n\xff") << Kind::File
                          << QByteArray("/tmp/a b\n\xff") << false;
    QTest::newRow("deleted") << QByteArray("/tmp/in.png (deleted)") << Kind::File
                             << QByteArray("/tmp/in.png") << true;
    QTest::newRow("device") << QByteArray("/dev/null") << Kind::Device << QByteArray("/dev/null")
                            << false;
    QTest::newRow("pipe") << QByteArray("pipe:[12]") << Kind::Pipe << QByteArray("pipe:[12]")
                          << false;
    QTest::newRow("event queue") << QByteArray("anon_inode:[eventpoll]") << Kind::Anonymous
                                 << QByteArray("anon_inode:[eventpoll]") << false;
    QTest::newRow("unknown socket")
        << QByteArray("socket:[77]") << Kind::Socket << QByteArray("socket:[77]") << false;
    QTest::newRow("no socket") << QByteArray("socket:[x") << Kind::Socket << QByteArray("socket:[x")
                               << false;
    QTest::newRow("else") << QByteArray("mnt:[4026531840]") << Kind::Other
                          << QByteArray("mnt:[4026531840]") << false;
}

void TestOpenFiles::tellsKindsApart()
{
    QFETCH(QByteArray, link);
    const FakeProcesses fake;
    QVERIFY(fake.link(42, 3, link));
    const OpenFileList list = readOpenFiles(fake.root(), 42);
    QVERIFY(list.isReadable);
    QCOMPARE(list.files.size(), 1U);
    QCOMPARE(list.files[0].descriptor, 3);
    QTEST(list.files[0].kind, "kind");
    QTEST(QByteArray::fromStdString(list.files[0].target), "target");
    QTEST(list.files[0].isDeleted, "deleted");
}

void TestOpenFiles::resolvesSockets_data()
{
    QTest::addColumn<QString>("table");
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("peer");
    QTest::addColumn<QByteArray>("protocol");
    QTest::addColumn<bool>("listening");
    const QByteArray rest = " 00000000:00000000 00:00000000 00000000  1000        0 77 1 0 100\n";
    QTest::newRow("listening") << QStringLiteral("tcp")
                               << "   0: 0100007F:0BB9 00000000:0000 0A" + rest
                               << QByteArray("127.0.0.1:3001") << QByteArray() << QByteArray("tcp")
                               << true;
    QTest::newRow("connected") << QStringLiteral("tcp")
                               << "   0: 0100007F:0BB9 0100007F:C001 01" + rest
                               << QByteArray("127.0.0.1:3001") << QByteArray("127.0.0.1:49153")
                               << QByteArray("tcp") << false;
    QTest::newRow("IPv6") << QStringLiteral("tcp6")
                          << "   0: 00000000000000000000000001000000:0050 "
                             "00000000000000000000000000000000:0000 0A"
            + rest << QByteArray("[::1]:80")
                          << QByteArray() << QByteArray("tcp") << true;
    QTest::newRow("UDP") << QStringLiteral("udp") << "   0: 00000000:0035 00000000:0000 07" + rest
                         << QByteArray("0.0.0.0:53") << QByteArray() << QByteArray("udp") << false;
    QTest::newRow("Unix") << QStringLiteral("unix")
                          << QByteArray("ffff: 00000002 00000000 00010000 0001 01 77 /run/a b\n")
                          << QByteArray("/run/a b") << QByteArray() << QByteArray("unix") << true;
    QTest::newRow("Unix without a name")
        << QStringLiteral("unix") << QByteArray("ffff: 00000003 00000000 00000000 0001 03 77\n")
        << QByteArray("socket:[77]") << QByteArray() << QByteArray("unix") << false;
    QTest::newRow("odd address") << QStringLiteral("tcp") << "   0: 0100007:0BB9 zz:1 0A" + rest
                                 << QByteArray("socket:[77]") << QByteArray() << QByteArray("tcp")
                                 << true;
}

void TestOpenFiles::resolvesSockets()
{
    QFETCH(QString, table);
    QFETCH(QByteArray, line);
    const FakeProcesses fake;
    QVERIFY(fake.link(42, 24, "socket:[77]"));
    QVERIFY(fake.write(fake.path(42, QStringLiteral("net/") + table), "  sl  heading\n" + line));
    const OpenFileList list = readOpenFiles(fake.root(), 42);
    QCOMPARE(list.files.size(), 1U);
    const OpenFile &file = list.files[0];
    QTEST(QByteArray::fromStdString(file.target), "target");
    QTEST(QByteArray::fromStdString(file.peer), "peer");
    QTEST(QByteArray::fromStdString(file.protocol), "protocol");
    QTEST(file.isListening, "listening");
}

void TestOpenFiles::survivesBrokenTables()
{
    const FakeProcesses fake;
    QVERIFY(fake.link(42, 0, "socket:[77]"));
    const QByteArray garbage = QByteArray(5 << 20, 'x') + "\n\0\n   \n1 2 3 4 5 6 7 8 9 77";
    for (const char *table : {"tcp", "tcp6", "udp", "udp6", "unix"})
        QVERIFY(fake.write(fake.path(42, QStringLiteral("net/") + QLatin1String(table)), garbage));
    const OpenFileList list = readOpenFiles(fake.root(), 42);
    QCOMPARE(list.files.size(), 1U);
    QCOMPARE(list.files[0].target, std::string("socket:[77]"));
}

void TestOpenFiles::boundsTheList()
{
    const FakeProcesses fake;
    constexpr int kMany = 10'000;
    for (int descriptor = 0; descriptor < kMany; ++descriptor)
        QVERIFY(fake.link(42, descriptor, "/tmp/x"));
    const OpenFileList list = readOpenFiles(fake.root(), 42);
    QCOMPARE(list.count, std::size_t(kMany));
    QCOMPARE(list.files.size(), kMaxListedFiles);
    QCOMPARE(list.files.back().descriptor, int(kMaxListedFiles) - 1);
}

void TestOpenFiles::saysWhatCannotBeRead()
{
    const FakeProcesses fake;
    QVERIFY(!readOpenFiles(fake.root(), 42).isReadable);
    QVERIFY(fake.add(42, {}));
    QVERIFY(fake.write(fake.path(42, QStringLiteral("fd/0")), "no link"));
    QVERIFY(fake.write(fake.path(42, QStringLiteral("fd/x")), "no number"));
    const OpenFileList list = readOpenFiles(fake.root(), 42);
    QVERIFY(list.isReadable);
    QVERIFY(list.files.empty());
}

void TestOpenFiles::readsThisProcess()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QTcpSocket socket;
    socket.connectToHost(QHostAddress::LocalHost, server.serverPort());
    QVERIFY(socket.waitForConnected());
    QTemporaryDir folder;
    QFile gone(folder.filePath(QStringLiteral("gone")));
    QVERIFY(gone.open(QIODevice::WriteOnly));
    QVERIFY(QFile::remove(gone.fileName()));

    const std::string address = "127.0.0.1:" + std::to_string(server.serverPort());
    bool isListening = false;
    bool isConnected = false;
    bool isDeleted = false;
    for (const OpenFile &file : readOpenFiles("/proc", getpid()).files) {
        isListening = isListening || (file.isListening && file.target == address);
        isConnected = isConnected || file.peer == address;
        isDeleted =
            isDeleted || (file.isDeleted && QString::fromStdString(file.target) == gone.fileName());
    }
    QVERIFY(isListening);
    QVERIFY(isConnected);
    QVERIFY(isDeleted);
}

// Of two processes with the socket, the older one is first; a connection of the port is none.
void TestOpenFiles::findsWhoListensAtAPort()
{
    const FakeProcesses fake;
    const QByteArray head = "  sl  local_address rem_address   st\n";
    const QByteArray rest = " 00000000:00000000 00:00000000 00000000  1000        0 ";
    QVERIFY(fake.write(QString::fromStdString(fake.root()) + QStringLiteral("/net/tcp"),
        head + " 0: 0100007F:0BB9 00000000:0000 0A" + rest + "71 1\n 1: 0100007F:0BB9 "
            + "0100007F:A000 01" + rest + "72 1\n 2: 0100007F:0BBA 00000000:0000 0A" + rest
            + "73 1\n"));
    FakeProcesses::Stat young;
    young.start = 200;
    QVERIFY(fake.add(41, young) && fake.add(42, {}) && fake.add(43, {}) && fake.add(44, {}));
    QVERIFY(fake.link(41, 5, "socket:[71]") && fake.link(42, 3, "socket:[71]"));
    QVERIFY(fake.link(43, 3, "socket:[72]") && fake.link(44, 3, "socket:[73]"));
    QVERIFY(
        fake.write(fake.path(42, QStringLiteral("cmdline")), QByteArray("node\0server.js\0", 15)));
    const auto holders = readPortHolders(fake.root(), 0x0BB9);
    QCOMPARE(holders.size(), std::size_t(2));
    QCOMPARE(holders[0].process.id.pid, pid_t(42));
    QCOMPARE(holders[0].command, (std::vector<std::string>{"node", "server.js"}));
    QCOMPARE(holders[1].process.id.pid, pid_t(41));
    QVERIFY(readPortHolders(fake.root(), 80).empty());
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    const auto here = readPortHolders(kProcessRoot, server.serverPort());
    QVERIFY(!here.empty());
    QCOMPARE(here.front().process.id.pid, ::getpid());
}

// Which process it is that connects, and not the one that asks.
void TestOpenFiles::findsTheProcessOfThePeer()
{
    QTcpServer server;
    QVERIFY(server.listen(QHostAddress::LocalHost));
    QProcess client;
    client.start(QStringLiteral("bash"),
        {QStringLiteral("-c"),
            QStringLiteral("exec 3<>/dev/tcp/127.0.0.1/%1; read").arg(server.serverPort())});
    QVERIFY2(client.waitForStarted(), qPrintable(client.errorString()));
    QTRY_VERIFY2(server.hasPendingConnections(), client.readAllStandardError().constData());
    const QTcpSocket *const peer = server.nextPendingConnection();
    QCOMPARE(qint64(peerProcess(int(peer->socketDescriptor()))), client.processId());
    client.closeWriteChannel();
    QVERIFY(client.waitForFinished());
    QTRY_COMPARE(peerProcess(int(peer->socketDescriptor())), 0); // no process has it any more
    QCOMPARE(peerProcess(-1), 0);
}

// A file that is open without a lock keeps nobody out.
void TestOpenFiles::findsWhoHasALockedFileOpen()
{
    const FakeProcesses fake;
    const QString locks = QString::fromStdString(fake.root()) + QStringLiteral("/locks");
    const QString file = QString::fromStdString(fake.root()) + QStringLiteral("/tides.db");
    QVERIFY(fake.write(file, "x"));
    struct stat info { };
    QCOMPARE(::stat(file.toUtf8().constData(), &info), 0);
    QVERIFY(fake.add(41, {}) && fake.add(42, {}));
    QVERIFY(fake.link(41, 3, file.toUtf8()) && fake.link(42, 3, "/tmp/other"));
    const auto locked = [&](std::uint64_t inode) {
        return fake.write(locks,
            "1: POSIX  ADVISORY  WRITE 41 fd:00:" + QByteArray::number(qulonglong(inode))
                + " 1073741824 1073742335\n2: short\n");
    };
    QVERIFY(locked(info.st_ino + 1));
    QVERIFY(readLockHolders(fake.root(), file.toStdString()).empty());
    QVERIFY(locked(info.st_ino));
    const auto holders = readLockHolders(fake.root(), file.toStdString());
    QCOMPARE(holders.size(), std::size_t(1));
    QCOMPARE(holders.front().process.id.pid, pid_t(41));
    QVERIFY(readLockHolders(fake.root(), fake.root() + "/none").empty());
    QVERIFY(readHolder(fake.root(), 42) && !readHolder(fake.root(), 43));
}

// Not the oldest process that has the file open, nor one that waits for the lock, nor that of a
// file with the same number on another device.
void TestOpenFiles::namesTheProcessesOfLocks()
{
    const FakeProcesses fake;
    const QString file = QString::fromStdString(fake.root()) + QStringLiteral("/tides.db");
    QVERIFY(fake.write(file, "x"));
    struct stat info { };
    QCOMPARE(::stat(file.toUtf8().constData(), &info), 0);
    FakeProcesses::Stat young;
    young.start = 200;
    QVERIFY(fake.add(40, {}) && fake.add(41, young) && fake.add(42, {}) && fake.add(43, {}));
    QVERIFY(fake.link(40, 3, file.toUtf8()) && fake.link(41, 3, file.toUtf8()));
    const auto pidsOf = [&](std::initializer_list<const char *> lines, const QByteArray &device) {
        QByteArray table;
        for (const char *line : lines)
            table += "1: " + QByteArray(line) + ' ' + device + ':'
                + QByteArray::number(qulonglong(info.st_ino)) + " 0 EOF\n";
        std::vector<pid_t> pids;
        if (!fake.write(QString::fromStdString(fake.root()) + QStringLiteral("/locks"), table))
            return pids;
        for (const Holder &holder : readLockHolders(fake.root(), file.toStdString()))
            pids.push_back(holder.process.id.pid);
        return pids;
    };
    const QByteArray here = QByteArray::number(major(info.st_dev), 16) + ':'
        + QByteArray::number(minor(info.st_dev), 16);
    using Pids = std::vector<pid_t>;
    const auto describe = [&fake](int pid, const QByteArray &text) {
        return fake.write(fake.path(pid, QStringLiteral("fdinfo/3")), "pos:\t0\n" + text);
    };
    QVERIFY(describe(40, "flags:\t02\n") && describe(41, "lock:\t1: FLOCK  ADVISORY  WRITE\n"));
    QCOMPARE(pidsOf({"FLOCK  ADVISORY  WRITE 41"}, here), Pids{41});
    // Where one has an exclusive lock, those with shared ones wait for nothing.
    QCOMPARE(pidsOf({"POSIX  ADVISORY  READ 42", "POSIX  ADVISORY  WRITE 41"}, here), Pids{41});
    QCOMPARE(pidsOf({"POSIX  ADVISORY  READ 41", "-> POSIX  ADVISORY  WRITE 43",
                        "POSIX  ADVISORY  READ 42"},
                 here),
        (Pids{42, 41}));
    QCOMPARE(pidsOf({"POSIX  ADVISORY  WRITE 42"}, "ff:fe"), Pids());
    QCOMPARE(pidsOf({"POSIX  ADVISORY  WRITE 41"}, "ff:fe"), Pids{41}); // as btrfs has it
    QCOMPARE(pidsOf({"FLOCK  ADVISORY  WRITE 41"}, "ff:fe"), Pids{41});
    QCOMPARE(pidsOf({"OFDLCK ADVISORY  WRITE -1"}, here), Pids{41});
    // The one that took it has ended, or has given the descriptor to another one.
    QCOMPARE(pidsOf({"FLOCK  ADVISORY  WRITE 99"}, here), Pids{41});
    QCOMPARE(pidsOf({"FLOCK  ADVISORY  WRITE 40"}, here), Pids{41});
    QVERIFY(describe(41, "flags:\t02\n"));
    QCOMPARE(pidsOf({"FLOCK  ADVISORY  WRITE 41"}, here), Pids());
}

void TestOpenFiles::findsProcessesThatLostTheirParent()
{
    const FakeProcesses fake;
    const auto add = [&fake](int pid, int parent, const QByteArray &name, int start) {
        FakeProcesses::Stat stat;
        stat.parent = parent;
        stat.name = name;
        stat.start = start;
        return fake.add(pid, stat);
    };
    QVERIFY(add(1, 0, "init", 1) && add(20, 1, "systemd", 90) && add(30, 20, "server", 300));
    QVERIFY(add(40, 1, "server", 200) && add(50, 60, "server", 100) && add(60, 2, "shell", 95));
    std::vector<pid_t> pids;
    for (const Holder &orphan : readOrphans(fake.root()))
        pids.push_back(orphan.process.id.pid);
    QCOMPARE(pids, (std::vector<pid_t>{20, 40, 30}));
    QVERIFY(readOrphans("/no/such/folder").empty());
    // The first process of a container, which is a host there, has started its servers.
    const FakeProcesses container;
    FakeProcesses::Stat stat;
    stat.name = "claude";
    QVERIFY(container.add(1, stat));
    stat.name = "server";
    stat.parent = 1;
    QVERIFY(container.add(20, stat) && readOrphans(container.root()).empty());
}

QTEST_GUILESS_MAIN(TestOpenFiles)

#include "tst_openfiles.moc"
