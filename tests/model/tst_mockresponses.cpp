// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/mock/mockmodel.h"
#include "session/mock/mockcommand.h"
#include "session/mock/mockresponses.h"
#include "support/patience.h"
#include "support/replayedsession.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace Qt::StringLiterals;

using mock::ResponseFields;
using models::MockModel;
using session::MockResponses;
using Content = ResponseFields::Content;

namespace {

constexpr char kFile[] = R"({"version": 1, "responses": [
  {"tool":  "get_weather", "arguments": {"city": "Oulu"}, "delay": 40},
  {"tool": "log_in", "error": {"code": -32000, "message": "Busy"}, "times": 1},
  {"method": "resources/list", "fault": "close"}
]}
)";

ResponseFields named(const char *tool)
{
    ResponseFields fields;
    fields.name = tool;
    fields.content = Content::Result;
    fields.text = "{}";
    return fields;
}

// Of a megabyte, which JsonEditor edits.
std::string largeText()
{
    return R"({"a": ")" + std::string(1'000'000, 'x') + "\"}";
}

} // namespace

// The responses of a mock while they are edited, and their rows.
class TestMockResponses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void listsTheFileBeforeTheRecording();
    void showsEachRowInWords();
    void countsTheUsesOfEachRow();
    void saysWhatIsWrongInARow();
    void checksALargeTextWhenTypingRests();
    void savesNoLargeTextThatIsWrong();
    void switchesARowOff();
    void bringsRemovedRowsBack();
    void undoesTypingInOneStep();
    void movesRows();
    void savesWhatWasEdited();
    void savesOverNoOtherText();
    void savesTwiceInARow();
    void isChangedUntilItIsSaved();
    void overwritesNothingThatItCannotRead();
    void refusesToSaveWhatIsWrong();
    void saysWhyAFileCannotBeOpened_data();
    void saysWhyAFileCannotBeOpened();
    void respondsOtherwiseThanRecorded();
    void limitsTheStepsThatAreUndone();
    void writesTheCommandLine();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    void write(const char *name, const QByteArray &text) const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
    }
    QByteArray read(const char *name) const
    {
        QFile file(path(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void open(const QByteArray &text = kFile)
    {
        write("mock.json", text);
        const QSignalSpy opened(m_responses.get(), &MockResponses::opened);
        m_responses->open(path("mock.json"));
        QTRY_COMPARE_WITH_TIMEOUT(opened.count(), 1, kPatienceMs);
    }
    void openRecording()
    {
        QVERIFY(tests::recordWeather(path("weather.sonde"), "4.0"));
        const QSignalSpy read(m_responses.get(), &MockResponses::recordingRead);
        m_responses->setRecording(path("weather.sonde"));
        QTRY_COMPARE_WITH_TIMEOUT(read.count(), 1, kPatienceMs);
    }
    QString nameAt(int row) const
    {
        return QString::fromStdString(m_responses->entry(row).response.fields.name);
    }
    QString cell(int row, int column)
    {
        m_model->show(m_responses->rows());
        return m_model->index(row, column).data().toString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<MockResponses> m_responses;
    std::unique_ptr<MockModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestMockResponses::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_responses = std::make_unique<MockResponses>();
    m_model = std::make_unique<MockModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get());
}

void TestMockResponses::cleanup()
{
    m_tester.reset();
    m_model.reset();
    m_responses.reset();
}

void TestMockResponses::listsTheFileBeforeTheRecording()
{
    open();
    openRecording();
    QCOMPARE(m_responses->count(), 3);
    QCOMPARE(cell(0, MockModel::MatchColumn), u"get_weather, city = \"Oulu\""_s);
    QCOMPARE(cell(3, MockModel::MethodColumn), u"initialize"_s);
    QVERIFY(m_responses->isRecorded(3));
    QCOMPARE(m_model->rowCount(), 3 + int(m_responses->requestCount()));
    QVERIFY2(cell(5, MockModel::ResponseColumn).startsWith(u"recorded #"_s),
        qPrintable(cell(5, MockModel::ResponseColumn)));
    QVERIFY(!m_responses->isChanged());
}

void TestMockResponses::showsEachRowInWords()
{
    open();
    QCOMPARE(cell(0, MockModel::MethodColumn), u"tools/call"_s);
    QCOMPARE(cell(0, MockModel::ResponseColumn), u"as recorded"_s);
    QCOMPARE(cell(0, MockModel::DelayColumn), u"40 ms"_s);
    QCOMPARE(cell(0, MockModel::TimesColumn), u"all"_s);
    QCOMPARE(cell(1, MockModel::ResponseColumn), u"error -32000"_s);
    QCOMPARE(cell(1, MockModel::TimesColumn), u"1"_s);
    QCOMPARE(cell(2, MockModel::MatchColumn), u"any"_s);
    QCOMPARE(cell(2, MockModel::FaultColumn), u"connection closed"_s);
    QVERIFY(m_model->index(2, MockModel::FaultColumn).data(models::SignRole).isValid());
    ResponseFields fields = named("t");
    fields.delay = 1200;
    fields.maxDelay = 5000;
    fields.text = R"({"a": "{{id}}"})";
    m_responses->insert(0, fields);
    QCOMPARE(cell(0, MockModel::ResponseColumn), u"template"_s);
    QCOMPARE(cell(0, MockModel::DelayColumn), u"1,200–5,000 ms"_s);
}

void TestMockResponses::countsTheUsesOfEachRow()
{
    open();
    openRecording();
    const auto uses = [this](int row) { return m_responses->row(row).uses; };
    QCOMPARE(uses(0) + uses(3), QString()); // no mock has it
    m_responses->startCounting();
    QCOMPARE(uses(0) + uses(3), u"00"_s);
    const QSignalSpy counted(m_responses.get(), &MockResponses::rowCounted);
    const std::vector<session::MockUse> some{
        *session::MockUse::read(R"({"response":2})"), {2, 1}, {0, 1}, {99, 0}, {0, 999}};
    m_responses->addUses(some);
    QCOMPARE(uses(1), u"2"_s);
    QCOMPARE(uses(3), u"2"_s); // initialize, the first message
    QCOMPARE(counted.count(), 2);
    m_responses->move(1, 0);
    QCOMPARE(uses(0), u"2"_s);
    ResponseFields fields = m_responses->fields(0);
    fields.times = 7;
    m_responses->change(0, fields);
    QCOMPARE(uses(0), QString()); // the mock has it as it was
    m_responses->undo();
    QCOMPARE(uses(0), u"2"_s);
    m_responses->startCounting();
    QCOMPARE(uses(0) + uses(3), u"00"_s);
    QVERIFY(!session::MockUse::read("http://127.0.0.1:1/mcp") && !session::MockUse::read("[]"));
}

void TestMockResponses::saysWhatIsWrongInARow()
{
    open();
    ResponseFields fields = m_responses->fields(1);
    fields.text = "{";
    m_responses->change(1, fields);
    QVERIFY(!m_responses->entry(1).verdict.problem.isEmpty());
    QVERIFY2(cell(1, MockModel::ResponseColumn).startsWith(u"“error” is not JSON. Line 1"_s),
        qPrintable(cell(1, MockModel::ResponseColumn)));
    fields.text = "{}";
    m_responses->change(1, fields);
    QVERIFY(m_responses->entry(1).verdict.problem.isEmpty());
}

// The parse of a megabyte at each key would stop the window.
void TestMockResponses::checksALargeTextWhenTypingRests()
{
    open();
    const QSignalSpy checked(m_responses.get(), &MockResponses::rowChecked);
    ResponseFields fields = named("t");
    fields.text = largeText();
    m_responses->insert(0, fields);
    QCOMPARE(cell(0, MockModel::ResponseColumn), u"checking…"_s);
    QTRY_COMPARE_WITH_TIMEOUT(checked.count(), 1, kPatienceMs);
    QCOMPARE(cell(0, MockModel::ResponseColumn), u"result, 1.0 MB"_s);
    fields.text += '}';
    m_responses->change(0, fields);
    fields.text += '}';
    fields.delay = 7;
    m_responses->change(0, fields);
    QVERIFY(m_responses->entry(0).verdict.problem.isEmpty());
    QCOMPARE(cell(0, MockModel::DelayColumn), u"7 ms"_s); // at once
    m_responses->move(0, 2); // the row has another place when it is checked
    QTRY_VERIFY_WITH_TIMEOUT(!m_responses->entry(2).verdict.problem.isEmpty(), kPatienceMs);
    QCOMPARE(checked.count(), 2); // not once for each change
    QCOMPARE(checked.last().first().toInt(), 2);
    QVERIFY(cell(2, MockModel::ResponseColumn).startsWith(u"“result” is not JSON. Line 1"_s));
    fields.text.resize(fields.text.size() - 2);
    m_responses->change(2, fields);
    m_responses->undo();
    m_responses->redo();
    QTRY_VERIFY_WITH_TIMEOUT(m_responses->entry(2).verdict.problem.isEmpty(), kPatienceMs);
}

void TestMockResponses::savesNoLargeTextThatIsWrong()
{
    open();
    ResponseFields fields = named("t");
    fields.text = largeText() + '}';
    m_responses->insert(1, fields);
    const QSignalSpy failed(m_responses.get(), &MockResponses::failed);
    m_responses->save(path("mock.json")); // before it was checked
    QVERIFY(m_responses->entry(1).verdict.problem.isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
    QVERIFY(failed.first().first().toString().startsWith(u"Response 2: “result” is not JSON."_s));
    QCOMPARE(failed.first().at(1).toInt(), 1);
    QCOMPARE(read("mock.json"), QByteArray(kFile));
}

void TestMockResponses::switchesARowOff()
{
    open();
    openRecording();
    QCOMPARE(cell(0, MockModel::NumberColumn), u"1"_s);
    const QModelIndex number = m_model->index(0, MockModel::NumberColumn);
    QCOMPARE(number.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    const QSignalSpy switched(m_model.get(), &MockModel::switched);
    QVERIFY(m_model->setData(number, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(switched.first(), (QVariantList{0, false}));
    ResponseFields fields = m_responses->fields(0);
    fields.isOff = true;
    m_responses->change(0, fields);
    m_model->show(m_responses->rows());
    const QModelIndex off = m_model->index(0, MockModel::NumberColumn);
    QCOMPARE(off.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QCOMPARE(off.data(Qt::AccessibleTextRole).toString(), u"response 1, off"_s);
    // What was recorded is not switched.
    const QModelIndex recorded = m_model->index(3, MockModel::NumberColumn);
    QVERIFY(!recorded.data(Qt::CheckStateRole).isValid());
    QVERIFY(!m_model->setData(recorded, Qt::Unchecked, Qt::CheckStateRole));
}

void TestMockResponses::bringsRemovedRowsBack()
{
    open();
    const QSignalSpy rows(m_responses.get(), &MockResponses::rowsChanged);
    m_responses->remove(1);
    m_responses->remove(1);
    QCOMPARE(m_responses->count(), 1);
    QVERIFY(m_responses->isChanged());
    m_responses->undo();
    m_responses->undo();
    QCOMPARE(m_responses->count(), 3);
    QCOMPARE(nameAt(1), u"log_in"_s);
    QVERIFY(!m_responses->isChanged());
    QCOMPARE(rows.last().first().toInt(), 1); // the row that is back
    m_responses->redo();
    QCOMPARE(m_responses->count(), 2);
    m_responses->insert(0, named("new"));
    QVERIFY(!m_responses->canRedo());
}

void TestMockResponses::undoesTypingInOneStep()
{
    open();
    ResponseFields fields = m_responses->fields(0);
    for (const char *name : {"g", "ge", "get"}) {
        fields.name = name;
        m_responses->change(0, fields);
    }
    m_responses->change(0, fields); // nothing
    m_responses->undo();
    QCOMPARE(nameAt(0), u"get_weather"_s);
    QVERIFY(!m_responses->canUndo());
}

void TestMockResponses::movesRows()
{
    open();
    const QSignalSpy rows(m_responses.get(), &MockResponses::rowsChanged);
    m_responses->move(0, 2);
    QCOMPARE(nameAt(2), u"get_weather"_s);
    QCOMPARE(rows.last().first().toInt(), 2);
    m_responses->move(2, 1);
    QCOMPARE(nameAt(1), u"get_weather"_s);
    m_responses->move(2, 3); // below the list
    m_responses->move(0, -1);
    QCOMPARE(rows.count(), 2);
}

void TestMockResponses::savesWhatWasEdited()
{
    open();
    ResponseFields fields = m_responses->fields(2);
    fields.delay = 5;
    m_responses->change(2, fields);
    const QSignalSpy saved(m_responses.get(), &MockResponses::saved);
    m_responses->save(path("saved.json"));
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, kPatienceMs);
    QByteArray expected = kFile;
    expected.replace(R"("fault": "close"})", R"("fault": "close", "delay": 5})");
    QCOMPARE(read("saved.json"), expected);
    QVERIFY(!m_responses->isChanged());
    QCOMPARE(m_responses->file(), path("saved.json"));
}

void TestMockResponses::savesOverNoOtherText()
{
    open();
    m_responses->remove(0);
    const QByteArray other = R"({"responses":[]})";
    write("mock.json", other);
    const QSignalSpy changed(m_responses.get(), &MockResponses::changedOnDisk);
    const QSignalSpy saved(m_responses.get(), &MockResponses::saved);
    m_responses->save(path("mock.json"));
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatienceMs);
    QCOMPARE(changed.first().first().toString(), path("mock.json"));
    QCOMPARE(read("mock.json"), other);
    QVERIFY(m_responses->isChanged());
    m_responses->save(path("mock.json"), true);
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 1, kPatienceMs);
    QVERIFY(read("mock.json").contains("log_in"));
    // A file that is gone is written anew.
    QVERIFY(QFile::remove(path("mock.json")));
    m_responses->save(path("mock.json"));
    QTRY_COMPARE_WITH_TIMEOUT(saved.count(), 2, kPatienceMs);
    QCOMPARE(changed.count(), 1);
}

void TestMockResponses::savesTwiceInARow()
{
    open();
    const QSignalSpy changed(m_responses.get(), &MockResponses::changedOnDisk);
    m_responses->remove(0);
    m_responses->save(path("mock.json"));
    m_responses->remove(0);
    m_responses->save(path("mock.json"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_responses->isChanged(), kPatienceMs);
    QCOMPARE(changed.count(), 0); // what it wrote itself
    QVERIFY(!read("mock.json").contains("log_in"));
}

// A window that closes meanwhile must ask: nothing else says that the file is not there.
void TestMockResponses::isChangedUntilItIsSaved()
{
    open();
    const QSignalSpy changed(m_responses.get(), &MockResponses::changed);
    const QSignalSpy saved(m_responses.get(), &MockResponses::saved);
    m_responses->save(path("one.json"));
    QVERIFY(m_responses->isChanged());
    QCOMPARE(changed.count(), 1);
    QCOMPARE(m_responses->target(), path("one.json"));
    m_responses->save(path("two.json"));
    QCOMPARE(m_responses->target(), path("two.json"));
    m_responses->save(m_responses->target()); // instead of the one that waits
    QCOMPARE(m_responses->file(), path("mock.json"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_responses->isChanged(), kPatienceMs);
    QCOMPARE(saved.count(), 2);
    QCOMPARE(m_responses->file(), path("two.json"));
    QCOMPARE(m_responses->target(), path("two.json"));
    QCOMPARE(read("two.json"), QByteArray(kFile));
    // Neither is one that could not be saved.
    const QSignalSpy failed(m_responses.get(), &MockResponses::failed);
    m_responses->save(path("none/mock.json"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
    QVERIFY(!m_responses->isChanged());
    QCOMPARE(m_responses->target(), path("two.json"));
}

void TestMockResponses::overwritesNothingThatItCannotRead()
{
    open();
    m_responses->remove(0);
    QVERIFY(QFile::remove(path("mock.json")));
    QVERIFY(QDir().mkdir(path("mock.json")));
    const QSignalSpy changed(m_responses.get(), &MockResponses::changedOnDisk);
    m_responses->save(path("mock.json"));
    QTRY_COMPARE_WITH_TIMEOUT(changed.count(), 1, kPatienceMs);
}

void TestMockResponses::refusesToSaveWhatIsWrong()
{
    open();
    m_responses->insert(1, ResponseFields());
    const QSignalSpy failed(m_responses.get(), &MockResponses::failed);
    m_responses->save(path("mock.json"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
    const QString sentence = failed.first().first().toString();
    QVERIFY2(sentence.startsWith(u"Response 2: It changes nothing."_s), qPrintable(sentence));
    QCOMPARE(failed.first().at(1).toInt(), 1);
    QCOMPARE(read("mock.json"), QByteArray(kFile));
}

void TestMockResponses::saysWhyAFileCannotBeOpened_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("no JSON") << QByteArray("{") << u"is not a file of responses. Line 1"_s;
    QTest::newRow("another") << QByteArray("{\"a\":1}") << u"It has no array “responses”."_s;
    QTest::newRow("an entry") << QByteArray(R"({"responses":[{"tool":"t","delay":-1}]})")
                              << u"Response 1: “delay” must be a whole number"_s;
    QTest::newRow("none") << QByteArray() << u"Cannot read "_s;
}

void TestMockResponses::saysWhyAFileCannotBeOpened()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    open();
    if (!text.isEmpty())
        write("wrong.json", text);
    const QSignalSpy failed(m_responses.get(), &MockResponses::failed);
    m_responses->open(path("wrong.json"));
    QTRY_COMPARE_WITH_TIMEOUT(failed.count(), 1, kPatienceMs);
    const QString said = failed.first().first().toString();
    QVERIFY2(said.contains(sentence), qPrintable(said));
    QCOMPARE(m_responses->count(), 3); // what was open stays
}

void TestMockResponses::respondsOtherwiseThanRecorded()
{
    openRecording();
    m_responses->insert(0, m_responses->fields(2)); // get_weather
    QCOMPARE(cell(0, MockModel::MatchColumn), u"get_weather, city = \"Oulu\""_s);
    QVERIFY(m_responses->entry(0).verdict.problem.isEmpty());
    QCOMPARE(QByteArray::fromStdString(m_responses->fields(0).text),
        QByteArray(R"({"content":[],"structuredContent":{"min":4.0}})"));
}

void TestMockResponses::limitsTheStepsThatAreUndone()
{
    for (std::size_t i = 0; i < MockResponses::kMaxUndone + 5; ++i)
        m_responses->insert(0, named("t"));
    while (m_responses->canUndo())
        m_responses->undo();
    QCOMPARE(m_responses->count(), 5);
}

void TestMockResponses::writesTheCommandLine()
{
    session::MockCommand command{.recording = u"a b.sonde"_s};
    QCOMPARE(command.line(u"sonde-cli"_s), u"sonde-cli mock 'a b.sonde'"_s);
    command.responses = u"mock.json"_s;
    command.otherwise = u"error"_s;
    command.port = 0;
    QCOMPARE(command.arguments(),
        (QStringList{u"mock"_s, u"a b.sonde"_s, u"--responses"_s, u"mock.json"_s, u"--otherwise"_s,
            u"error"_s, u"--http"_s, u"0"_s}));
}

QTEST_GUILESS_MAIN(TestMockResponses)
#include "tst_mockresponses.moc"
