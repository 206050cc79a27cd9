// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "models/exchange/propertymodel.h"
#include "models/session/rulemodel.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/servers/offersedit.h"
#include "widgets/servers/ruleform.h"
#include "widgets/servers/rulesedit.h"
#include "widgets/servers/rulespage.h"
#include "widgets/trace/filteredit.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QMenu>
#include <QTabWidget>
#include <QTest>

using namespace sonde;
using widgets::OffersEdit;
using widgets::RulesEdit;
using widgets::RulesPage;

// The rules that respond to a server, among what is declared to it.
class TestOffersEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void rulesAreOffUntilSomebodyWantsThem();
    void addsARuleOfEverySort();
    void saysWhichRuleDoesNotFit();
    void movesDuplicatesAndRemoves();
    void aRuleThatIsNotTouchedStaysAsItIsWritten();
    void checksTheResponseAndTheFilter();
    void theTwoViewsAreTheSame();
    void switchesTheTaskExtension();
    void offersWhatWasSeenForAFilter();
    void showsWhatTheRulesWouldDo();

private:
    static void show(RulesEdit &edit, const char *rules);
};

static config::Offers offersOf(const RulesPage &page)
{
    config::Offers offers;
    page.putInto(offers);
    return offers;
}

void TestOffersEdit::show(RulesEdit &edit, const char *rules)
{
    edit.setText(rules);
    edit.show();
    QVERIFY2(edit.problem().isEmpty(), qPrintable(edit.problem()));
}

void TestOffersEdit::rulesAreOffUntilSomebodyWantsThem()
{
    RulesPage edit;
    edit.fill({});
    edit.show();
    QVERIFY(!offersOf(edit).respondByRules);
    QVERIFY(!edit.rules().isVisible());
    config::Offers offers;
    offers.respondByRules = true;
    offers.rules = "[ {\"ask\" :true}]";
    edit.fill(offers);
    QVERIFY(edit.rules().isVisible());
    QCOMPARE(offersOf(edit), offers);
}

void TestOffersEdit::addsARuleOfEverySort()
{
    RulesPage edit;
    config::Offers offers;
    offers.respondByRules = true;
    edit.fill(offers);
    edit.show();
    const QList<QAction *> sorts = edit.rules().sorts().actions();
    QCOMPARE(sorts.size(), 7);
    for (QAction *sort : sorts) {
        sort->trigger();
        QVERIFY2(edit.problem().isEmpty(), qPrintable(edit.problem()));
    }
    const auto kept = json::Document::parse(offersOf(edit).rules);
    QCOMPARE(kept.root().count(), std::uint32_t(7));
}

void TestOffersEdit::saysWhichRuleDoesNotFit()
{
    RulesPage edit;
    config::Offers offers;
    offers.respondByRules = true;
    edit.fill(offers);
    content::JsonEditor &json = edit.rules().json();
    const char wrong[] = "[{\"ask\":true},{\"when\":\"params.a ==\",\"ask\":true}]";
    json.setBytes(Bytes::copyOf(wrong));
    Q_EMIT json.edited();
    QVERIFY2(edit.problem().contains("/1"), qPrintable(edit.problem()));
    const models::RuleModel &model = edit.rules().model();
    QCOMPARE(model.index(1, models::RuleModel::WhenColumn).data(models::SignRole).toInt(),
        int(models::Sign::ProtocolError));
    json.setBytes(Bytes::copyOf("[{"));
    Q_EMIT json.edited();
    QVERIFY(!edit.problem().isEmpty());
    // A file with no JSON in it could not be read again.
    const std::string kept = offersOf(edit).rules;
    QVERIFY2(kept.empty() || json::Document::parse(kept).isValid(), kept.c_str());
}

void TestOffersEdit::movesDuplicatesAndRemoves()
{
    RulesEdit edit;
    show(edit, "[{\"ask\":true},{\"decline\":true},{\"cancel\":true}]");
    edit.table().setCurrentIndex(edit.model().index(0, 0));
    edit.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&edit));
    edit.table().setFocus();
    QTest::keyClick(&edit.table(), Qt::Key_Down, Qt::AltModifier);
    QTest::keyClick(&edit.table(), Qt::Key_Down, Qt::AltModifier);
    QTest::keyClick(&edit.table(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(edit.text(),
        std::string("[\n  {\"decline\":true},\n  {\"cancel\":true},\n  "
                    "{\"ask\":true}\n]"));
    QCOMPARE(edit.table().currentIndex().row(), 2);
    QTest::keyClick(&edit.table(), Qt::Key_Up, Qt::AltModifier);
    edit.duplicate();
    QCOMPARE(edit.model().rowCount(), 4);
    QCOMPARE(edit.table().currentIndex().row(), 2);
    QTest::keyClick(&edit.table(), Qt::Key_Delete);
    QTest::keyClick(&edit.table(), Qt::Key_Delete);
    QTest::keyClick(&edit.table(), Qt::Key_Delete);
    QTest::keyClick(&edit.table(), Qt::Key_Delete);
    QCOMPARE(edit.text(), std::string());
    QVERIFY(!edit.form().isVisible());
}

void TestOffersEdit::aRuleThatIsNotTouchedStaysAsItIsWritten()
{
    RulesEdit edit;
    show(edit, "[ { \"ask\" : true, \"x\" : 1.0 },{\"decline\":true}]");
    QVERIFY(edit.model().setData(
        edit.model().index(1, models::RuleModel::OnColumn), Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(edit.text(),
        std::string("[\n  { \"ask\" : true, \"x\" : 1.0 },\n  "
                    "{\"enabled\":false,\"decline\":true}\n]"));
    QVERIFY(edit.problem().isEmpty());
}

void TestOffersEdit::checksTheResponseAndTheFilter()
{
    RulesEdit edit;
    show(edit, "[{\"method\":\"sampling/createMessage\",\"answer\":{\"role\":\"assistant\"}}]");
    const look::ColorLabel &remarks = edit.form().remarks();
    QVERIFY2(remarks.text().contains(QLatin1String("content")), qPrintable(remarks.text()));
    edit.form().response().setBytes(Bytes::copyOf(
        "{\"role\":\"assistant\",\"model\":\"m\",\"content\":{\"type\":\"text\",\"text\":\"a\"}}"));
    Q_EMIT edit.form().response().edited();
    QVERIFY2(remarks.text().isEmpty(), qPrintable(remarks.text()));
    QVERIFY(edit.text().find("\"model\":\"m\"") != std::string::npos);
    edit.form().filter().setText(QStringLiteral("params.maxTokens >"));
    QVERIFY(!edit.form().filter().problem().isEmpty());
    QVERIFY(!edit.problem().isEmpty());
    edit.form().filter().setText(QStringLiteral("params.maxTokens > 5"));
    QVERIFY(edit.problem().isEmpty());
    edit.form().how().setCurrentIndex(
        edit.form().how().findData(int(review::ResponseRule::How::Program)));
    edit.form().program().setText(QStringLiteral("my-model 'a b'"));
    QCOMPARE(edit.text(),
        std::string("[\n  {\"method\":\"sampling/createMessage\",\"when\":\"params.maxTokens > 5\","
                    "\"program\":[\"my-model\",\"a b\"]}\n]"));
}

void TestOffersEdit::theTwoViewsAreTheSame()
{
    RulesEdit edit;
    show(edit, "[{\"ask\":true}]");
    edit.add("{\"decline\":true}");
    QCOMPARE(std::string(edit.json().bytes().view()), edit.text());
    edit.json().setBytes(Bytes::copyOf("[{\"cancel\":true}]"));
    Q_EMIT edit.json().edited();
    QCOMPARE(edit.model().rowCount(), 1);
    QCOMPARE(edit.form().rule().how, review::ResponseRule::How::Cancel);
}

// The text of the extensions is what is declared; the switch writes into it.
void TestOffersEdit::switchesTheTaskExtension()
{
    OffersEdit edit;
    config::Offers offers;
    offers.extensions = R"({"x/y":{"a":1.0}})";
    edit.fill(offers);
    auto *box = edit.findChild<QCheckBox *>(QStringLiteral("taskExtension"));
    QVERIFY(box && !box->isChecked());
    box->click();
    QCOMPARE(edit.offers().extensions,
        std::string(R"({"x/y":{"a":1.0},"io.modelcontextprotocol/tasks":{}})"));
    QVERIFY(box->isChecked());
    box->click();
    QCOMPARE(edit.offers(), offers);
    offers.extensions.clear();
    edit.fill(offers);
    box->click();
    QCOMPARE(edit.offers().extensions, std::string(R"({"io.modelcontextprotocol/tasks":{}})"));
    box->click();
    QCOMPARE(edit.offers(), offers); // not even an empty object
}

void TestOffersEdit::offersWhatWasSeenForAFilter()
{
    RulesEdit edit;
    show(edit, "[{\"ask\":true}]");
    edit.setVocabulary([] {
        trace::FilterVocabulary words;
        words[trace::FilterField::Target] = QStringList{QStringLiteral("summarize")};
        return words;
    });
    widgets::FilterEdit &filter = edit.form().filter();
    edit.activateWindow();
    filter.setFocus();
    QTRY_VERIFY(filter.hasFocus());
    QTest::keyClicks(&filter, QStringLiteral("target == "));
    auto *completer = filter.findChild<QCompleter *>();
    QTRY_VERIFY(completer->popup()->isVisible());
    QCOMPARE(completer->popup()->model()->index(0, 0).data().toString(),
        QStringLiteral("\"summarize\""));
}

// Against what was asked; nothing is sent.
void TestOffersEdit::showsWhatTheRulesWouldDo()
{
    RulesEdit edit;
    const std::string params = "{\"method\":\"sampling/createMessage\",\"params\":{\"maxTokens\":7,"
                               "\"messages\":[]}}";
    const auto document = std::make_shared<const json::Document>(json::Document::parse(params));
    auto ask = std::make_shared<review::QueuedRequest>(review::QueuedRequest{1, QStringLiteral("s"),
        QStringLiteral("2025-11-25"), mcp::InputRound(), {}, {}, 0, 0, review::State::Waiting, {}});
    ask->questions = {{"k", QStringLiteral("sampling/createMessage"), review::Kind::Sampling,
        document->root()["params"]}};
    edit.setSeen([ask] { return RulesEdit::Seen{ask}; });
    show(edit,
        "[{\"when\":\"params.maxTokens > 7\",\"decline\":true},{\"enabled\":false,\"cancel\":true},"
        "{\"answer\":{\"text\":\"{{/maxTokens}}\"},\"delayMs\":20}]");
    edit.tryThem();
    const auto cell = [&](int column) { return edit.trials().index(0, column).data().toString(); };
    QCOMPARE(edit.trials().rowCount(), 1);
    QCOMPARE(cell(0), QStringLiteral("Sampling #k"));
    QCOMPARE(cell(1), QStringLiteral("rule 3"));
    QVERIFY2(cell(2).startsWith(QLatin1String("after 20 ms: {\"text\":7} (does not fit: ")),
        qPrintable(cell(2)));
    edit.setText("[{\"method\":\"roots/list\",\"decline\":true}]");
    edit.tryThem();
    QCOMPARE(cell(2), QStringLiteral("you are asked"));
}

QTEST_MAIN(TestOffersEdit)
#include "tst_offersedit.moc"
