// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/mocklists.h"
#include "app/sessions/sessions.h"
#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "models/mock/mockmodel.h"
#include "support/openedwindow.h"
#include "support/replayedsession.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/mock/mocklistedit.h"
#include "widgets/mock/mocklistwindow.h"
#include "widgets/mock/mockservebar.h"
#include "widgets/replay/mockwindow.h"
#include "widgets/trace/sessionwindow.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace sonde;
using namespace Qt::StringLiterals;

using models::MockModel;
using ServeState = session::MockServing::State;

// The window that edits the responses of a mock.
class TestMockList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void opensAFileFromTheMenu();
    void raisesTheWindowThatHasTheFile();
    void asksBeforeItOverwrites();
    void nothingIsAddedWhileAFileIsRead();
    void opensFromASession();
    void editsAResponse();
    void whatIsTypedStaysWhenARecordingArrives();
    void showsWhatIsWrong();
    void goesToTheRowThatItNames();
    void keysOfTheListWork();
    void warnsOfAnUnknownPlace();
    void servesWhatIsEdited();
    void saysWhyItCannotServe();
    void theCopiedCommandPlaysTheList();
    void asksBeforeItDiscards();
    void asksNoMoreOnceItIsSaved();
    void readsAFileAgain();
    void keepsTheMainWindowOpenWithIt();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    template <typename T>
    T *part(const char *name) const
    {
        return m_window->findChild<T *>(QLatin1String(name));
    }
    widgets::PlainTable &rows() const { return m_window->edit().rows(); }
    QString cell(int row, int column) const
    {
        return rows().model()->index(row, column).data().toString();
    }
    void writeList(
        const char *name, const char *text = R"({"responses":[{"tool":"a","delay":1}]})") const
    {
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    }
    void openRecording()
    {
        QVERIFY(tests::recordWeather(path("weather.sonde"), "4.0"));
        m_window->setRecording(path("weather.sonde"));
        QTRY_VERIFY_WITH_TIMEOUT(!m_window->responses().recording().isEmpty(), kPatienceMs);
    }
    void click(const char *button) { part<QPushButton>(button)->click(); }
    QString call(const QString &address, const QString &city);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<widgets::MockListWindow> m_window;
};

void TestMockList::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_window =
        std::make_unique<widgets::MockListWindow>(app::commandLineProgram(), path(""), nullptr);
    m_window->setAttribute(Qt::WA_DeleteOnClose, false);
    m_window->show();
}

void TestMockList::cleanup()
{
    m_window.reset();
}

void TestMockList::opensAFileFromTheMenu()
{
    writeList("mock.json");
    tests::Opened opened(path("settings"));
    opened.window.findChild<QAction *>(u"openMockResponses"_s)->trigger();
    auto *const dialog = opened.window.findChild<QFileDialog *>(u"openMockResponses"_s);
    QVERIFY(dialog);
    Q_EMIT dialog->fileSelected(path("mock.json"));
    dialog->close();
    const auto *list = opened.window.findChild<widgets::MockListWindow *>();
    QVERIFY(list);
    QTRY_COMPARE_WITH_TIMEOUT(list->edit().rows().model()->rowCount(), 1, kPatienceMs);
    QVERIFY(list->windowTitle().startsWith(u"mock.json"_s));
}

void TestMockList::raisesTheWindowThatHasTheFile()
{
    writeList("mock.json");
    QVERIFY(QFile::link(path("mock.json"), path("link.json")));
    tests::Opened opened(path("settings"));
    opened.window.show();
    app::MockLists &lists = opened.window.sessions().mockLists();
    const auto windows = [&] { return opened.window.findChildren<widgets::MockListWindow *>(); };
    lists.open(path("mock.json"));
    lists.open(path("mock.json")); // while it is being read
    QCOMPARE(windows().size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!windows().constFirst()->responses().isOpening(), kPatienceMs);
    lists.open(path("link.json"));
    QCOMPARE(windows().size(), 1);
    writeList("other.json");
    lists.open(path("other.json"));
    QCOMPARE(windows().size(), 2);
    for (widgets::MockListWindow *list : windows())
        list->close();
    lists.open(path("mock.json"));
    const auto all = windows();
    QCOMPARE(std::count_if(
                 all.begin(), all.end(), [](const QWidget *list) { return list->isVisible(); }),
        1);
}

void TestMockList::asksBeforeItOverwrites()
{
    writeList("mock.json");
    m_window->openList(path("mock.json"));
    QTRY_COMPARE_WITH_TIMEOUT(m_window->responses().count(), 1, kPatienceMs);
    click("addResponse");
    writeList("mock.json", R"({"responses":[{"tool":"other","delay":2}]})");
    click("saveMock");
    const auto *message = m_window->findChild<look::InlineMessage *>();
    QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), kPatienceMs);
    QVERIFY2(message->sentence().startsWith(u"mock.json was changed"_s),
        qPrintable(message->sentence()));
    QVERIFY(m_window->isWindowModified());
    message->findChild<QPushButton *>()->click();
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isWindowModified(), kPatienceMs);
    QVERIFY(m_window->isVisible() && !message->isVisible());
    // From then on, the file is known again.
    click("removeResponse");
    click("saveMock");
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isWindowModified(), kPatienceMs);
    QVERIFY(!message->isVisible());
}

void TestMockList::nothingIsAddedWhileAFileIsRead()
{
    writeList("mock.json");
    m_window->openList(path("mock.json"));
    // It would be gone when the file is there.
    QVERIFY(m_window->responses().isOpening());
    QVERIFY(!part<QPushButton>("addResponse")->isEnabled());
    QVERIFY(!part<QPushButton>("saveMock")->isEnabled());
    m_window->edit().add();
    QCOMPARE(m_window->responses().count(), 0);
    QTRY_COMPARE_WITH_TIMEOUT(m_window->responses().count(), 1, kPatienceMs);
    click("addResponse");
    QCOMPARE(m_window->responses().count(), 2);
    // A file that cannot be read ends it too.
    m_window->openList(path("none.json"));
    QVERIFY(!part<QPushButton>("addResponse")->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>("addResponse")->isEnabled(), kPatienceMs);
    QCOMPARE(m_window->responses().count(), 2);
}

void TestMockList::opensFromASession()
{
    QVERIFY(tests::recordWeather(path("weather.sonde"), "4.0"));
    tests::Opened opened(path("settings"));
    auto &sessions = opened.window.sessions();
    widgets::SessionWindow *session = nullptr;
    connect(&sessions, &app::Sessions::opened, this,
        [&](widgets::SessionWindow *shown) { session = shown; });
    sessions.open(path("weather.sonde"));
    QTRY_VERIFY_WITH_TIMEOUT(session, kPatienceMs);
    session->findChild<QAction *>(u"sessionMock"_s)->trigger();
    const auto *commands = session->findChild<widgets::MockWindow *>();
    QVERIFY(commands);
    commands->findChild<QPushButton *>(u"editResponses"_s)->click();
    auto *list = opened.window.findChild<widgets::MockListWindow *>();
    QVERIFY(list);
    QTRY_VERIFY_WITH_TIMEOUT(!list->responses().recording().isEmpty(), kPatienceMs);
    QCOMPARE(list->edit().rows().model()->index(2, MockModel::MatchColumn).data().toString(),
        u"get_weather, city = \"Oulu\""_s);
}

void TestMockList::editsAResponse()
{
    openRecording();
    rows().selectRow(2);
    QVERIFY(part<QLineEdit>("mockName")->isReadOnly());
    click("changeResponse");
    QCOMPARE(m_window->responses().count(), 1);
    QCOMPARE(rows().currentIndex().row(), 0);
    QVERIFY(!part<QLineEdit>("mockName")->isReadOnly());
    auto *text = part<content::JsonEditor>("mockText");
    QVERIFY(text->setBytes(Bytes::copyOf("{\"content\": []}")));
    QCOMPARE(m_window->responses().fields(0).text, std::string("{\"content\": []}"));
    QCOMPARE(cell(0, MockModel::ResponseColumn), u"result, 15 bytes"_s);
    auto *fault = part<QComboBox>("mockFault");
    fault->setCurrentIndex(int(mock::Fault::Close));
    Q_EMIT fault->activated(fault->currentIndex());
    QCOMPARE(cell(0, MockModel::FaultColumn), u"connection closed"_s);
    QVERIFY(m_window->isWindowModified());
}

void TestMockList::whatIsTypedStaysWhenARecordingArrives()
{
    click("addResponse");
    auto *name = part<QLineEdit>("mockName");
    name->setText(u"get_weather"_s);
    Q_EMIT name->textEdited(name->text());
    name->setSelection(4, 3);
    auto *text = part<content::JsonEditor>("mockText");
    text->setCaret(5);
    openRecording();
    QVERIFY(rows().model()->rowCount() > 1);
    QCOMPARE(rows().currentIndex().row(), 0);
    QCOMPARE(name->selectedText(), u"wea"_s);
    QCOMPARE(text->caret(), std::size_t(5));
}

void TestMockList::showsWhatIsWrong()
{
    click("addResponse");
    auto *text = part<content::JsonEditor>("mockText");
    QVERIFY(text->setBytes(Bytes::copyOf("{")));
    const auto *verdict = part<look::ColorLabel>("mockVerdict");
    QVERIFY2(verdict->text().startsWith(u"“result” is not JSON."_s), qPrintable(verdict->text()));
    QCOMPARE(verdict->tone(), models::ColorRole::Error);
    m_window->responses().save(path("mock.json"));
    const auto *message = m_window->findChild<look::InlineMessage *>();
    QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), kPatienceMs);
    QVERIFY(message->sentence().startsWith(u"Response 1: “result” is not JSON."_s));
    QVERIFY(!QFile::exists(path("mock.json")));
    QVERIFY(text->setBytes(Bytes::copyOf("{}")));
    QVERIFY(!message->isVisible());
    QVERIFY(verdict->text().isEmpty());
}

void TestMockList::goesToTheRowThatItNames()
{
    openRecording();
    session::MockResponses &responses = m_window->responses();
    for (int i = 0; i < 60; ++i)
        click("addResponse");
    rows().selectRow(50);
    QVERIFY(part<content::JsonEditor>("mockText")->setBytes(Bytes::copyOf("{")));
    const auto *message = m_window->findChild<look::InlineMessage *>();
    // What is wrong with a recording is no matter of the row.
    rows().selectRow(3);
    m_window->setRecording(path("none.sonde"));
    QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), kPatienceMs);
    QCOMPARE(rows().currentIndex().row(), 3);
    // The row has another number when the list turns out to be wrong.
    responses.save(path("mock.json"));
    responses.move(50, 40);
    rows().selectRow(3);
    QTRY_VERIFY_WITH_TIMEOUT(
        message->isVisible() && message->sentence().startsWith(u"Response 51: "_s), kPatienceMs);
    QCOMPARE(rows().currentIndex().row(), 40);
    const auto isShown = [this] {
        return rows().viewport()->rect().contains(rows().visualRect(rows().currentIndex()));
    };
    QVERIFY(isShown());
    // It is current already, and was scrolled away.
    rows().scrollToTop();
    QVERIFY(!isShown());
    m_window->edit().goTo(40);
    QVERIFY(isShown());
}

void TestMockList::keysOfTheListWork()
{
    openRecording();
    m_window->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), m_window.get(), kPatienceMs);
    rows().setFocus();
    const auto press = [this](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        rows().setFocus();
        QTest::keyClick(&rows(), key, modifiers);
    };
    rows().selectRow(2);
    press(Qt::Key_F2);
    press(Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(m_window->responses().count(), 2);
    QCOMPARE(rows().currentIndex().row(), 1);
    press(Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(rows().currentIndex().row(), 0);
    press(Qt::Key_Space);
    QVERIFY(m_window->responses().fields(0).isOff);
    press(Qt::Key_Space);
    QVERIFY(!m_window->responses().fields(0).isOff);
    press(Qt::Key_Delete);
    QCOMPARE(m_window->responses().count(), 1);
    press(Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(m_window->responses().count(), 2);
    press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    QCOMPARE(m_window->responses().count(), 1);
}

void TestMockList::warnsOfAnUnknownPlace()
{
    click("addResponse");
    QVERIFY(part<content::JsonEditor>("mockText")
                ->setBytes(Bytes::copyOf(R"({"a": "{{arguments.city}}"})")));
    const auto *verdict = part<look::ColorLabel>("mockVerdict");
    QVERIFY2(verdict->text().contains(u"{{arguments.city}}"_s), qPrintable(verdict->text()));
    QCOMPARE(verdict->tone(), models::ColorRole::Warn);
    QVERIFY(m_window->responses().entry(0).verdict.problem.isEmpty());
}

QString TestMockList::call(const QString &address, const QString &city)
{
    QProcess client;
    client.start(app::commandLineProgram(),
        {u"tools"_s, u"call"_s, u"get_weather"_s, u"city="_s + city, u"--url"_s, address});
    // A window that serves goes on beside it.
    if (!QTest::qWaitFor([&] { return client.state() == QProcess::NotRunning; }, kPatienceMs))
        return QStringLiteral("no end");
    return QString::fromUtf8(client.readAllStandardOutput() + client.readAllStandardError());
}

void TestMockList::servesWhatIsEdited()
{
    QVERIFY(!part<QPushButton>("serveMock")->isEnabled()); // there is no recording
    openRecording();
    click("addResponse");
    part<QLineEdit>("mockName")->setText(u"get_weather"_s);
    Q_EMIT part<QLineEdit>("mockName")->textEdited(u"get_weather"_s);
    QVERIFY(
        part<content::JsonEditor>("mockText")
            ->setBytes(Bytes::copyOf(
                R"({"content": [{"type": "text", "text": "Snow in {{params.arguments.city}}"}]})")));
    click("serveMock");
    auto &serving = m_window->serveBar().serving();
    QTRY_COMPARE_WITH_TIMEOUT(serving.state(), ServeState::Serving, kPatienceMs);
    QVERIFY(serving.address().startsWith(u"http://127.0.0.1:"_s));
    const QString printed = call(serving.address(), u"Oulu"_s);
    QVERIFY2(printed.contains(u"Snow in Oulu"_s), qPrintable(printed));
    QVERIFY2(serving.note().isEmpty(), qPrintable(serving.note()));
    const auto *state = part<look::ColorLabel>("mockState");
    QVERIFY(state->text().startsWith(u"Serving"_s));
    click("removeResponse");
    QVERIFY2(state->text().contains(u"Restart the mock"_s), qPrintable(state->text()));
    click("serveMock");
    QTRY_COMPARE_WITH_TIMEOUT(serving.state(), ServeState::Serving, kPatienceMs);
    auto *address = part<QLineEdit>("mockAddress");
    address->selectAll();
    QVERIFY(!call(serving.address(), u"Rome"_s).contains(u"Snow"_s));
    // The nearest response, which the mock remarks.
    QTRY_VERIFY_WITH_TIMEOUT(!serving.note().isEmpty(), kPatienceMs);
    QCOMPARE(address->selectedText(), serving.address());
    QVERIFY2(state->text().contains(serving.note()), qPrintable(state->text()));
    click("serveMock");
    QCOMPARE(serving.state(), ServeState::Stopped);
}

void TestMockList::saysWhyItCannotServe()
{
    openRecording();
    auto &serving = m_window->serveBar().serving();
    serving.start({.recording = path("missing.sonde")}, {});
    QTRY_COMPARE_WITH_TIMEOUT(serving.state(), ServeState::Failed, kPatienceMs);
    QVERIFY2(serving.problem().contains(path("missing.sonde")), qPrintable(serving.problem()));
    session::MockServing none(path("no-program"));
    none.start({.recording = path("weather.sonde")}, {});
    QTRY_COMPARE_WITH_TIMEOUT(none.state(), ServeState::Failed, kPatienceMs);
    QVERIFY2(none.problem().startsWith(u"Cannot start "_s), qPrintable(none.problem()));
}

void TestMockList::theCopiedCommandPlaysTheList()
{
    openRecording();
    click("addResponse");
    part<QLineEdit>("mockName")->setText(u"get_weather"_s);
    Q_EMIT part<QLineEdit>("mockName")->textEdited(u"get_weather"_s);
    click("copyMockCommand"); // not before it is saved
    const auto *message = m_window->findChild<look::InlineMessage *>();
    QVERIFY(message->isVisible());
    m_window->responses().save(path("mock list.json"));
    QTRY_VERIFY_WITH_TIMEOUT(!m_window->isWindowModified(), kPatienceMs);
    click("copyMockCommand");
    QProcess shell;
    shell.start(u"sh"_s, {u"-c"_s, QGuiApplication::clipboard()->text() + u" --list"_s});
    QVERIFY(shell.waitForFinished());
    QVERIFY2(shell.readAllStandardOutput().contains("get_weather"),
        shell.readAllStandardError().constData());
    QVERIFY(QGuiApplication::clipboard()->text().endsWith(
        u" --responses '%1'"_s.arg(path("mock list.json"))));
}

void TestMockList::keepsTheMainWindowOpenWithIt()
{
    tests::Opened opened(path("settings"));
    opened.window.show();
    opened.window.sessions().mockLists().open(path("none.json"));
    auto *list = opened.window.findChild<widgets::MockListWindow *>();
    QVERIFY(list);
    QTRY_VERIFY_WITH_TIMEOUT(!list->responses().isOpening(), kPatienceMs);
    list->edit().findChild<QPushButton *>(u"addResponse"_s)->click();
    QVERIFY(list->responses().isChanged());
    QVERIFY(!opened.window.close());
    QVERIFY(opened.window.isVisible() && list->isVisible());
    list->responses().undo();
    QVERIFY(!list->responses().isChanged());
    QVERIFY(opened.window.close());
}

void TestMockList::asksBeforeItDiscards()
{
    click("addResponse");
    QVERIFY(!m_window->close());
    const auto *message = m_window->findChild<look::InlineMessage *>();
    QVERIFY(message->isVisible());
    message->findChild<QPushButton *>()->click();
    QVERIFY(!m_window->isVisible());
}

// Also before the file is there that was asked for.
void TestMockList::asksNoMoreOnceItIsSaved()
{
    writeList("mock.json");
    openRecording();
    const auto *copy = part<QPushButton>("copyMockCommand");
    QVERIFY(copy->isEnabled());
    m_window->openList(path("mock.json"));
    QVERIFY(!copy->isEnabled()); // the command would name the list before
    QTRY_COMPARE_WITH_TIMEOUT(m_window->responses().count(), 1, kPatienceMs);
    m_window->responses().save(path("copy.json"));
    QVERIFY(m_window->isWindowModified());
    QVERIFY(!m_window->close());
    const auto *message = m_window->findChild<look::InlineMessage *>();
    QVERIFY(message->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!message->isVisible(), kPatienceMs);
    QVERIFY(!m_window->isWindowModified());
    QVERIFY(QFile::exists(path("copy.json")));
    QVERIFY(m_window->close());
}

// Another program may have written it since it was opened.
void TestMockList::readsAFileAgain()
{
    writeList("mock.json");
    tests::Opened opened(path("settings"));
    opened.window.show();
    app::MockLists &lists = opened.window.sessions().mockLists();
    lists.open(path("mock.json"));
    auto *list = opened.window.findChild<widgets::MockListWindow *>();
    const auto openAgain = [&] {
        lists.open(path("mock.json"));
        return QTest::qWaitFor([&] { return !list->responses().isOpening(); }, kPatienceMs);
    };
    QTRY_COMPARE_WITH_TIMEOUT(list->responses().count(), 1, kPatienceMs);
    writeList("mock.json", R"({"responses":[{"tool":"a","delay":1},{"tool":"b","delay":2}]})");
    QVERIFY(openAgain());
    QCOMPARE(list->responses().count(), 2);
    list->responses().remove(0);
    QVERIFY(openAgain()); // what is not saved stays
    QCOMPARE(list->responses().count(), 1);
    list->responses().undo();
}

QTEST_MAIN(TestMockList)
#include "tst_mocklist.moc"
