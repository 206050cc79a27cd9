// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/jsoneditor.h"
#include "content/sondestyle.h"
#include "widgets/offersedit.h"

#include <QCheckBox>
#include <QMenu>
#include <QPushButton>
#include <QTest>

using namespace sonde;
using widgets::OffersEdit;

// The rules that answer a server, among what is declared to it.
class TestOffersEdit : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { content::installLook(*qApp); }
    void rulesAreOffUntilSomebodyWantsThem();
    void addsARuleOfEverySort();
    void saysWhichRuleDoesNotFit();

private:
    static QPushButton *adder(OffersEdit &edit) { return edit.findChild<QPushButton *>("addRule"); }
};

void TestOffersEdit::rulesAreOffUntilSomebodyWantsThem()
{
    OffersEdit edit;
    edit.fill({});
    edit.show();
    QVERIFY(!edit.offers().answerByRules);
    QVERIFY(!edit.rules().isVisible());
    config::Offers offers;
    offers.answerByRules = true;
    offers.rules = "[ {\"ask\" :true}]";
    edit.fill(offers);
    QVERIFY(edit.rules().isVisible());
    QCOMPARE(edit.offers(), offers);
}

void TestOffersEdit::addsARuleOfEverySort()
{
    OffersEdit edit;
    config::Offers offers;
    offers.answerByRules = true;
    edit.fill(offers);
    edit.show();
    const QList<QAction *> sorts = adder(edit)->menu()->actions();
    QCOMPARE(sorts.size(), 6);
    for (QAction *sort : sorts) {
        sort->trigger();
        QVERIFY2(edit.problem().isEmpty(), qPrintable(edit.problem()));
    }
    const auto kept = json::Document::parse(edit.offers().rules);
    QCOMPARE(kept.root().count(), std::uint32_t(6));
}

void TestOffersEdit::saysWhichRuleDoesNotFit()
{
    OffersEdit edit;
    config::Offers offers;
    offers.answerByRules = true;
    edit.fill(offers);
    edit.rules().setBytes(
        Bytes::copyOf("[{\"ask\":true},{\"when\":\"params.a ==\",\"ask\":true}]"));
    QVERIFY2(edit.problem().contains("/1"), qPrintable(edit.problem()));
    edit.rules().setBytes(Bytes::copyOf("[{"));
    QVERIFY(!edit.problem().isEmpty());
}

QTEST_MAIN(TestOffersEdit)
#include "tst_offersedit.moc"
