// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/changedfile.h"
#include "support/tracefeed.h"
#include "trace/file/sessionfile.h"
#include "trace/file/sessionstore.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::trace;

class NotesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void keepsThemInTheFileOfARecording();
    void keepsThemInAFileThatIsOpen();
    void addsTheirTableToAnOlderFile();
    void saysThatAFileHasNoPlaceForThem();
    void runsNothingThatAHostileFileBrings();
    void cutsALongText();
    void refusesAMessageThatIsNotThere();
    void boundsHowManyThereAre();

private:
    static std::vector<std::pair<Number, Note>> notesIn(const QString &path);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
};

void NotesTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(QStringLiteral("a.sonde"));
    Recorder recorder;
    QVERIFY(recorder.open(m_file).ok());
    tests::TraceFeed feed(recorder);
    for (int i = 0; i < 3; ++i)
        feed.sent("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(i) + ",\"method\":\"ping\"}");
    QVERIFY(recorder.setNote(2, {true, {}}).ok());
    QVERIFY(recorder.setNote(2, {false, "the \xc3\xa4ltere"}).ok());
    QVERIFY(recorder.setNote(3, {true, {}}).ok());
    QVERIFY(recorder.flush().ok());
    QCOMPARE(recorder.notes().of(2).text, std::string("the \xc3\xa4ltere"));
}

std::vector<std::pair<Number, Note>> NotesTest::notesIn(const QString &path)
{
    const auto reader = SessionReader::open(path);
    return reader ? (*reader)->notes() : std::vector<std::pair<Number, Note>>();
}

void NotesTest::keepsThemInTheFileOfARecording()
{
    const auto notes = notesIn(m_file);
    QCOMPARE(notes.size(), std::size_t(2));
    QCOMPARE(notes[0].first, Number(2));
    QVERIFY((notes[0].second == Note{false, "the \xc3\xa4ltere"}));
    QVERIFY((notes[1].second == Note{true, {}}));
}

void NotesTest::keepsThemInAFileThatIsOpen()
{
    {
        auto store = SessionStore::open(m_file);
        QVERIFY(store.ok());
        QVERIFY((*store)->notes().of(3).marked);
        QVERIFY((*store)->setNote(1, {true, "first"}).ok());
        QVERIFY((*store)->setNote(3, {}).ok()); // gone
        QVERIFY(!(*store)->notes().of(3).marked);
    }
    const auto store = SessionStore::open(m_file);
    QVERIFY(store.ok());
    QVERIFY(((*store)->notes().of(1) == Note{true, "first"}));
    QVERIFY((*store)->notes().of(3).isEmpty());
    QCOMPARE((*store)->notes().all().size(), std::size_t(2));
}

void NotesTest::addsTheirTableToAnOlderFile()
{
    test::makeVersion5(m_file);
    test::changeFile(m_file, "DROP TABLE note; UPDATE meta SET value = '2' WHERE key = 'schema'");
    {
        auto store = SessionStore::open(m_file);
        QVERIFY(store.ok());
        QVERIFY((*store)->notes().isEmpty());
        QVERIFY((*store)->setNote(1, {true, "first"}).ok());
    }
    QCOMPARE(notesIn(m_file).size(), std::size_t(1));
    QCOMPARE(openSessionFile(m_file)->version, std::int64_t(3));
}

void NotesTest::saysThatAFileHasNoPlaceForThem()
{
    auto store = SessionStore::open(m_file);
    QVERIFY(store.ok());
    test::changeFile(m_file, "UPDATE meta SET value = '99' WHERE key = 'schema'");
    QVERIFY((*store)->setNote(1, {true, "first"}).ok());
    QTRY_VERIFY((*store)->failure().has_value());
    QVERIFY((*store)->failure()->sentence.contains(QStringLiteral("version \"99\"")));
    QCOMPARE((*store)->notes().of(1).text, std::string("first"));
}

void NotesTest::runsNothingThatAHostileFileBrings()
{
    test::changeFile(m_file,
        "CREATE TRIGGER evil AFTER INSERT ON note BEGIN DELETE FROM block; END;"
        "CREATE TRIGGER worse BEFORE DELETE ON note BEGIN DELETE FROM block; END");
    {
        auto store = SessionStore::open(m_file);
        QVERIFY(store.ok());
        QVERIFY((*store)->setNote(2, {true, "second"}).ok());
    }
    const auto reader = SessionReader::open(m_file);
    QVERIFY(reader.ok());
    QCOMPARE((*reader)->messageCount(), std::uint64_t(3));
    QCOMPARE((*reader)->notes().front().second.text, std::string("second"));
}

void NotesTest::cutsALongText()
{
    auto store = SessionStore::open(m_file);
    QVERIFY(store.ok());
    std::string text(Note::kMaxText - 1, 'x');
    text += "\xc3\xa4";
    QVERIFY((*store)->setNote(1, {false, text}).ok());
    QCOMPARE((*store)->notes().of(1).text, std::string(Note::kMaxText - 1, 'x'));
}

void NotesTest::refusesAMessageThatIsNotThere()
{
    auto store = SessionStore::open(m_file);
    QVERIFY(store.ok());
    QVERIFY(!(*store)->setNote(0, {true, {}}).ok());
    QVERIFY(!(*store)->setNote(4, {true, {}}).ok());
}

void NotesTest::boundsHowManyThereAre()
{
    Notes notes;
    for (Number number = 1; number <= Notes::kMaxNotes; ++number) {
        if (!notes.set(number, {true, {}}))
            QFAIL("one of those that fit was refused");
    }
    QVERIFY(!notes.set(Notes::kMaxNotes + 1, {true, {}}));
    QVERIFY(notes.set(1, {true, "more"})); // is there already
    QVERIFY(notes.set(1, {}));
    QVERIFY(notes.set(Notes::kMaxNotes + 1, {true, {}}));
}

QTEST_GUILESS_MAIN(NotesTest)
#include "tst_notes.moc"
