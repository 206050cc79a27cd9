// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/bundles.h"
#include "app/servers/servercommands.h"
#include "app/window/actions.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "support/buttons.h"
#include "support/nodebundle.h"
#include "support/openedwindow.h"
#include "support/zipwriter.h"
#include "widgets/kit/field/stringlistedit.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/servers/servereditor.h"

#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QDropEvent>
#include <QFileDialog>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using sonde::test::bundleManifest;
using sonde::test::nodeManifest;
using sonde::test::nodeServer;
using sonde::test::ZipWriter;
using widgets::ServerEditor;

// Bundles in the window: from the file to a server like any other.
class TestBundleWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void asksForTheSettings();
    void showsHostileTextAsText();
    void keepsTheNameThatWasEntered();
    void opensWhatIsGiven_data();
    void opensWhatIsGiven();
    void refusesOtherDrops();
    void aPastedPathOpensAnotherEditor();
    void saysWhatItCannotOpen();
    void startsTheServer();
    void removesTheBundleWithTheServer();

private:
    QString path(const QString &name) const { return m_folder->filePath(name); }
    QString bundles() const { return path(u"config/bundles"_s); }
    bundle::Bundle opened(const QString &name) const
    {
        const auto bundle = bundle::BundleStore(bundles()).open(path(name));
        return bundle ? *bundle : bundle::Bundle();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

// What a drop of a file does; whether it was taken.
bool drop(QWidget &window, const QList<QUrl> &urls)
{
    QMimeData data;
    data.setUrls(urls);
    QDragEnterEvent enter({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    enter.ignore();
    QCoreApplication::sendEvent(&window, &enter);
    if (!enter.isAccepted())
        return false;
    QDropEvent event({20, 20}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    event.ignore();
    QCoreApplication::sendEvent(&window, &event);
    return event.isAccepted();
}

ServerEditor *editorOf(Opened &opened)
{
    for (auto *editor : opened.window.findChildren<ServerEditor *>()) {
        if (editor->isVisible())
            return editor;
    }
    return nullptr;
}

QLineEdit &lineOf(const ServerEditor &editor, const QString &key)
{
    return *editor.findChild<QLineEdit *>(u"setting-"_s + key);
}

bool warns(const QWidget &window, const QString &text)
{
    for (const auto *message : window.findChildren<look::InlineMessage *>()) {
        if (message->isVisible() && message->sentence().contains(text))
            return true;
    }
    return false;
}

} // namespace

void TestBundleWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    QVERIFY(ZipWriter()
                .add("manifest.json", nodeManifest())
                .add("server/index.js", nodeServer())
                .write(path(u"where.mcpb"_s)));
    QVERIFY(ZipWriter()
                .add("manifest.json",
                    bundleManifest(R"({"command":"x","args":["${user_config.a&b}"]})",
                        R"("user_config":{"a&b":{"type":"string","title":"<b>A & B</b>",
                        "description":"<img src=x>","required":true},
                        "on":{"type":"boolean","title":"On","default":true},
                        "file":{"type":"file","title":"File","description":"f"}},
                        "compatibility":{"platforms":["darwin"]})"))
                .write(path(u"odd.dxt"_s)));
    QVERIFY(ZipWriter().add("../evil").write(path(u"evil.mcpb"_s)));
}

void TestBundleWindow::asksForTheSettings()
{
    const bundle::Bundle where = opened(u"where.mcpb"_s);
    QVERIFY(!where.places.folder.isEmpty());
    std::unique_ptr<ServerEditor> editor(ServerEditor::ofBundle({}, where, {u"Where"_s}, nullptr));
    editor->show();
    QCOMPARE(editor->pages().current(), int(ServerEditor::BundlePage));
    QCOMPARE(editor->findChild<QLabel *>(u"bundleTitle"_s)->text(), u"Where 1.0.0"_s);
    QCOMPARE(editor->profile().name, u"Where 2"_s); // there is one of that name
    QCOMPARE(editor->profile().program, u"node"_s);
    QCOMPARE(editor->profile().workingDirectory, where.places.folder);
    QCOMPARE(editor->profile().arguments,
        (QStringList{QString(where.places.folder + u"/server/index.js"_s), u"--level=3"_s}));
    QVERIFY(editor->profile().environment.empty());
    // The key is required, and has the focus.
    QCOMPARE(editor->pages().problems(ServerEditor::BundlePage), 1);
    for (const auto *label : editor->pages().findChildren<look::ColorLabel *>())
        QVERIFY2(!label->isVisible() || label->tone() != models::ColorRole::Error,
            qPrintable(label->text())); // it was not filled in yet
    QVERIFY(!button(*editor, u"save"_s)->isEnabled());
    QLineEdit &key = lineOf(*editor, u"key"_s);
    QCOMPARE(key.echoMode(), QLineEdit::Password);
    QVERIFY(key.accessibleName().startsWith(u"Key"_s));
    QCOMPARE(editor->focusWidget(), static_cast<QWidget *>(&key));
    QTest::keyClicks(&key, u"SECRET-1"_s);
    QCOMPARE(editor->pages().problems(ServerEditor::BundlePage), 0);
    QVERIFY(button(*editor, u"save"_s)->isEnabled());
    lineOf(*editor, u"level"_s).setText(u"10"_s);
    QVERIFY(!button(*editor, u"save"_s)->isEnabled());
    lineOf(*editor, u"level"_s).setText(u"9"_s);
    editor->findChild<widgets::StringListEdit *>(u"setting-folders"_s)
        ->setStrings({u"/a"_s, u"/b c"_s});
    const config::Profile server = editor->profile();
    QCOMPARE(server.arguments.mid(1), (QStringList{u"/a"_s, u"/b c"_s, u"--level=9"_s}));
    QCOMPARE(server.environment.size(), std::size_t(1));
    QCOMPARE(server.environment.front().second.reveal(), u"SECRET-1"_s);
    QCOMPARE(server.secretVariables, QStringList{u"KEY"_s});
    for (const auto *label : editor->findChildren<QLabel *>())
        QVERIFY(!label->text().contains(u"SECRET-1"_s));
}

void TestBundleWindow::showsHostileTextAsText()
{
    std::unique_ptr<ServerEditor> editor(
        ServerEditor::ofBundle({}, opened(u"odd.dxt"_s), {}, nullptr));
    editor->show();
    int seen = 0;
    for (const auto *label : editor->findChildren<QLabel *>()) {
        if (!label->text().contains(u'<'))
            continue;
        QCOMPARE(label->textFormat(), Qt::PlainText);
        ++seen;
    }
    QVERIFY(seen >= 3); // the title, the description, the problem
    const auto *notes = editor->findChild<QLabel *>(u"bundleNotes"_s);
    QVERIFY(notes->isVisible());
    QVERIFY(notes->text().contains(u"darwin"_s));
}

void TestBundleWindow::keepsTheNameThatWasEntered()
{
    std::unique_ptr<ServerEditor> editor(
        ServerEditor::ofBundle({}, opened(u"where.mcpb"_s), {}, nullptr));
    editor->findChild<QLineEdit *>(u"name"_s)->setText(u"mine"_s);
    lineOf(*editor, u"key"_s).setText(u"k"_s);
    QCOMPARE(editor->profile().name, u"mine"_s);
}

void TestBundleWindow::opensWhatIsGiven_data()
{
    QTest::addColumn<QString>("way");
    for (const char *way :
        {"drop", "menu", "clipboard", "URL on the clipboard", "text", "argument"})
        QTest::newRow(way) << QString::fromLatin1(way);
}

void TestBundleWindow::opensWhatIsGiven()
{
    QFETCH(QString, way);
    Opened shown(path(u"config"_s));
    const QString file = path(u"where.mcpb"_s);
    const QString url = QUrl::fromLocalFile(file).toString();
    app::ServerCommands &commands = shown.window.serverCommands();
    if (way == u"drop") {
        QVERIFY(drop(shown.window, {QUrl::fromLocalFile(file)}));
    } else if (way == u"menu") {
        shown.window.actions().openBundle->trigger();
        auto *dialog = shown.window.findChild<QFileDialog *>(u"openBundle"_s);
        QVERIFY(dialog);
        Q_EMIT dialog->fileSelected(file);
    } else if (way == u"text") {
        commands.connectToText(u" \""_s + file + u"\"\n"_s);
    } else if (way == u"argument") {
        shown.window.openFile(file);
    } else {
        QGuiApplication::clipboard()->setText(way == u"clipboard" ? file : url);
        commands.addFromClipboard();
    }
    QVERIFY(QTest::qWaitFor([&] { return editorOf(shown) != nullptr; }, kPatienceMs));
    QCOMPARE(editorOf(shown)->profile().name, u"Where"_s);
    QVERIFY(shown.workspace.profiles().profiles().empty()); // nothing is added yet
}

void TestBundleWindow::refusesOtherDrops()
{
    Opened shown(path(u"config"_s));
    const QUrl bundle = QUrl::fromLocalFile(path(u"where.mcpb"_s));
    QVERIFY(!drop(shown.window, {}));
    QVERIFY(!drop(shown.window, {bundle, bundle}));
    QVERIFY(!drop(shown.window, {QUrl::fromLocalFile(path(u"notes.txt"_s))}));
    QVERIFY(!drop(shown.window, {QUrl(u"https://a.example/where.mcpb"_s)}));
}

void TestBundleWindow::aPastedPathOpensAnotherEditor()
{
    Opened shown(path(u"config"_s));
    shown.window.serverCommands().openEditor({});
    QVERIFY(QTest::qWaitFor([&] { return editorOf(shown) != nullptr; }, kPatienceMs));
    const QPointer<ServerEditor> first = editorOf(shown);
    first->applyPasted(path(u"where.mcpb"_s));
    QVERIFY(QTest::qWaitFor([&] { return !first && editorOf(shown); }, kPatienceMs));
    QCOMPARE(editorOf(shown)->pages().current(), int(ServerEditor::BundlePage));
}

void TestBundleWindow::saysWhatItCannotOpen()
{
    Opened shown(path(u"config"_s));
    for (const auto &[file, says] : {std::pair{u"evil.mcpb"_s, u"outside of the bundle"_s},
             std::pair{u"missing.mcpb"_s, u"does not exist"_s}}) {
        shown.window.openFile(path(file));
        QVERIFY2(
            QTest::qWaitFor([&, words = says] { return warns(shown.window, words); }, kPatienceMs),
            qPrintable(says));
    }
    QVERIFY(!editorOf(shown));
}

void TestBundleWindow::startsTheServer()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    Opened shown(path(u"config"_s));
    shown.window.openFile(path(u"where.mcpb"_s));
    QVERIFY(QTest::qWaitFor([&] { return editorOf(shown) != nullptr; }, kPatienceMs));
    lineOf(*editorOf(shown), u"key"_s).setText(u"k"_s);
    button(*editorOf(shown), u"saveAndConnect"_s)->click();
    QVERIFY(QTest::qWaitFor(
        [&] { return shown.state(u"Where"_s) == mcp::ClientState::Ready; }, kPatienceMs));
}

void TestBundleWindow::removesTheBundleWithTheServer()
{
    Opened shown(path(u"config"_s));
    config::Profile server;
    server.name = u"Where"_s;
    server.program = u"node"_s;
    server.workingDirectory = opened(u"where.mcpb"_s).places.folder;
    QVERIFY(shown.workspace.save({}, server).ok());
    shown.workspace.setCurrent(server.name);
    shown.window.actions().removeServer->trigger();
    button(shown.window, u"removeButton"_s)->click();
    auto *notice = shown.window.findChild<look::InlineMessage *>(u"removalNotice"_s);
    QVERIFY(notice->isVisible());
    QVERIFY(QFile::exists(server.workingDirectory)); // it may come back
    Q_EMIT notice->closed();
    QVERIFY(QTest::qWaitFor([&] { return !QFile::exists(server.workingDirectory); }, kPatienceMs));
    QVERIFY(QFile::exists(bundles()));
}

QTEST_MAIN(TestBundleWindow)
#include "tst_bundlewindow.moc"
