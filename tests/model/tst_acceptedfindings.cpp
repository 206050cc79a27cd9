// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/acceptedfindings.h"
#include "models/findings/findingtext.h"
#include "support/findingsession.h"
#include "support/handshake.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::models;
using findings::Baseline;
using findings::Identity;
using findings::Level;
using tests::shakeHands;
using tests::TraceFeed;

namespace {

const Identity kCharset{"tools.name-charset", QStringLiteral("tools/list"), {}};
const Identity kOutput{"stdio.stdout-messages-only", {}, {}};

// A tool with a wrong name is listed by both servers, and "demo" writes a stray line.
struct Session : tests::FindingSession {
    Session()
    {
        for (TraceFeed *one : {&feed, &other}) {
            shakeHands(*one);
            tests::listTool(*one, 1, "a b");
        }
        feed.received("no message");
        check();
    }
};

} // namespace

class AcceptedFindingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void stopsCountingWhatIsAccepted();
    void knowsAFindingAgainInALongerList();
    void takesBack();
    void keepsServersApartAndFiles();
    void followsAServerToItsNewName_data();
    void followsAServerToItsNewName();
    void undoesNothingThatOthersChanged();
    void exchangesBaselines();
    void leavesAFileThatItCannotRead();
    void lastsForThisRunWithoutAFolder();

private:
    QString file(const QString &server) const
    {
        return m_folder->filePath(QStringLiteral("accepted/%1.json").arg(server));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void AcceptedFindingsTest::stopsCountingWhatIsAccepted()
{
    Session session;
    AcceptedFindings accepted(m_folder->path());
    FindingList &list = session.list;
    list.setAccepted(&accepted);
    const QString demo = QStringLiteral("demo");
    const trace::Number stray = session.model.number(session.model.rowCount() - 1);
    QCOMPARE(list.violated(demo).all(), 2);
    QVERIFY(list.levelOf(stray) == Level::Error);
    QSignalSpy rows(&session.model, &TraceModel::recordsChanged);
    QSignalSpy changed(&list, &FindingList::acceptanceChanged);
    QVERIFY(accepted.accept(demo, {kOutput, QStringLiteral("a banner"), {}}));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(rows.count(), 1);
    QCOMPARE(list.violated(demo).all(), 1);
    QCOMPARE(list.violated(demo).of(Level::Error), 0);
    QCOMPARE(list.violated().all(), 1);
    QVERIFY(!list.levelOf(stray));
    QVERIFY(list.textOf(stray).isEmpty());
    // What comes later, too.
    session.feed.received("no message either");
    session.check();
    QCOMPARE(list.violated(demo).all(), 1);
    QVERIFY(!list.levelOf(stray + 1));
    QVERIFY(list.isAccepted(list.size() - 1));
    QCOMPARE(list.acceptance(list.at(list.size() - 1))->reason, QStringLiteral("a banner"));
}

void AcceptedFindingsTest::knowsAFindingAgainInALongerList()
{
    Session session;
    AcceptedFindings accepted;
    session.list.setAccepted(&accepted);
    QVERIFY(accepted.accept(QStringLiteral("other"), {kCharset, QStringLiteral("old"), {}}));
    session.other.sent(R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
    session.other.received(
        R"({"jsonrpc":"2.0","id":2,"result":{"tools":[)"
        R"({"name":"a b","description":"Adds.","inputSchema":{"type":"object"}},)"
        R"({"name":"b","description":"Is.","inputSchema":{"type":"object"}}]}})");
    session.check();
    QCOMPARE(session.list.violated(QStringLiteral("other")).all(), 0);
}

void AcceptedFindingsTest::takesBack()
{
    Session session;
    AcceptedFindings accepted(m_folder->path());
    session.list.setAccepted(&accepted);
    const QString demo = QStringLiteral("demo");
    QVERIFY(!accepted.canUndo());
    QVERIFY(accepted.accept(demo, {kOutput, QStringLiteral("a banner"), {}}));
    QVERIFY(accepted.accept(demo, {kCharset, QStringLiteral("an old name"), {}}));
    QCOMPARE(session.list.violated(demo).all(), 0);
    QVERIFY(accepted.undo());
    QVERIFY(!accepted.find(demo, kCharset));
    QVERIFY(accepted.find(demo, kOutput));
    QCOMPARE(session.list.violated(demo).all(), 1);
    QVERIFY(accepted.withdraw(demo, kOutput));
    QCOMPARE(session.list.violated(demo).all(), 2);
    const trace::Number stray = session.model.number(session.model.rowCount() - 1);
    QVERIFY(session.list.levelOf(stray) == Level::Error);
    QVERIFY(accepted.undo());
    QVERIFY(accepted.find(demo, kOutput));
    QVERIFY(accepted.undo());
    QVERIFY(!accepted.canUndo());
    QVERIFY(Baseline::read(file(demo))->entries().empty());
}

void AcceptedFindingsTest::keepsServersApartAndFiles()
{
    Session session;
    {
        AcceptedFindings accepted(m_folder->path());
        session.list.setAccepted(&accepted);
        QVERIFY(accepted.accept(QStringLiteral("other"),
            {kCharset, QStringLiteral("known"), QStringLiteral("2026-11-25")}));
        QCOMPARE(session.list.violated(QStringLiteral("demo")).all(), 2);
        QCOMPARE(session.list.violated(QStringLiteral("other")).all(), 0);
    }
    AcceptedFindings later(m_folder->path());
    const Baseline::Entry *entry = later.find(QStringLiteral("other"), kCharset);
    QVERIFY(entry);
    QCOMPARE(entry->reason, QStringLiteral("known"));
    QCOMPARE(entry->date, QStringLiteral("2026-11-25"));
    QVERIFY(!later.find(QStringLiteral("demo"), kCharset));
}

void AcceptedFindingsTest::followsAServerToItsNewName_data()
{
    QTest::addColumn<bool>("isKept"); // in a folder
    QTest::newRow("for this run") << false;
    QTest::newRow("in files") << true;
}

void AcceptedFindingsTest::followsAServerToItsNewName()
{
    QFETCH(bool, isKept);
    const QString folder = isKept ? m_folder->path() : QString();
    const QString demo = QStringLiteral("demo");
    const QString other = QStringLiteral("other");
    const QString fresh = QStringLiteral("new name");
    AcceptedFindings accepted(folder);
    QVERIFY(accepted.accept(demo, {kOutput, QStringLiteral("a banner"), {}}));
    QVERIFY(accepted.accept(other, {kCharset, QStringLiteral("known"), {}}));
    QSignalSpy changed(&accepted, &AcceptedFindings::changed);
    QVERIFY(accepted.rename(demo, fresh));
    QCOMPARE(accepted.find(fresh, kOutput)->reason, QStringLiteral("a banner"));
    QVERIFY(!accepted.find(demo, kOutput));
    QVERIFY(!accepted.find(fresh, kCharset));
    QVERIFY(accepted.find(other, kCharset));
    QCOMPARE(changed.count(), 2);
    QVERIFY(!QFile::exists(file(demo)));
    // Only the change of the other server can be taken back.
    QVERIFY(accepted.undo());
    QVERIFY(!accepted.find(other, kCharset));
    QVERIFY(!accepted.canUndo());
    QVERIFY(accepted.rename(QStringLiteral("none"), demo));
    QVERIFY(!accepted.find(demo, kOutput));
    if (!isKept)
        return;
    AcceptedFindings later(folder);
    QVERIFY(later.find(fresh, kOutput));
    QVERIFY(!later.find(demo, kOutput));
}

void AcceptedFindingsTest::undoesNothingThatOthersChanged()
{
    AcceptedFindings accepted(m_folder->path());
    AcceptedFindings another(m_folder->path());
    const QString demo = QStringLiteral("demo");
    QVERIFY(accepted.accept(demo, {kOutput, QStringLiteral("a banner"), {}}));
    QVERIFY(another.accept(demo, {kCharset, QStringLiteral("an old name"), {}}));
    QVERIFY(!accepted.undo());
    QVERIFY(!accepted.canUndo());
    QCOMPARE(Baseline::read(file(demo))->entries().size(), std::size_t(2));
}

void AcceptedFindingsTest::exchangesBaselines()
{
    AcceptedFindings accepted(m_folder->path());
    const QString demo = QStringLiteral("demo");
    QVERIFY(accepted.accept(demo, {kOutput, QStringLiteral("a banner"), {}}));
    const QString path = m_folder->filePath(QStringLiteral("baseline.json"));
    QVERIFY(accepted.exportTo(demo, path));
    const auto imported = accepted.importFrom(QStringLiteral("other"), path);
    QVERIFY(imported.ok());
    QCOMPARE(*imported, std::size_t(1));
    QCOMPARE(accepted.find(QStringLiteral("other"), kOutput)->reason, QStringLiteral("a banner"));
    QVERIFY(!accepted.importFrom(demo, m_folder->filePath(QStringLiteral("none.json"))));
}

void AcceptedFindingsTest::leavesAFileThatItCannotRead()
{
    const QString demo = QStringLiteral("demo");
    QVERIFY(QDir().mkpath(m_folder->filePath(QStringLiteral("accepted"))));
    QFile broken(file(demo));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    QVERIFY(broken.write("{\"accepted\":[") > 0);
    broken.close();
    AcceptedFindings accepted(m_folder->path());
    QVERIFY(!accepted.problem(demo).isEmpty());
    const auto done = accepted.accept(demo, {kOutput, QStringLiteral("why"), {}});
    QVERIFY(!done);
    QCOMPARE(done.error().sentence, accepted.problem(demo));
    QVERIFY(broken.open(QIODevice::ReadOnly));
    QCOMPARE(broken.readAll(), QByteArray("{\"accepted\":["));
}

void AcceptedFindingsTest::lastsForThisRunWithoutAFolder()
{
    AcceptedFindings accepted;
    const QString demo = QStringLiteral("demo");
    QVERIFY(accepted.accept(demo, {kOutput, QStringLiteral("a banner"), {}}));
    QVERIFY(accepted.find(demo, kOutput));
    QVERIFY(accepted.undo());
    QVERIFY(!accepted.find(demo, kOutput));
}

QTEST_GUILESS_MAIN(AcceptedFindingsTest)
#include "tst_acceptedfindings.moc"
