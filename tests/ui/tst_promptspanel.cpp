// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/commandpalette.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "content/text/textdiffview.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "session/catalog/completionsource.h"
#include "session/catalog/promptstore.h"
#include "support/buttons.h"
#include "support/openedwindow.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/changesview.h"
#include "widgets/catalog/promptpane.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcepane.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/completingfield.h"
#include "widgets/request/responsepane.h"
#include "widgets/request/responsestrip.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;
using models::CatalogKind;

class TstPromptsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void fillsInAndGetsByKeyboard();
    void sendsWhatIsMissingOnlyWhenAskedTwice();
    void tellsTheEmptyTextFromNothing();
    void showsTheConversationAndCopiesIt();
    void typesOnWhereProposalsFail();
    void isAFieldLikeAnyOtherWithoutCompletion();
    void findsPromptsAndResourcesInThePalette();
    void saysWhatChangedInTheListOfTools();
    void saysWhatAnotherServerDoesNotOffer();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

struct Prompting : Opened {
    explicit Prompting(const QString &folder)
        : Opened(folder)
        , panel(window.prompts())
        , pane(panel.pane())
    {
        connectTo(demo());
        window.activateWindow();
        window.showPanel(window.prompts());
    }

    bool chooses(const char *prompt)
    {
        const QString name = QString::fromLatin1(prompt);
        if (!QTest::qWaitFor([this] { return panel.count() > 0; }, kPatienceMs))
            return false;
        panel.choose(CatalogKind::Prompt, name);
        return pane.prompt() == name;
    }
    bool hasCome()
    {
        return QTest::qWaitFor([this] { return panel.result().shown() != nullptr; }, kPatienceMs);
    }
    widgets::CompletingField *field(const char *name)
    {
        return pane.form().field(QString::fromLatin1(name));
    }
    QByteArray preview() const { return pane.preview().bytes().toByteArray(); }

    widgets::PromptsPanel &panel;
    widgets::PromptPane &pane;
};

// A server of the shell: its list of tools is another one the second time, and it says so.
constexpr char kChangingServer[] =
    "n=0\n"
    "while read -r line; do\n"
    "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "  case \"$line\" in\n"
    "  *'\"initialize\"'*) printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":"
    "\"2025-06-18\",\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":"
    "\"s\",\"version\":\"1\"}}}\\n' \"$id\";;\n"
    "  *tools/list*) n=$((n+1))\n"
    "    if [ $n = 1 ]; then tools='{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\"}},"
    "{\"name\":\"b\",\"inputSchema\":{}}'\n"
    "    else tools='{\"name\":\"a\",\"inputSchema\":{\"type\":\"object\",\"required\":[]}},"
    "{\"name\":\"c\",\"inputSchema\":{}}'; fi\n"
    "    printf '{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"tools\":[%s]}}\\n' \"$id\" "
    "\"$tools\"\n"
    "    [ $n = 1 ] && printf '{\"jsonrpc\":\"2.0\",\"method\":"
    "\"notifications/tools/list_changed\"}\\n';;\n"
    "  esac\n"
    "done\n";

} // namespace

void TstPromptsPanel::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TstPromptsPanel::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TstPromptsPanel::fillsInAndGetsByKeyboard()
{
    Prompting at(m_folder->path());
    QTRY_VERIFY_WITH_TIMEOUT(at.panel.count() > 0, kPatienceMs);
    QTest::keyClick(&at.window, Qt::Key_1, Qt::ControlModifier);
    QTest::keyClick(&at.window, Qt::Key_4, Qt::ControlModifier);
    QCOMPARE(at.window.tabs().currentWidget(), &at.panel);
    QTest::keyClick(&at.window, Qt::Key_F, Qt::ControlModifier);
    QWidget *filter = at.window.focusWidget();
    QTest::keyClicks(filter, QStringLiteral("packing"));
    QTest::keyClick(filter, Qt::Key_Down);
    QCOMPARE(at.pane.prompt(), QStringLiteral("packing_list"));
    QTest::keyClick(filter, Qt::Key_Return); // to the first argument
    QCOMPARE(at.window.focusWidget(), at.field("city"));
    QTest::keyClicks(at.field("city"), QStringLiteral("O"));
    QTRY_VERIFY_WITH_TIMEOUT(at.field("city")->isListShown(), kPatienceMs);
    QTest::keyClick(at.field("city"), Qt::Key_Down);
    QTest::keyClick(at.field("city"), Qt::Key_Tab);
    QCOMPARE(at.field("city")->text(), QStringLiteral("Oulu"));
    QVERIFY(at.preview().contains("\"arguments\":{\"city\":\"Oulu\"}"));
    QVERIFY(!at.preview().contains("days")); // not filled in, not sent
    QTest::keyClick(at.field("city"), Qt::Key_Return);
    QVERIFY(at.hasCome());
    QCOMPARE(at.panel.result().state().sign(), models::Sign::Ok);
    QVERIFY(at.window.actions().callAgain->isEnabled());
}

void TstPromptsPanel::sendsWhatIsMissingOnlyWhenAskedTwice()
{
    Prompting at(m_folder->path());
    QVERIFY(at.chooses("packing_list"));
    at.window.actions().call->trigger();
    QVERIFY(!at.pane.isPending());
    QCOMPARE(at.pane.problem(), QStringLiteral("city"));
    QCOMPARE(at.window.focusWidget(), at.field("city"));
    at.window.actions().call->trigger();
    QVERIFY(at.pane.isPending());
    QTRY_COMPARE_WITH_TIMEOUT(
        at.panel.result().state().sign(), models::Sign::ProtocolError, kPatienceMs);
    at.field("city")->setText(QStringLiteral("x"));
    QVERIFY(at.pane.problem().isEmpty());
}

void TstPromptsPanel::tellsTheEmptyTextFromNothing()
{
    Prompting at(m_folder->path());
    QVERIFY(at.chooses("describe_chart"));
    QVERIFY(!at.preview().contains("arguments"));
    auto *empty = at.pane.form().findChild<QToolButton *>();
    tests::press(empty);
    QVERIFY(at.preview().contains("\"arguments\":{\"tone\":\"\"}"));
    at.field("tone")->setText(QStringLiteral("formal"));
    QVERIFY(!empty->isEnabled());
    QVERIFY(at.preview().contains("\"arguments\":{\"tone\":\"formal\"}"));
}

void TstPromptsPanel::showsTheConversationAndCopiesIt()
{
    Prompting at(m_folder->path());
    QVERIFY(at.chooses("review_station"));
    at.pane.form().setValues({{QStringLiteral("station"), QStringLiteral("17")}});
    at.pane.send();
    QVERIFY(at.hasCome());
    const content::ContentList &contents = at.panel.result().contents();
    QCOMPARE(contents.count(), std::size_t(2));
    QCOMPARE(contents.view(0)->content().heading, QStringLiteral("1 · user"));
    QCOMPARE(contents.view(0)->content().kind, QStringLiteral("resource"));
    QCOMPARE(contents.view(1)->content().heading, QStringLiteral("2 · user"));
    at.panel.copyText();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(
        text.startsWith(QStringLiteral("user:\n[resource, application/json, ")), qPrintable(text));
    QVERIFY(text.endsWith(QStringLiteral("user:\nIs this station placed well?")));
    at.panel.copyJson();
    const std::string_view raw = at.panel.result().shown()->result()["messages"].raw();
    QCOMPARE(QGuiApplication::clipboard()->text().toStdString(), std::string(raw));
    Q_EMIT at.panel.result().linkRequested(QStringLiteral("demo://stations/17"));
    QCOMPARE(at.window.tabs().currentWidget(), &at.window.resources());
    QCOMPARE(at.window.resources().pane().uri(), QStringLiteral("demo://stations/17"));
}

void TstPromptsPanel::typesOnWhereProposalsFail()
{
    Prompting at(m_folder->path());
    QVERIFY(at.chooses("greet"));
    session::CompletionSource source;
    source.setTarget(at.workspace.currentClient(),
        {mcp::CompletionRef::Kind::Prompt, QStringLiteral("no such prompt")}, {});
    widgets::CompletingField field(&at.window);
    field.setSource(&source, QStringLiteral("city"));
    field.show();
    field.setFocus();
    QTest::keyClicks(&field, QStringLiteral("a"));
    QTRY_VERIFY_WITH_TIMEOUT(!field.problem().isEmpty(), kPatienceMs);
    QTest::keyClicks(&field, QStringLiteral("b"));
    QCOMPARE(field.text(), QStringLiteral("ab"));
    QVERIFY(!field.isListShown());
    QVERIFY(field.hasFocus());
    QVERIFY(source.isOffered()); // this was about the prompt, not about the method
}

void TstPromptsPanel::isAFieldLikeAnyOtherWithoutCompletion()
{
    session::CompletionSource source;
    QVERIFY(!source.isOffered());
    widgets::CompletingField field;
    field.setSource(&source, QStringLiteral("x"));
    field.show();
    field.setFocus();
    QTest::keyClicks(&field, QStringLiteral("abc"));
    QTest::keyClick(&field, Qt::Key_Down);
    QCOMPARE(field.text(), QStringLiteral("abc"));
    QVERIFY(!field.isListShown());
}

void TstPromptsPanel::findsPromptsAndResourcesInThePalette()
{
    Prompting at(m_folder->path());
    QVERIFY(at.chooses("greet"));
    QTRY_VERIFY_WITH_TIMEOUT(at.window.resources().count() > 2, kPatienceMs);
    at.window.showPanel(at.window.overview());
    at.window.actions().goToAnything->trigger();
    auto *field = at.window.palette().findChild<QLineEdit *>();
    field->setText(QStringLiteral("describe_chart"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(at.window.tabs().currentWidget(), &at.panel);
    QCOMPARE(at.pane.prompt(), QStringLiteral("describe_chart"));
    at.window.actions().goToAnything->trigger();
    field->setText(QStringLiteral("About this server"));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(at.window.tabs().currentWidget(), &at.window.resources());
    QCOMPARE(at.window.resources().pane().uri(), QStringLiteral("demo://about"));
}

void TstPromptsPanel::saysWhatChangedInTheListOfTools()
{
    Opened opened(m_folder->path());
    config::Profile server = profile(QStringLiteral("changing"), QStringLiteral("sh"),
        {QStringLiteral("-c"), QString::fromLatin1(kChangingServer)});
    server.era = config::EraMode::Legacy;
    opened.connectTo(server);
    opened.window.showPanel(opened.window.tools());
    widgets::ChangesFrame &frame = opened.window.tools().changes();
    QTRY_VERIFY_WITH_TIMEOUT(frame.message().isVisible(), kPatienceMs);
    QVERIFY2(frame.message().sentence().startsWith(QStringLiteral("1 added, 1 removed, 1 altered")),
        qPrintable(frame.message().sentence()));
    frame.showChanges();
    QVERIFY(frame.isShowing());
    QTRY_VERIFY(frame.view().diff().isReady());
    const models::CatalogModel &tools = opened.window.tools().list().model();
    QCOMPARE(tools.rowCount(), 2);
    QCOMPARE(tools.key(0), QStringLiteral("a"));
    QCOMPARE(tools.key(1), QStringLiteral("c"));
}

void TstPromptsPanel::saysWhatAnotherServerDoesNotOffer()
{
    Opened opened(m_folder->path());
    config::Profile server = profile(QStringLiteral("toolsalone"), QStringLiteral("sh"),
        {QStringLiteral("-c"), QString::fromLatin1(kChangingServer)});
    server.era = config::EraMode::Legacy;
    opened.connectTo(server);
    opened.window.showPanel(opened.window.prompts());
    QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
    const auto says = [&](const QString &text) {
        for (const QLabel *label : opened.window.prompts().findChildren<QLabel *>()) {
            if (label->isVisible() && label->text().contains(text))
                return true;
        }
        return false;
    };
    QTRY_VERIFY(says(QStringLiteral("does not offer prompts")));
    QVERIFY(!opened.window.prompts().list().isVisible());
}

QTEST_MAIN(TstPromptsPanel)
#include "tst_promptspanel.moc"
