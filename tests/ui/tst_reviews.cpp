// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "content/view/contentlist.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/session/requestmodel.h"
#include "models/trace/tracemodel.h"
#include "support/openedwindow.h"
#include "widgets/review/elicitationpage.h"
#include "widgets/review/requestspanel.h"
#include "widgets/review/responseeditor.h"
#include "widgets/review/responsesource.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/review/samplingpage.h"
#include "widgets/review/urlpage.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QDesktopServices>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using widgets::ReviewPanel;
using widgets::StepStrip;

// What servers ask, reviewed in the window.
class TstReviews : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void showsTheConversationAndSendsWhatIsWritten_data();
    void showsTheConversationAndSendsWhatIsWritten();
    void neverTakesTheFocus();
    void refusesWithTheCodeOfTheSpecification();
    void sendsAnywayWhatDoesNotFit();
    void keepsWhatWasWrittenWhenTheConnectionIsLost();
    void takesTheResponseOfAProgram();
    void keepsResponsesForLater();
    void fillsDeclinesAndCancelsForms_data();
    void fillsDeclinesAndCancelsForms();
    void opensAUrlOnlyAfterConsent();
    void goesThroughTheRoundsOfACall();
    void reviewsSeveralAtATime();
    void closesByKeyAndReturnsToThePanelBefore();
    void tellsFoldersAndThatTheyChanged();
    void showsHostileRequestsHarmlessly();

public Q_SLOTS:
    void openedInBrowser(const QUrl &url) { m_urls.append(url); }

private:
    void connectDemo(config::EraMode era = config::EraMode::Legacy);
    void talk(const QByteArray &question); // a server that asks that
    void call(const char *tool, const char *arguments = "{}");
    ReviewPanel *reviewNext();
    QString text() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
    std::optional<Result<mcp::Response>> m_result;
    QList<QUrl> m_urls;
};

void TstReviews::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TstReviews::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_result.reset();
    m_urls.clear();
}

void TstReviews::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TstReviews::connectDemo(config::EraMode era)
{
    config::Profile server = demo();
    server.era = era;
    m_opened->connectTo(server);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(server.name), mcp::ClientState::Ready, kPatienceMs);
}

void TstReviews::talk(const QByteArray &question)
{
    const QString file = m_folder->filePath(QStringLiteral("question.json"));
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(question + '\n');
    out.close();
    config::Profile server = profile(QStringLiteral("talker"), QStringLiteral("sh"),
        {QStringLiteral("-c"),
            QStringLiteral("read l; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{"
                           "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                           "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}'; read l; "
                           "cat '%1'; cat")
                .arg(file)});
    server.era = config::EraMode::Legacy;
    m_opened->connectTo(server);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->workspace.serverRequests().waitingCount(), 1, kPatienceMs);
}

void TstReviews::call(const char *tool, const char *arguments)
{
    m_result.reset();
    const int before = m_opened->workspace.serverRequests().waitingCount();
    m_opened->workspace.currentClient()->callTool(QString::fromLatin1(tool),
        Bytes::copyOf(arguments), {}, this,
        [this](Result<mcp::Response> result) { m_result = std::move(result); });
    QTRY_VERIFY_WITH_TIMEOUT(
        m_opened->workspace.serverRequests().waitingCount() == before + 1, kPatienceMs);
}

ReviewPanel *TstReviews::reviewNext()
{
    m_opened->window.actions().nextRequest->trigger();
    return qobject_cast<ReviewPanel *>(m_opened->window.tabs().currentWidget());
}

QString TstReviews::text() const
{
    if (!m_result)
        return QStringLiteral("(nothing)");
    return m_result->ok() ? (*m_result)->result()["content"].first()["text"].toString()
                          : m_result->error().sentence;
}

void TstReviews::showsTheConversationAndSendsWhatIsWritten_data()
{
    QTest::addColumn<int>("era");
    QTest::newRow("legacy") << int(config::EraMode::Legacy);
    QTest::newRow("modern") << int(config::EraMode::Modern);
}

void TstReviews::showsTheConversationAndSendsWhatIsWritten()
{
    QFETCH(int, era);
    connectDemo(config::EraMode(era));
    call("summarize", "{\"text\":\"a long story\"}");
    ReviewPanel *review = reviewNext();
    QVERIFY(review);
    QCOMPARE(review->step(), StepStrip::Response);
    auto *page = qobject_cast<widgets::SamplingPage *>(review->page());
    QVERIFY(page);
    const auto *conversation = page->findChild<content::ContentList *>();
    QCOMPARE(conversation->count(), std::size_t(5)); // the system prompt and four messages
    page->editor().findChild<QPlainTextEdit *>()->setPlainText(QStringLiteral("It was \"short\"."));
    QVERIFY(review->problems().empty());
    review->goOn();
    QCOMPARE(review->step(), StepStrip::Check);
    QVERIFY(!m_result);
    review->goOn();
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QCOMPARE(text(), QStringLiteral("It was \"short\"."));
    QCOMPARE(review->step(), StepStrip::Send);
    QVERIFY(review->isClosed());
}

void TstReviews::neverTakesTheFocus()
{
    connectDemo();
    m_opened->window.tools().setFocus();
    QWidget *const focus = m_opened->window.focusWidget();
    QWidget *const tab = m_opened->window.tabs().currentWidget();
    call("confirm_address");
    QCOMPARE(m_opened->window.focusWidget(), focus);
    QCOMPARE(m_opened->window.tabs().currentWidget(), tab);
    QCOMPARE(m_opened->window.reviews().model().waitingCount(), 1);
    m_opened->window.actions().requests->trigger();
    widgets::RequestsPanel *panel = m_opened->window.reviews().panel();
    QVERIFY(panel->isVisibleTo(&m_opened->window));
    panel->choose(1);
    Q_EMIT panel->declineRequested(panel->chosen());
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QCOMPARE(text(), QStringLiteral("Not confirmed: decline"));
}

void TstReviews::refusesWithTheCodeOfTheSpecification()
{
    connectDemo();
    call("summarize", "{\"text\":\"x\"}");
    ReviewPanel *review = reviewNext();
    review->refuse(review::rejectedSampling());
    review->goOn();
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QVERIFY2(text().contains(QLatin1String("User rejected sampling request")), qPrintable(text()));
    QVERIFY(review->isClosed());
}

void TstReviews::sendsAnywayWhatDoesNotFit()
{
    connectDemo();
    call("summarize", "{\"text\":\"x\"}");
    ReviewPanel *review = reviewNext();
    auto *page = qobject_cast<widgets::SamplingPage *>(review->page());
    page->editor().setResponse(
        Bytes::copyOf("{\"content\":{\"type\":\"text\",\"text\":\"no role\"}}"));
    review->setStep(StepStrip::Check);
    QCOMPARE(review->problems().size(), std::size_t(2));
    QCOMPARE(review->findChild<QPushButton *>(QStringLiteral("go"))->text(),
        QStringLiteral("Send anyway"));
    review->goOn();
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QCOMPARE(text(), QStringLiteral("no role"));
}

void TstReviews::keepsWhatWasWrittenWhenTheConnectionIsLost()
{
    connectDemo();
    call("summarize", "{\"text\":\"x\"}");
    ReviewPanel *review = reviewNext();
    auto *page = qobject_cast<widgets::SamplingPage *>(review->page());
    page->editor().findChild<QPlainTextEdit *>()->setPlainText(QStringLiteral("half"));
    m_opened->workspace.stop(QStringLiteral("demo"));
    QTRY_VERIFY_WITH_TIMEOUT(review->isClosed(), kPatienceMs);
    QVERIFY(page->response().view().find("half") != std::string_view::npos);
    QVERIFY(!review->findChild<QPushButton *>(QStringLiteral("go"))->isEnabled());
}

void TstReviews::takesTheResponseOfAProgram()
{
    connectDemo();
    call("summarize", "{\"text\":\"x\"}");
    ReviewPanel *review = reviewNext();
    auto *page = qobject_cast<widgets::SamplingPage *>(review->page());
    const QString script = m_folder->filePath(QStringLiteral("answer.sh"));
    QFile out(script);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write("read request\n"
              "echo '{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":'\n"
              "echo '\"by a program\"},\"model\":\"sh\"}'\n");
    out.close();
    page->source().choose(widgets::ResponseSource::Program);
    page->source().setProgram(QStringLiteral("sh '%1'").arg(script));
    page->source().fetch();
    QTRY_VERIFY_WITH_TIMEOUT(!page->source().isFetching(), kPatienceMs);
    QCOMPARE(page->source().problem(), QString());
    review->send();
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QCOMPARE(text(), QStringLiteral("by a program"));
}

void TstReviews::keepsResponsesForLater()
{
    connectDemo();
    call("summarize", "{\"text\":\"x\"}");
    auto *page = qobject_cast<widgets::SamplingPage *>(reviewNext()->page());
    const Bytes kept = Bytes::copyOf("{\"model\":1.0}");
    page->source().save(QStringLiteral("an/odd name"), kept);
    page->source().choose(widgets::ResponseSource::Saved);
    page->source().fetch();
    QCOMPARE(page->response(), kept);
}

void TstReviews::fillsDeclinesAndCancelsForms_data()
{
    QTest::addColumn<int>("choice"); // -1: accept
    QTest::addColumn<QString>("said");
    QTest::newRow("accept") << -1
                            << QStringLiteral(
                                   "Confirmed: {\"country\":\"IS\", \"street\":\"Laugavegur 1\"}");
    QTest::newRow("decline") << 0 << QStringLiteral("Not confirmed: decline");
    QTest::newRow("cancel") << 1 << QStringLiteral("Not confirmed: cancel");
}

void TstReviews::fillsDeclinesAndCancelsForms()
{
    QFETCH(int, choice);
    connectDemo();
    call("confirm_address");
    ReviewPanel *review = reviewNext();
    auto *page = qobject_cast<widgets::ElicitationPage *>(review->page());
    QVERIFY(page);
    QCOMPARE(page->json().bytes().view(), std::string_view("{\"country\":\"IS\"}"));
    QVERIFY(!review->problems().empty()); // the street is missing
    page->json().setBytes(Bytes::copyOf("{")); // while it is typed, it may be no JSON
    QVERIFY(!review->findChild<QPushButton *>(QStringLiteral("go"))->isEnabled());
    if (choice >= 0) {
        review->choose(0, std::size_t(choice));
        QVERIFY(!m_result);
        review->goOn();
    } else {
        page->json().setBytes(Bytes::copyOf("{\"country\":\"IS\", \"street\":\"Laugavegur 1\"}"));
        QTRY_VERIFY(review->problems().empty());
        review->send();
    }
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QTEST(text(), "said");
}

void TstReviews::opensAUrlOnlyAfterConsent()
{
    QDesktopServices::setUrlHandler(QStringLiteral("https"), this, "openedInBrowser");
    talk("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":{"
         "\"mode\":\"url\",\"url\":\"https://example.com/in\",\"elicitationId\":\"e\","
         "\"message\":\"Sign in\"}}");
    ReviewPanel *review = reviewNext();
    auto *page = qobject_cast<widgets::UrlPage *>(review->page());
    QVERIFY(page);
    QCOMPARE(
        page->findChild<QLabel *>(QStringLiteral("host"))->text(), QStringLiteral("example.com"));
    QVERIFY(m_urls.isEmpty());
    page->open();
    QCOMPARE(m_urls, QList<QUrl>{QUrl(QStringLiteral("https://example.com/in"))});
    QVERIFY(page->isOpened());
    QVERIFY(!review->isClosed()); // that it is open is not the response
    review->goOn();
    QVERIFY(!review->isClosed());
    review->goOn();
    QVERIFY(review->isClosed());
    QCOMPARE(m_opened->workspace.serverRequests().find(review->number())->state,
        review::State::Answered);
    QDesktopServices::unsetUrlHandler(QStringLiteral("https"));
}

void TstReviews::goesThroughTheRoundsOfACall()
{
    connectDemo(config::EraMode::Modern);
    call("confirm_address");
    ReviewPanel *first = reviewNext();
    QVERIFY(first->ask().isRound());
    QVERIFY(m_opened->workspace.serverRequests().goOn(first->number(), Bytes::copyOf("{}")));
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->workspace.serverRequests().waitingCount(), 1, kPatienceMs);
    ReviewPanel *second = reviewNext();
    QVERIFY(second != first);
    QCOMPARE(second->ask().round().facts().number, 2);
    second->experiment({mcp::StateEcho::Mode::Dropped, {}});
    second->goOn();
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QVERIFY2(text().contains(QLatin1String("requestState")), qPrintable(text()));

    call("confirm_address");
    ReviewPanel *stopped = reviewNext();
    stopped->stop();
    QVERIFY(!m_result);
    stopped->goOn();
    QVERIFY(m_result.has_value());
    QVERIFY(mcp::isInputRequired((*m_result)->result()));
}

void TstReviews::reviewsSeveralAtATime()
{
    connectDemo();
    call("summarize", "{\"text\":\"x\"}");
    call("confirm_address");
    ReviewPanel *one = reviewNext();
    ReviewPanel *other = reviewNext();
    QVERIFY(one && other && one != other);
    QCOMPARE(reviewNext(), one); // and around
    m_opened->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
    m_opened->window.tools().setFocus();
    QTest::keyClick(m_opened->window.focusWidget(), Qt::Key_E, Qt::ControlModifier);
    QVERIFY(other->page()->isVisible());
    other->choose(0, 0);
    other->goOn();
    QVERIFY(!one->isClosed());
    QVERIFY(other->isClosed());
}

void TstReviews::closesByKeyAndReturnsToThePanelBefore()
{
    connectDemo();
    app::MainWindow &window = m_opened->window;
    window.tabs().setCurrentWidget(&window.tools());
    call("summarize", "{\"text\":\"x\"}");
    const QPointer<ReviewPanel> review(reviewNext());
    QVERIFY(review);
    window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    review->page()->setFocus();
    QWidget *focused = window.focusWidget();
    QVERIFY(review->isAncestorOf(focused));
    QTest::keyClick(focused, Qt::Key_W, Qt::ControlModifier);
    QTRY_VERIFY(!review);
    QCOMPARE(window.tabs().currentWidget(), &window.tools());
    QVERIFY(window.tools().isAncestorOf(window.focusWidget()));
    QCOMPARE(window.reviews().model().waitingCount(), 1); // the request keeps waiting
}

void TstReviews::tellsFoldersAndThatTheyChanged()
{
    config::Profile server = demo();
    server.era = config::EraMode::Legacy;
    server.offers.respondToRoots = true;
    server.offers.folders = {{QStringLiteral("/srv/a"), {}}};
    m_opened->connectTo(server);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(server.name), mcp::ClientState::Ready, kPatienceMs);
    const auto listRoots = [this] {
        m_result.reset();
        m_opened->workspace.currentClient()->callTool(QStringLiteral("list_roots"),
            Bytes::copyOf("{}"), {}, this,
            [this](Result<mcp::Response> result) { m_result = std::move(result); });
    };
    listRoots();
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QCOMPARE(text(), QStringLiteral("file:///srv/a\n"));

    server.offers.folders = {{QStringLiteral("/srv/b"), {}}};
    QVERIFY(m_opened->workspace.save(server.name, server));
    listRoots();
    QTRY_VERIFY_WITH_TIMEOUT(m_result.has_value(), kPatienceMs);
    QCOMPARE(text(), QStringLiteral("file:///srv/b\n"));
    models::TraceModel &rows = m_opened->window.trace().document().model();
    const auto isTold = [&rows] {
        rows.drainNow();
        for (int row = 0; row < rows.rowCount(); ++row) {
            const trace::Record &record = rows.record(row);
            if (rows.store().string(record.method)
                    == QLatin1String("notifications/roots/list_changed")
                && record.channel == rpc::Channel::Sent)
                return true;
        }
        return false;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isTold(), kPatienceMs);
    QCOMPARE(m_opened->workspace.serverRequests().waitingCount(), 0);
}

// Twenty megabytes, five hundred fields, a URL that runs backwards: no more than a moment each, and
// nothing is obeyed.
void TstReviews::showsHostileRequestsHarmlessly()
{
    std::string messages;
    const std::string image(std::size_t(20) << 20, 'A');
    messages = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"sampling/createMessage\",\"params\":{"
               "\"maxTokens\":1,\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\","
               "\"text\":\"![x](file:///etc/passwd) <img src=http://x/>"
        + image + "\"}}]}}";
    talk(QByteArray::fromStdString(messages));
    ReviewPanel *review = reviewNext();
    QVERIFY(review && qobject_cast<widgets::SamplingPage *>(review->page()));
    review->refuse(review::rejectedSampling());
    review->goOn();
    QVERIFY(review->isClosed());

    std::string fields;
    for (int i = 0; i < 500; ++i)
        fields += (i ? ",\"f" : "\"f") + std::to_string(i) + "\":{\"type\":\"string\"}";
    cleanup();
    init();
    talk(QByteArray::fromStdString("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/"
                                   "create\",\"params\":{\"message\":\"m\","
                                   "\"requestedSchema\":{\"type\":\"object\",\"properties\":{"
        + fields + "}}}}"));
    review = reviewNext();
    QVERIFY(qobject_cast<widgets::ElicitationPage *>(review->page()));
    review->choose(0, 0);
    review->goOn();
    QVERIFY(review->isClosed());

    cleanup();
    init();
    talk("{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":{"
         "\"mode\":\"url\",\"url\":\"https://ex\u0430mple.com/"
         "\u202egpj.exe\",\"elicitationId\":\"e\","
         "\"message\":\"<b>m</b>\"}}");
    review = reviewNext();
    auto *url = qobject_cast<widgets::UrlPage *>(review->page());
    QVERIFY(url);
    QCOMPARE(url->findChild<QLabel *>(QStringLiteral("host"))->text(),
        QStringLiteral("xn--exmple-4nf.com"));
    QVERIFY(url->findChild<QPlainTextEdit *>()->toPlainText().contains(QStringLiteral("‹U+202E›")));
}

QTEST_MAIN(TstReviews)
#include "tst_reviews.moc"
