// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/rulemodel.h"
#include "models/signs/sign.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using models::RuleModel;

// The list of the rules that respond to what a server asks.
class TestRuleModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhenAndWhat();
    void changesAndMoves();
    void holdsNoMoreThanAList();
};

namespace {

std::vector<review::RuleDraft> drafts(std::string_view text)
{
    return review::draftsOf(json::Document::parse(text).root());
}

} // namespace

void TestRuleModel::saysWhenAndWhat()
{
    RuleModel model;
    QAbstractItemModelTester tester(&model);
    model.setRules(drafts("[{\"method\":\"roots/list\",\"when\":\"a\",\"answer\":{ \"b\" :\n 1}},"
                          "{\"delayMs\":5,\"error\":{\"code\":-1,\"message\":\"no\"}},7]"));
    const auto text = [&](int row, int column) {
        return model.index(row, column).data().toString();
    };
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(text(0, RuleModel::WhenColumn), QStringLiteral("roots/list · a"));
    QCOMPARE(text(0, RuleModel::ThenColumn), QStringLiteral("answer { \"b\" : 1}"));
    QCOMPARE(text(1, RuleModel::WhenColumn), QStringLiteral("any request"));
    QCOMPARE(text(1, RuleModel::ThenColumn), QStringLiteral("after 5 ms: error -1 no"));
    const auto sign = [&](int row) {
        return models::Sign(model.index(row, RuleModel::WhenColumn).data(models::SignRole).toInt());
    };
    QCOMPARE(sign(0), models::Sign::None);
    QCOMPARE(sign(2), models::Sign::ProtocolError);
}

void TestRuleModel::changesAndMoves()
{
    RuleModel model;
    QAbstractItemModelTester tester(&model);
    model.setRules(drafts("[{\"ask\":true},{\"decline\":true}]"));
    QCOMPARE(model.move(0, 1), 1);
    QCOMPARE(model.move(1, 1), -1);
    QCOMPARE(model.move(0, -1), -1);
    QCOMPARE(model.duplicate(1), 2);
    QCOMPARE(model.duplicate(3), -1);
    QCOMPARE(model.remove(0), 0);
    QCOMPARE(model.rowCount(), 2);
    const QModelIndex on = model.index(0, RuleModel::OnColumn);
    QCOMPARE(on.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(model.setData(on, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(review::textOf(model.rules()),
        std::string("[\n  {\"enabled\":false,\"ask\":true},\n  {\"ask\":true}\n]"));
    QCOMPARE(model.remove(1), 0);
    QCOMPARE(model.remove(0), -1);
    QCOMPARE(review::textOf(model.rules()), std::string());
}

void TestRuleModel::holdsNoMoreThanAList()
{
    RuleModel model;
    QAbstractItemModelTester tester(&model);
    for (std::size_t i = 0; i < review::ResponseRule::kMaxRules; ++i)
        QCOMPARE(model.add({}, 0), 0);
    QCOMPARE(model.add({}, 0), -1);
    QCOMPARE(model.duplicate(0), -1);
}

QTEST_GUILESS_MAIN(TestRuleModel)
#include "tst_rulemodel.moc"
