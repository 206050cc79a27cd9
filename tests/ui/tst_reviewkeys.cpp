// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "content/view/contentlist.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "support/buttons.h"
#include "support/openedwindow.h"
#include "widgets/form/schemaform.h"
#include "widgets/review/elicitationpage.h"
#include "widgets/review/responseeditor.h"
#include "widgets/review/reviewbuttons.h"
#include "widgets/review/reviewheading.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/review/samplingpage.h"
#include "widgets/review/urlpage.h"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;
using widgets::ReviewPanel;
using widgets::StepStrip;

namespace {

constexpr char kForm[] =
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":{\"message\":\"m\","
    "\"requestedSchema\":{\"type\":\"object\",\"required\":[\"street\"],\"properties\":{"
    "\"street\":{\"type\":\"string\"},\"floor\":{\"type\":\"integer\"}}}}}";
constexpr char kUrl[] =
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"elicitation/create\",\"params\":{\"mode\":\"url\","
    "\"url\":\"https://example.com/in\",\"elicitationId\":\"e\",\"message\":\"Sign in\"}}";
constexpr char kSampling[] =
    "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"sampling/createMessage\",\"params\":{"
    "\"maxTokens\":1,\"systemPrompt\":\"Be brief.\",\"messages\":["
    "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"one\"}},"
    "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"two\"}},"
    "{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"three\"}},"
    "{\"role\":\"assistant\",\"content\":{\"type\":\"text\",\"text\":\"four\"}}]}}";
constexpr char kRoots[] = "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"roots/list\"}";

} // namespace

// The keys of a review, where they begin, and the room that it has.
class TstReviewKeys : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();

    void acceptsByItsKey();
    void sendsNothingWithoutTheCheck_data();
    void sendsNothingWithoutTheCheck();
    void takesADecisionBack();
    void judgesAFormWhenItIsFilledIn();
    void startsInTheFirstField_data();
    void startsInTheFirstField();
    void hasRoomForAConversation();
    void countsAProblemOfThePreferences();
    void showsTheHeadingWhole();
    void proposesToSendRootsAlways();
    void proposesOnceAndForTheCurrentServer();
    void theListStaysInItsPlace();

private:
    ReviewPanel *review(const QByteArray &request, const QString &server);
    ReviewPanel *review(const char *request) { return review(request, QStringLiteral("talker")); }
    void talk(const QByteArray &request, const QString &server);
    bool isSent();
    app::MainWindow &window() { return m_opened->window; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstReviewKeys::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
    window().activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&window()));
}

void TstReviewKeys::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TstReviewKeys::talk(const QByteArray &request, const QString &server)
{
    const QString file = m_folder->filePath(server + QStringLiteral(".json"));
    QFile out(file);
    QVERIFY(out.open(QIODevice::WriteOnly));
    out.write(request + '\n');
    out.close();
    config::Profile made = profile(server, QStringLiteral("sh"),
        {QStringLiteral("-c"),
            QStringLiteral("read l; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{"
                           "\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                           "\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}'; read l; "
                           "cat '%1'; cat")
                .arg(file)});
    made.era = config::EraMode::Legacy;
    made.offers.folders = {{QStringLiteral("/srv/maps"), {}}};
    const int before = m_opened->workspace.serverRequests().waitingCount();
    m_opened->connectTo(made);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->workspace.serverRequests().waitingCount(), before + 1, kPatienceMs);
}

ReviewPanel *TstReviewKeys::review(const QByteArray &request, const QString &server)
{
    talk(request, server);
    window().actions().nextRequest->trigger();
    return qobject_cast<ReviewPanel *>(window().tabs().currentWidget());
}

bool TstReviewKeys::isSent()
{
    return m_opened->workspace.serverRequests().waitingCount() == 0;
}

void TstReviewKeys::acceptsByItsKey()
{
    ReviewPanel *panel = review(kForm);
    QVERIFY(panel);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("Laugavegur 1"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::AltModifier);
    QTRY_COMPARE(panel->step(), StepStrip::Check);
    QVERIFY(!isSent());
    QCOMPARE(panel->wholeResponse().view(),
        std::string_view("{\"action\":\"accept\",\"content\":{\"street\":\"Laugavegur 1\"}}"));
    // A second press of the key that led here sends nothing either.
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::AltModifier);
    QCoreApplication::processEvents();
    QVERIFY(!isSent());
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(isSent());
    // The last step is over, and there is no other request to go to.
    QCOMPARE(panel->step(), StepStrip::Send);
    const auto steps = panel->findChild<StepStrip *>()->findChildren<QToolButton *>();
    QCOMPARE(steps.last()->accessibleDescription(), QStringLiteral("done"));
    QVERIFY(panel->findChild<QPushButton *>(QStringLiteral("messageButton"))->isHidden());
}

void TstReviewKeys::sendsNothingWithoutTheCheck_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QString>("decision");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("decline") << QByteArray(kForm) << QStringLiteral("decline")
                             << QByteArray("{\"action\":\"decline\"}");
    QTest::newRow("cancel") << QByteArray(kForm) << QStringLiteral("cancel")
                            << QByteArray("{\"action\":\"cancel\"}");
    QTest::newRow("decline a URL")
        << QByteArray(kUrl) << QStringLiteral("decline") << QByteArray("{\"action\":\"decline\"}");
    QTest::newRow("accept a URL") << QByteArray(kUrl) << QStringLiteral("accept")
                                  << QByteArray("{\"action\":\"accept\"}");
    QTest::newRow("refuse") << QByteArray(kSampling) << QStringLiteral("refuse")
                            << QByteArray("{\"code\":-1,\"message\":\"User rejected sampling "
                                          "request\"}");
}

void TstReviewKeys::sendsNothingWithoutTheCheck()
{
    QFETCH(QByteArray, request);
    QFETCH(QString, decision);
    QFETCH(QByteArray, shown);
    ReviewPanel *panel = review(request, QStringLiteral("talker"));
    QVERIFY(panel);
    if (decision == QLatin1String("decline"))
        panel->choose(0, 0);
    else if (decision == QLatin1String("cancel"))
        panel->choose(0, 1);
    else if (decision == QLatin1String("refuse"))
        panel->refuse(review::rejectedSampling());
    else
        panel->goOn();
    QCOMPARE(panel->step(), StepStrip::Check);
    QVERIFY(!isSent());
    const auto *exact = panel->findChild<content::JsonEditor *>(QStringLiteral("exactResponse"));
    QVERIFY(exact && exact->isVisible());
    QCOMPARE(exact->bytes().toByteArray(), shown);
    QVERIFY(panel->buttons().go().isEnabled());
    QVERIFY(QKeySequence::mnemonic(panel->buttons().go().text()).isEmpty());
    panel->goOn();
    QVERIFY(isSent());
    QVERIFY(panel->isClosed());
}

// Who looks at the form again accepts it.
void TstReviewKeys::judgesAFormWhenItIsFilledIn()
{
    ReviewPanel *panel = review(kForm);
    QVERIFY(panel);
    const auto &verdict = *panel->findChild<look::ColorLabel *>(QStringLiteral("verdict"));
    QCOMPARE(verdict.text(), QStringLiteral("Required fields are empty"));
    QCOMPARE(verdict.tone(), models::ColorRole::Muted);
    auto &form = qobject_cast<widgets::ElicitationPage *>(panel->page())->form();
    form.goTo(QStringLiteral("/floor")); // another field
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("2"));
    QCOMPARE(verdict.tone(), models::ColorRole::Muted);
    panel->goOn(); // to the check, which is an attempt to send
    QCOMPARE(panel->step(), StepStrip::Check);
    QCOMPARE(verdict.tone(), models::ColorRole::Error);
    QVERIFY2(verdict.text().contains(QStringLiteral("street")), qPrintable(verdict.text()));
    QVERIFY(!isSent());
}

void TstReviewKeys::takesADecisionBack()
{
    ReviewPanel *panel = review(kForm);
    panel->choose(0, 0);
    panel->setStep(StepStrip::Response);
    panel->goOn();
    QVERIFY(panel->wholeResponse().view().find("accept") != std::string_view::npos);
    panel->refuse({-5, QStringLiteral("no")});
    panel->setStep(StepStrip::Response);
    panel->goOn();
    panel->goOn();
    QVERIFY(isSent());
    QCOMPARE(
        m_opened->workspace.serverRequests().find(panel->number())->state, review::State::Answered);
}

void TstReviewKeys::startsInTheFirstField_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::newRow("form") << QByteArray(kForm);
    QTest::newRow("sampling") << QByteArray(kSampling);
    QTest::newRow("URL") << QByteArray(kUrl);
    QTest::newRow("roots") << QByteArray(kRoots);
}

void TstReviewKeys::startsInTheFirstField()
{
    QFETCH(QByteArray, request);
    ReviewPanel *panel = review(request, QStringLiteral("talker"));
    QVERIFY(panel);
    QWidget *focused = QApplication::focusWidget();
    QVERIFY(focused && panel->isAncestorOf(focused));
    if (qobject_cast<widgets::ElicitationPage *>(panel->page())) {
        QVERIFY(qobject_cast<QLineEdit *>(focused));
        QVERIFY(focused->accessibleName().contains(QLatin1String("street")));
    } else if (auto *sampling = qobject_cast<widgets::SamplingPage *>(panel->page())) {
        QCOMPARE(focused, sampling->editor().findChild<QPlainTextEdit *>());
    } else if (qobject_cast<widgets::UrlPage *>(panel->page())) {
        QVERIFY(qobject_cast<QPushButton *>(focused));
    } else {
        QVERIFY(panel->page()->isAncestorOf(focused));
    }
}

void TstReviewKeys::hasRoomForAConversation()
{
    window().resize(1440, 900);
    const auto *page = qobject_cast<widgets::SamplingPage *>(review(kSampling)->page());
    QVERIFY(page);
    const auto *conversation = page->findChild<content::ContentList *>();
    QTRY_VERIFY2(conversation->viewport()->height() > 180,
        qPrintable(QString::number(conversation->viewport()->height())));
    QVERIFY(conversation->viewport()->width() > 320);
    const auto *text =
        const_cast<widgets::SamplingPage *>(page)->editor().findChild<QPlainTextEdit *>();
    QVERIFY(text->viewport()->height() >= 3 * text->fontMetrics().lineSpacing());
}

void TstReviewKeys::countsAProblemOfThePreferences()
{
    QByteArray request = kSampling;
    request.replace("\"maxTokens\":1", "\"maxTokens\":1,\"modelPreferences\":{\"costPriority\":2}");
    const ReviewPanel *panel = review(request, QStringLiteral("talker"));
    QVERIFY(panel);
    panel->page()->resize(900, 100); // low, with the preferences in a tab
    QStringList tabs;
    for (const QTabBar *bar : panel->page()->findChildren<QTabBar *>()) {
        for (int i = 0; i < bar->count(); ++i)
            tabs << bar->tabText(i);
    }
    QVERIFY2(tabs.contains(QStringLiteral("Preferences · 1 problem")), qPrintable(tabs.join(u'|')));
}

void TstReviewKeys::showsTheHeadingWhole()
{
    window().resize(1440, 900);
    ReviewPanel *panel = review(
        kForm, QStringLiteral("a server whose name is as long as the path of its repository is"));
    QVERIFY(panel);
    QCoreApplication::processEvents();
    for (const QLabel *label : panel->heading().findChildren<QLabel *>()) {
        if (label->isVisible())
            QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(),
                qPrintable(label->text()));
    }
}

void TstReviewKeys::proposesToSendRootsAlways()
{
    talk(kRoots, QStringLiteral("talker"));
    const auto *notice = window().findChild<look::InlineMessage *>(QStringLiteral("rootsNotice"));
    QVERIFY(notice && notice->isVisible());
    QVERIFY(notice->sentence().contains(QLatin1String("/srv/maps")));
    window().resize(1280, 800);
    messageButton(window(), QStringLiteral("rootsNotice"))->click();
    QTRY_VERIFY(isSent());
    QVERIFY(!notice->isVisible());
    QVERIFY(m_opened->workspace.profiles().find(QStringLiteral("talker"))->offers.respondToRoots);
    QTRY_VERIFY(
        !m_opened->sentBy(QStringLiteral("talker")).filter(QStringLiteral("/srv/maps")).isEmpty());
}

void TstReviewKeys::proposesOnceAndForTheCurrentServer()
{
    talk(kRoots, QStringLiteral("talker"));
    const auto *notice = window().findChild<look::InlineMessage *>(QStringLiteral("rootsNotice"));
    QVERIFY(notice->isVisible());
    m_opened->workspace.addForThisRun(demo());
    m_opened->workspace.setCurrent(QStringLiteral("demo"));
    QVERIFY(!notice->isVisible());
    m_opened->workspace.setCurrent(QStringLiteral("talker"));
    QVERIFY(notice->isVisible());
    notice->findChild<QAbstractButton *>(QStringLiteral("closeMessage"))->click();
    QVERIFY(!notice->isVisible());
    m_opened->workspace.restart(QStringLiteral("talker"));
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->workspace.serverRequests().requests().size(), std::size_t(2), kPatienceMs);
    QVERIFY(!notice->isVisible());
}

// It opens for the first request, and does not move the panels again when nothing waits any more.
void TstReviewKeys::theListStaysInItsPlace()
{
    const auto list = [this] {
        return window().findChild<QDockWidget *>(QStringLiteral("requests"));
    };
    window().resize(1440, 900);
    QVERIFY(list()->isHidden());
    talk(kRoots, QStringLiteral("talker"));
    QVERIFY(!list()->isHidden());
    m_opened->workspace.stop(QStringLiteral("talker"));
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->workspace.serverRequests().waitingCount(), 0, kPatienceMs);
    QVERIFY(!list()->isHidden());
    window().close();
    m_opened = std::make_unique<Opened>(m_folder->path());
    QVERIFY(list()->isHidden()); // nothing waits yet
}

QTEST_MAIN(TstReviewKeys)
#include "tst_reviewkeys.moc"
