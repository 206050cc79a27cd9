// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/environmentmodel.h"
#include "models/process/exitmodel.h"
#include "models/process/limitmodel.h"
#include "models/process/openfilemodel.h"
#include "models/process/processtext.h"
#include "models/process/processtreemodel.h"
#include "models/process/threadmodel.h"
#include "support/rowtexts.h"
#include "support/tracefeed.h"

#include <QAbstractItemModelTester>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using sonde::test::rowTexts;
using sonde::tests::TraceFeed;
using Wait = platform::SystemWait;

namespace {

SampledProcess process(pid_t pid, pid_t parent, const QString &name = QStringLiteral("server"))
{
    SampledProcess made;
    made.info.id = {pid, std::uint64_t(pid) * 10};
    made.info.parent = parent;
    made.info.state = 'S';
    made.info.threads = 1;
    made.name = name;
    made.command = {name};
    return made;
}

SampledThread worker(pid_t tid, char state, std::optional<platform::SystemCall> call = {})
{
    SampledThread made;
    made.info.tid = tid;
    made.info.name = "worker";
    made.info.state = state;
    made.info.call = std::move(call);
    return made;
}

platform::OpenFile file(int descriptor, platform::OpenFile::Kind kind, const std::string &target)
{
    platform::OpenFile made;
    made.descriptor = descriptor;
    made.kind = kind;
    made.target = target;
    return made;
}

// The tree as one text: "10(11(13)12)".
QString shapeOf(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QString shape;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        const QString below = shapeOf(model, index);
        shape += (shape.isEmpty() || shape.endsWith(u')') ? QString() : QStringLiteral(" "))
            + index.siblingAtColumn(ProcessTreeModel::PidColumn).data().toString()
            + (below.isEmpty() ? QString() : u'(' + below + u')');
    }
    return shape;
}

} // namespace

// What the panel shows of processes, and that rows stay where they are while samples come.
class TestProcessModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTreeKeepsItsRows();
    void aProcessThatLosesItsParentMoves();
    void anotherProcessWithThePidIsAnotherRow();
    void theTreeSaysWhatIsKnown();
    void threadsKeepTheirRows();
    void filesSayWhatTheyAre_data();
    void filesSayWhatTheyAre();
    void secretsAreInNoRole();
    void limitsAreInTheOrderOfTheSystem();
    void saysWhatAProcessDoes_data();
    void saysWhatAProcessDoes();
};

void TestProcessModels::theTreeKeepsItsRows()
{
    ProcessTreeModel model;
    const QAbstractItemModelTester tester(&model);
    ProcessSample sample;
    sample.processes = {process(10, 1), process(11, 10), process(12, 10), process(13, 11)};
    model.setSample(sample);
    QCOMPARE(shapeOf(model), QStringLiteral("10(11(13)12)"));
    const QPersistentModelIndex leaf(model.indexOf({13, 130}));
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    sample.processes = {process(10, 1), process(11, 10), process(14, 10), process(13, 11)};
    sample.processes[3].info.threads = 4;
    model.setSample(sample);
    QCOMPARE(shapeOf(model), QStringLiteral("10(11(13)14)"));
    QCOMPARE(model.idAt(leaf).pid, 13);
    QCOMPARE(leaf.sibling(leaf.row(), ProcessTreeModel::ThreadsColumn).data().toString(),
        QStringLiteral("4"));
    QCOMPARE(reset.count(), 0);
    model.setSample({});
    QCOMPARE(model.rowCount(), 0);
    QVERIFY(!leaf.isValid());
}

void TestProcessModels::aProcessThatLosesItsParentMoves()
{
    ProcessTreeModel model;
    const QAbstractItemModelTester tester(&model);
    ProcessSample sample;
    sample.processes = {process(10, 1), process(11, 10), process(12, 11), process(13, 12)};
    model.setSample(sample);
    const QPersistentModelIndex orphan(model.indexOf({12, 120}));
    sample.processes = {process(10, 1), process(12, 1), process(13, 12)};
    model.setSample(sample);
    QCOMPARE(shapeOf(model), QStringLiteral("10 12(13)"));
    QCOMPARE(model.idAt(orphan).pid, 12);
    QVERIFY(!orphan.parent().isValid());
    sample.processes = {process(12, 1), process(10, 12), process(13, 10)}; // upside down
    model.setSample(sample);
    QCOMPARE(shapeOf(model), QStringLiteral("12(10(13))"));
}

void TestProcessModels::anotherProcessWithThePidIsAnotherRow()
{
    ProcessTreeModel model;
    const QAbstractItemModelTester tester(&model);
    ProcessSample sample;
    sample.processes = {process(10, 1)};
    model.setSample(sample);
    const QPersistentModelIndex first(model.index(0, 0));
    sample.processes[0].info.id.startTicks = 5'000;
    model.setSample(sample);
    QCOMPARE(shapeOf(model), QStringLiteral("10"));
    QVERIFY(!first.isValid());
}

void TestProcessModels::theTreeSaysWhatIsKnown()
{
    ProcessTreeModel model;
    ProcessSample sample;
    sample.processes = {process(10, 1, QStringLiteral("node"))};
    sample.processes[0].cpu = 103.84;
    sample.processes[0].info.residentBytes = 61'400'000;
    sample.processes[0].command = {QStringLiteral("node"), QStringLiteral("a b")};
    sample.processes[0].call = platform::SystemCall{"epoll_x", 3, Wait::Events};
    model.setSample(sample);
    QCOMPARE(rowTexts(model, 0),
        (QStringList{QStringLiteral("node"), QStringLiteral("10"), QStringLiteral("103.8"),
            QStringLiteral("61.4 MB"), QStringLiteral("1"), QStringLiteral("waits for events"),
            QString(), QStringLiteral("node 'a b'")}));
    sample.processes[0].cpu.reset();
    sample.processes[0].info.state = 'R';
    model.setSample(sample);
    QCOMPARE(model.index(0, ProcessTreeModel::CpuColumn).data().toString(), QString());
    QCOMPARE(
        model.index(0, ProcessTreeModel::StateColumn).data().toString(), QStringLiteral("running"));
    for (int column = 0; column < ProcessTreeModel::ColumnCount; ++column)
        QVERIFY(!model.headerData(column, Qt::Horizontal).toString().isEmpty());
}

void TestProcessModels::threadsKeepTheirRows()
{
    ThreadModel model;
    const QAbstractItemModelTester tester(&model);
    ProcessSample sample;
    sample.details.files.files = {file(0, platform::OpenFile::Kind::Pipe, "pipe:[7]")};
    sample.standardPipes[0] = "pipe:[7]";
    sample.details.threads = {worker(10, 'S', platform::SystemCall{"read", 0, Wait::Input}),
        worker(12, 'S', platform::SystemCall{"futex", {}, Wait::Thread}), worker(13, 'R')};
    model.setSample(sample);
    QCOMPARE(rowTexts(model, 0),
        (QStringList{QStringLiteral("10"), QStringLiteral("worker"), QString(),
            QStringLiteral("waits for input"),
            QStringLiteral("read · descriptor 0 (pipe: from Sonde · stdin)")}));
    QCOMPARE(rowTexts(model, 1).value(ThreadModel::CallColumn), QStringLiteral("futex"));
    QCOMPARE(rowTexts(model, 2).value(ThreadModel::StateColumn), QStringLiteral("running"));
    const QPersistentModelIndex last(model.index(2, 0));
    sample.details.threads = {worker(10, 'S'), worker(11, 'S'), worker(13, 'R')};
    model.setSample(sample);
    QCOMPARE(last.row(), 2);
    QCOMPARE(rowTexts(model, 1).value(0), QStringLiteral("11"));
    sample.details.threads = {worker(13, 'R')};
    model.setSample(sample);
    QCOMPARE(last.row(), 0);
}

void TestProcessModels::filesSayWhatTheyAre_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("target");
    QTest::addColumn<QByteArray>("peer");
    QTest::addColumn<int>("flag"); // 1: listening, 2: deleted
    QTest::addColumn<QString>("text");
    using Kind = platform::OpenFile::Kind;
    QTest::newRow("pipe to Sonde") << int(Kind::Pipe) << QByteArray("pipe:[8]") << QByteArray() << 0
                                   << QStringLiteral("to Sonde · stdout");
    QTest::newRow("other pipe") << int(Kind::Pipe) << QByteArray("pipe:[99]") << QByteArray() << 0
                                << QStringLiteral("pipe:[99]");
    QTest::newRow("deleted file") << int(Kind::File) << QByteArray("/tmp/in.png") << QByteArray()
                                  << 2 << QStringLiteral("/tmp/in.png · deleted");
    QTest::newRow("control characters")
        << int(Kind::File) << QByteArray("/a\nb") << QByteArray() << 0 << QStringLiteral("/a b");
    QTest::newRow("listening") << int(Kind::Socket) << QByteArray("127.0.0.1:3001") << QByteArray()
                               << 1 << QStringLiteral("127.0.0.1:3001 · listening");
    QTest::newRow("connected") << int(Kind::Socket) << QByteArray("127.0.0.1:3001")
                               << QByteArray("127.0.0.1:40000") << 0
                               << QStringLiteral("127.0.0.1:3001 · connected to 127.0.0.1:40000");
}

void TestProcessModels::filesSayWhatTheyAre()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, target);
    QFETCH(QByteArray, peer);
    QFETCH(int, flag);
    QFETCH(QString, text);
    OpenFileModel model;
    const QAbstractItemModelTester tester(&model);
    ProcessSample sample;
    sample.standardPipes = {"pipe:[7]", "pipe:[8]", "pipe:[9]"};
    platform::OpenFile one =
        file(4, static_cast<platform::OpenFile::Kind>(kind), target.toStdString());
    one.peer = peer.toStdString();
    one.isListening = flag == 1;
    one.isDeleted = flag == 2;
    sample.details.files.files = {one};
    model.setSample(sample);
    QCOMPARE(rowTexts(model, 0).value(OpenFileModel::TargetColumn), text);
    QCOMPARE(rowTexts(model, 0).value(OpenFileModel::DescriptorColumn), QStringLiteral("4"));
    sample.details.files.files.insert(
        sample.details.files.files.begin(), file(0, platform::OpenFile::Kind::Device, "/dev/null"));
    model.setSample(sample);
    QCOMPARE(rowTexts(model, 1).value(OpenFileModel::TargetColumn), text);
}

void TestProcessModels::secretsAreInNoRole()
{
    EnvironmentModel model;
    const QAbstractItemModelTester tester(&model);
    model.setVariables({{QStringLiteral("API_KEY"), QStringLiteral("(hidden, 9 characters)"), true},
        {QStringLiteral("PATH"), QStringLiteral("/bin"), false}});
    QCOMPARE(rowTexts(model, 1), (QStringList{QStringLiteral("PATH"), QStringLiteral("/bin")}));
    const QPersistentModelIndex path(model.index(1, 0));
    model.setVariables({{QStringLiteral("API_KEY"), QStringLiteral("(hidden, 9 characters)"), true},
        {QStringLiteral("HOME"), QStringLiteral("/root"), false},
        {QStringLiteral("PATH"), QStringLiteral("/bin"), false}});
    QCOMPARE(path.row(), 2);
    QCOMPARE(model.index(0, EnvironmentModel::ValueColumn).data(TextColorRole).toInt(),
        int(ColorRole::Muted));
    QVERIFY(model.index(0, EnvironmentModel::ValueColumn).data(Qt::ToolTipRole).isNull());
}

void TestProcessModels::limitsAreInTheOrderOfTheSystem()
{
    LimitModel model;
    const QAbstractItemModelTester tester(&model);
    model.setLimits({{"Max open files", "1024", "524288", "files"},
        {"Max cpu time", "unlimited", "unlimited", "seconds"}});
    QCOMPARE(rowTexts(model, 0),
        (QStringList{QStringLiteral("Max open files"), QStringLiteral("1024"),
            QStringLiteral("524288"), QStringLiteral("files")}));
    QCOMPARE(model.rowCount(), 2);
}

void TestProcessModels::saysWhatAProcessDoes_data()
{
    QTest::addColumn<char>("state");
    QTest::addColumn<QByteArray>("call");
    QTest::addColumn<int>("wait");
    QTest::addColumn<int>("descriptor");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("reads requests")
        << 'S' << QByteArray("read") << int(Wait::Input) << 0
        << QStringLiteral("The main thread waits for input, in the system call read on "
                          "descriptor 0 (pipe: from Sonde · stdin).");
    QTest::newRow("a lock") << 'S' << QByteArray("futex") << int(Wait::Thread) << -1
                            << QStringLiteral("The main thread waits for a thread, in the system "
                                              "call futex.");
    QTest::newRow("unknown descriptor")
        << 'S' << QByteArray("poller") << int(Wait::Events) << 13
        << QStringLiteral("The main thread waits for events, in the system call poller on "
                          "descriptor 13.");
    QTest::newRow("unknown call") << 'S' << QByteArray("451") << 0 << -1
                                  << QStringLiteral(
                                         "The main thread waits, in the system call 451.");
    QTest::newRow("computes") << 'R' << QByteArray() << 0 << -1
                              << QStringLiteral("The main thread is running: it computes, and does "
                                                "not wait for anything.");
    QTest::newRow("paused") << 'T' << QByteArray() << 0 << -1
                            << QStringLiteral("The process is paused. SIGCONT resumes it.");
    QTest::newRow("not told") << 'S' << QByteArray() << 0 << -1
                              << QStringLiteral("The main thread waits. The system does not tell "
                                                "in which system call.");
}

void TestProcessModels::saysWhatAProcessDoes()
{
    QFETCH(char, state);
    QFETCH(QByteArray, call);
    QFETCH(int, wait);
    QFETCH(int, descriptor);
    QFETCH(QString, sentence);
    ProcessSample sample;
    sample.standardPipes[0] = "pipe:[7]";
    sample.details.files.files = {file(0, platform::OpenFile::Kind::Pipe, "pipe:[7]")};
    std::optional<platform::SystemCall> in;
    if (!call.isEmpty()) {
        in = platform::SystemCall{call.toStdString(), {}, static_cast<Wait>(wait)};
        if (descriptor >= 0)
            in->descriptor = descriptor;
    }
    sample.details.threads = {worker(10, state, in)};
    QCOMPARE(ProcessText::doing(sample), sentence);
    sample.details.threads.push_back(
        worker(11, 'S', platform::SystemCall{"futex", {}, Wait::Thread}));
    sample.details.threads.push_back(
        worker(12, 'S', platform::SystemCall{"futex", {}, Wait::Thread}));
    sample.details.threads.push_back(worker(13, 'R'));
    QCOMPARE(ProcessText::doing(sample),
        sentence + QStringLiteral(" Other threads: 2 × waits for a thread, 1 × running."));
    QCOMPARE(ProcessText::doing({}), QString());
}

QTEST_GUILESS_MAIN(TestProcessModels)

#include "tst_processmodels.moc"
